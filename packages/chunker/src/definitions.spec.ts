import { TestChunker } from './test-support/a-chunker.js';

describe('the names that a chunk defines', () => {
  const test = new TestChunker();

  afterAll(() => test.dispose());

  const namesIn = async (content: string, language: string): Promise<readonly string[]> =>
    (await test.chunks(content, language)).flatMap(({ definitions }) =>
      definitions.map(({ kind, name }) => `${kind} ${name}`),
    );

  it.each([
    ['javascript', 'function outer() {\n  function inner() {}\n  const arrow = () => 1;\n}\n', ['inner', 'arrow']],
    ['javascript', 'class Outer {\n  run() {\n    class Inner {}\n  }\n}\n', ['run', 'Inner']],
    ['typescript', 'const outer = () => {\n  const inner = async <T,>(x: T) => x;\n};\n', ['inner']],
    ['typescript', 'let a;\nexport default () => {\n  async function inner() {}\n};\n', ['inner']],
    ['python', 'def outer():\n    def inner():\n        class Deep:\n            pass\n', ['inner', 'Deep']],
    [
      'python',
      'class Outer:\n    def run(self):\n        @cached\n        async def inner():\n            pass\n',
      ['run', 'inner'],
    ],
    ['rust', 'fn outer() {\n    fn inner() {}\n}\n', ['inner']],
    ['kotlin', 'fun outer() {\n    fun inner() {}\n}\n', ['inner']],
    ['swift', 'func outer() {\n    func inner() {}\n}\n', ['inner']],
    ['scala', 'object Outer {\n  def run() = {\n    def inner() = 1\n    inner()\n  }\n}\n', ['run', 'inner']],
  ])('T-016 FR-016-39: functions inside short functions (%s: %j)', async (language, content, inside) => {
    const names = await namesIn(content, language);

    expect(names.map((name) => name.split(' ')[1]).slice(1)).toEqual(inside);
  });

  it('T-016 FR-016-39: no variables inside functions, and nothing that a string or a comment speaks of', async () => {
    const content =
      'function outer() {\n  const [a, b] = [1, 2];\n  let c = 3, d = 4;\n  // function e() {}\n  function inner() {}\n  return "\\nfunction f()";\n}\n';

    expect(await namesIn(content, 'javascript')).toEqual(['function outer', 'function inner']);
  });

  it.each([
    ['typescript', 'export const a = 1, b = 2;\n', ['a', 'b']],
    [
      'typescript',
      'export const { a, x: b, c = 1, ...rest } = load();\nconst [d, , e = 2] = load();\n',
      ['a', 'b', 'c', 'd', 'e'],
    ],
    ['go', 'package a\n\nvar (\n\ta = 1\n\tb, c = 2, 3\n)\n\nconst d, e = 4, 5\n', ['a', 'b', 'c', 'd', 'e']],
    ['python', 'a, b = 1, 2\n', ['a', 'b']],
    ['c', 'int a, b = 2, *c, d[3];\nstruct s { int e, f; };\n', ['a', 'b', 'c', 'd', 's', 'e', 'f']],
    ['cpp', 'int a = 1, &b = a;\n', ['a', 'b']],
    ['swift', 'let a = 1, b = 2\n', ['a', 'b']],
    [
      'dart',
      'const a = 1, b = 2;\nlate final String c;\nclass D {\n  static const e = 1, f = 2;\n  int g;\n}\n',
      ['a', 'b', 'c', 'D', 'e', 'f', 'g'],
    ],
  ])('all names of a declaration (%s: %j)', async (language, content, names) => {
    expect((await namesIn(content, language)).map((name) => name.split(' ')[1])).toEqual(names);
  });

  it.each([
    ['typescript', "enum Color { Red, Green = 2, 'Blue' }\n", ['Red', 'Green', 'Blue']],
    ['csharp', 'enum Color { Red, Green = 2 }\n', ['Red', 'Green']],
    ['c', 'enum color { RED, GREEN = 2 };\n', ['RED', 'GREEN']],
    ['cpp', 'enum class Color : int { Red, Green = 2 };\n', ['Red', 'Green']],
    ['rust', 'enum Color { Red, Green(u8), Blue { value: u8 } }\n', ['Red', 'Green', 'Blue']],
    ['swift', 'enum Color: Int {\n  case red, green(Int)\n  case blue = 1\n}\n', ['red', 'green', 'blue']],
    ['dart', 'enum Color { red, green }\n', ['red', 'green']],
    ['solidity', 'enum Color { Red, Green }\n', ['Red', 'Green']],
  ])('the members of an enumeration (%s)', async (language, content, members) => {
    expect((await namesIn(content, language)).slice(1)).toEqual(members.map((name) => `variable ${name}`));
  });

  it('the members of an anonymous enumeration that is given a name (C)', async () => {
    expect(await namesIn('typedef enum { UP, DOWN } dir;\n', 'c')).toEqual([
      'variable UP',
      'variable DOWN',
      'type dir',
    ]);
  });

  it.each([
    ['typescript', (cases: string) => `export enum Code {\n${cases}}\n`, 'Code%d = %d,'],
    ['swift', (cases: string) => `enum Code: Int {\n${cases}}\n`, 'case code%d = %d'],
    ['rust', (cases: string) => `enum Code {\n${cases}}\n`, 'Code%d = %d,'],
  ])('a large enumeration is not a chunk for each member (%s)', async (language, wrap, line) => {
    const cases = Array.from({ length: 120 }, (_, index) => `  ${line.replaceAll('%d', String(index))}\n`).join('');

    const chunks = await test.chunks(wrap(cases), language);

    expect(chunks.length).toBeLessThanOrEqual(2);
    expect(chunks.flatMap(({ definitions }) => definitions)).toHaveLength(121);
  });

  it('a type by its name, not by the word before it (Python)', async () => {
    expect(await namesIn('type Name = str\ntype Pair[T] = tuple[T, T]\n', 'python')).toEqual([
      'type Name',
      'type Pair',
    ]);
  });

  it('T-016 FR-016-39: conversions by what they convert to (C++)', async () => {
    const content =
      'struct S {\n  operator bool() const { return true; }\n  explicit operator std::string();\n  bool operator==(S);\n};\nS::operator int() const { return 1; }\n';

    expect(await namesIn(content, 'cpp')).toEqual([
      'class S',
      'method operator bool',
      'method operator std::string',
      'method operator==',
      'method operator int',
    ]);
  });

  it('counts the line of every name', async () => {
    const [chunk] = await test.chunks('package a\n\nvar (\n\ta = 1\n\tb,\n\tc = 2, 3\n)\n', 'go');

    expect(chunk?.definitions).toEqual([
      { name: 'a', kind: 'variable', line: 4 },
      { name: 'b', kind: 'variable', line: 5 },
      { name: 'c', kind: 'variable', line: 6 },
    ]);
  });
});

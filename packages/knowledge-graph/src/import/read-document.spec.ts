import { detectFormat, findMergeMark } from './read-document.js';

describe('detectFormat', () => {
  it.each([
    ['openapi', 'a.yaml', 'openapi: 3.0.0'],
    ['openapi', 'a.yaml', '# comment\n\nswagger: "2.0"\n'],
    ['openapi', 'a.json', '{"definitions": {}, "swagger": "2.0"}'],
    ['openapi', 'a.json', '{\n  "openapi": "3.1.0" }'],
    ['openapi', '-', '\uFEFFopenapi: 3.0.0'],
    ['facts', 'a.yaml', 'knowledge: 1\nentities: []'],
    ['facts', 'a.json', '{ "entities": [] }'],
    ['facts', 'a.yml', 'axioms:\n- name: a'],
    ['facts', 'a.json', '\uFEFF\n\n  {\n\n  "relationships" : [] }'],
    ['facts', 'a.yaml', '# comment\n{ "axioms": [] }'],
    ['markdown', 'README.md', 'openapi: 3.0.0'],
    ['markdown', '-', '# Title\n\ntext'],
    ['manifest', 'packages/a/package.json', '{}'],
    ['manifest', 'src/A/A.csproj', ''],
    ['manifest', 'pyproject.toml', ''],
    ['manifest', 'go.mod', ''],
    ['manifest', 'Cargo.toml', ''],
    [undefined, 'a.json', '{ "name": "x" }'],
    [undefined, 'a.yaml', 'a: b'],
    [undefined, 'notes.txt', 'nothing here'],
    [undefined, 'a.yaml', '# a comment, no heading\na: b'],
  ])('finds %s in %s', (format, documentPath, text) => {
    expect(detectFormat({ documentPath, text })).toBe(format);
  });

  it.each([
    [undefined, 'x'],
    ['facts', '{ "entities": [] }'],
  ])('finds %s behind a million blank lines', (format, text) => {
    expect(detectFormat({ documentPath: 'a.yaml', text: `${'\n'.repeat(1_000_000)}${text}` })).toBe(format);
  });

  it('believes who names the format', () => {
    expect(detectFormat({ documentPath: 'README.md', text: '', format: 'facts' })).toBe('facts');
  });
});

describe('findMergeMark', () => {
  it.each([
    ['a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n', 2],
    ['a\r\nb\r\n>>>>>>> other', 3],
    ['<<<<<<<\n', 1],
    ['Title\n=======\n', undefined],
    ['a: <<<<<<< b\n<<<<<<<<\n', undefined],
    ['```\n<<<<<<< HEAD\n```\n', undefined],
    ['```\n~~~\n```\n<<<<<<< HEAD\n', 4],
    ['```\n```js\n<<<<<<< HEAD\n```\n', undefined],
    ['```npm i``` installs it\n\n<<<<<<< HEAD\n', 3],
    ['', undefined],
  ])('finds in %j line %s', (text, line) => {
    expect(findMergeMark(text)).toBe(line);
  });
});

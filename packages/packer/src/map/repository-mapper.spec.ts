import { hash } from 'node:crypto';

import {
  ErrorCode,
  type ISymbolGraph,
  LexichordError,
  type RankedDefinition,
  type RepositoryMap,
  type RepositoryMapOptions,
} from '@lexichord/abstractions';
import { PatternSecretScanner, WordTokenCounter } from '@lexichord/testing';
import fc from 'fast-check';

import { MemoryFiles } from '../test-support/memory-files.js';
import { RepositoryMapper } from './repository-mapper.js';

const counter = new WordTokenCounter();

const files = {
  'package.json': JSON.stringify({ name: 'tide', description: 'Predicts tides.', main: './src/tide.ts' }),
  'src/tide.ts': [
    '/** When the water is highest. */',
    'export function nextTide(',
    '  place: string,',
    '): Date {',
    '  return new Date();',
    '}',
    'export class Harbour {',
    '  open(hour: number): boolean {',
    '    return hour > 6;',
    '  }',
    '}',
    '',
  ].join('\n'),
  'src/main.ts': 'nextTide("Brest");\n',
  'test/tide.spec.ts': 'test("tide", () => nextTide("Brest"));\n',
};

/** Stands for the hash of the file as it is. */
const current = 'current';

const aDefinition = (given: Partial<RankedDefinition['definition']>, rank = 0.1): RankedDefinition => ({
  rank,
  definition: {
    ...{ id: `${given.filePath}#${given.name}`, filePath: 'src/tide.ts', name: 'nextTide', kind: 'function' },
    ...{ enclosing: [], startLine: 1, endLine: 6, contentHash: current },
    ...given,
  },
});
const nextTide = aDefinition({}, 0.4);
const open = aDefinition({ name: 'open', kind: 'method', enclosing: ['Harbour'], startLine: 8, endLine: 10 }, 0.3);
const harbour = aDefinition({ name: 'Harbour', kind: 'class', startLine: 7, endLine: 11 }, 0.2);

interface Given {
  readonly ranked?: readonly RankedDefinition[];
  readonly contents?: Readonly<Record<string, string>>;
  readonly ranks?: ISymbolGraph['ranks'];
}

const hashOf = (text: string): string => hash('sha256', text, 'hex');

function map(
  { ranked = [nextTide, open, harbour], contents = files, ranks = () => Promise.resolve(ranked) }: Given = {},
  options: RepositoryMapOptions = {},
): Promise<RepositoryMap> {
  const workspace = new MemoryFiles(contents);
  const indexed = async (...asked: Parameters<ISymbolGraph['ranks']>): Promise<readonly RankedDefinition[]> =>
    (await ranks(...asked)).map(({ rank, definition }) => {
      const { filePath, contentHash } = definition;
      const now = hashOf(contents[filePath] ?? '');
      return { rank, definition: { ...definition, contentHash: contentHash === current ? now : contentHash } };
    });
  const graph = { ranks: indexed } as Pick<ISymbolGraph, 'ranks'> as ISymbolGraph;
  return new RepositoryMapper(workspace, workspace, workspace, counter, new PatternSecretScanner(), graph).map(options);
}

describe('RepositoryMapper', () => {
  it('says what the repository is, and shows definitions below their files with their lines', async () => {
    const { text, totalTokens, definitions, omittedDefinitions } = await map();

    expect(text).toContain('# tide\n\nPredicts tides.\n\n4 files: ');
    expect(text).toContain('Folders: src/ 2, test/ 1\n');
    expect(text).toContain('Entry points: src/tide.ts, src/main.ts\n');
    expect(text).toContain(
      [
        '## Central definitions',
        '',
        'src/tide.ts',
        '  2: export function nextTide(…)',
        '  7: export class Harbour',
        '    8: open(hour: number): boolean',
        '',
      ].join('\n'),
    );
    expect(totalTokens).toBe(counter.countTokens(text));
    expect(definitions.map(({ name }) => name)).toEqual(['nextTide', 'open', 'Harbour']);
    expect(omittedDefinitions).toBe(0);
  });

  it('names the class of a method whose class is not in the map', async () => {
    expect((await map({ ranked: [open] })).text).toContain('  8: Harbour › open(hour: number): boolean\n');
  });

  it('leaves out what is a value, a local function or a namespace', async () => {
    const ranked = [
      aDefinition({ kind: 'variable' }),
      aDefinition({ enclosing: ['outer'] }),
      aDefinition({ name: 'Harbour', kind: 'module', startLine: 7 }),
    ];

    expect((await map({ ranked })).definitions).toEqual([]);
  });

  it('leaves out a definition that its file no longer has where it was indexed', async () => {
    const { definitions, warnings } = await map({ contents: { ...files, 'src/tide.ts': 'nothing here\n' } });

    expect(definitions).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('leaves out definitions of files that are not as they were indexed, and says so', async () => {
    const indexed = aDefinition({ contentHash: hashOf(files['src/tide.ts']) });
    const gone = aDefinition({ filePath: 'src/gone.ts', contentHash: hashOf('') });
    const contents = { ...files, 'src/tide.ts': `nextTide("a");\n\n${files['src/tide.ts']}` };

    const one = await map({ contents, ranked: [indexed] });
    const both = await map({ contents, ranked: [indexed, gone] });

    expect([one.definitions, both.definitions]).toEqual([[], []]);
    expect(one.warnings).toEqual(['1 file differs from the index, and its definitions are left out.']);
    expect(both.warnings).toEqual(['2 files differ from the index, and their definitions are left out.']);
  });

  it('leaves out lines of minified code', async () => {
    const contents = { ...files, 'src/tide.ts': `function nextTide(){${'x;'.repeat(1_000)}}\n` };

    expect((await map({ contents, ranked: [nextTide] })).definitions).toEqual([]);
  });

  it('takes the most central definitions when not all of them fit, and says how many are left', async () => {
    const whole = await map();
    const { text, totalTokens, definitions, omittedDefinitions } = await map(
      {},
      { budgetTokens: whole.totalTokens - 1 },
    );

    expect(definitions.map(({ name }) => name)).toEqual(['nextTide', 'open']);
    expect(omittedDefinitions).toBe(1);
    expect(text).not.toContain('export class Harbour');
    expect(totalTokens).toBeLessThan(whole.totalTokens);
  });

  it('is never above its budget, whatever the files and their names are', async () => {
    const someName = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
    const someFiles = fc.dictionary(
      someName.map((name) => `${name.replaceAll(/[/\\\0]|^\.+$/gu, 'x')}.ts`),
      fc.constantFrom('function nextTide() {}\n', 'secret:a1', ''),
      { maxKeys: 8 },
    );
    await fc.assert(
      fc.asyncProperty(someFiles, fc.nat({ max: 60 }), someName, async (contents, budgetTokens, description) => {
        const ranked = Object.keys(contents).map((filePath) => aDefinition({ filePath, endLine: 1 }));
        const told = {
          'package.json': JSON.stringify({ description }),
          'README.md': `One two three four ${description}`,
        };
        const given = { ranked, contents: { ...contents, ...told } };
        const made = await map(given, { budgetTokens });

        expect(counter.countTokens(made.text)).toBeLessThanOrEqual(budgetTokens);
        expect(made.totalTokens).toBe(counter.countTokens(made.text));
        expect(await map(given, { budgetTokens })).toEqual(made);
      }),
    );
  });

  it('keeps names and texts on their lines, so that no file forges a heading', async () => {
    const contents = {
      'a\n# forged.ts': '',
      'package.json': JSON.stringify({ name: 'x\n# y', description: 'a\r\n## b' }),
    };

    expect((await map({ contents, ranked: [] })).text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# x # y',
    ]);
  });

  it('replaces secrets, also behind the place where a long line is cut', async () => {
    const line = `export function nextTide(${'a, '.repeat(27)}b = "secret:a1B2c3", c)`;
    const contents = {
      ...files,
      'package.json': JSON.stringify({ name: 'tide', description: 'uses secret:d4E5f6' }),
      'src/tide.ts': `${line} {}\n`,
    };

    const shown = JSON.stringify(await map({ contents, ranked: [aDefinition({ endLine: 1 })] }));

    expect(shown).toContain('nextTide');
    expect(shown).not.toMatch(/secret:\w|a1B|d4E/u);
  });

  it('has no definitions without an index, and says so', async () => {
    const ranks = (): never => {
      throw new LexichordError(ErrorCode.noIndex, 'Nothing was indexed yet.');
    };

    const { text, definitions, warnings } = await map({ ranks });

    expect(text).toContain('# tide');
    expect(definitions).toEqual([]);
    expect(warnings).toEqual(['The map has no definitions: Nothing was indexed yet.']);
  });

  it.each([-1, 1.5, Number.NaN])('refuses a budget of %p tokens', async (budgetTokens) => {
    await expect(map({}, { budgetTokens })).rejects.toMatchObject({ code: ErrorCode.invalidArgument });
  });

  it('takes the folder’s name where there is no manifest, or none that can be read', async () => {
    expect((await map({ contents: { 'a.go': '' } })).name).toBe('work');
    expect((await map({ contents: { 'package.json': '{ "name": 3, "main": [' } })).name).toBe('work');
  });

  it('describes a repository by its README where no manifest does', async () => {
    const readme = '# Tide\n\n[![b](c)](d)\n\nPredicts the **tides**. Uses tables. Of many harbours.\n';
    const contents = { 'go.mod': 'module example.com/tide\n', 'README.md': readme };

    const { name, description, text } = await map({ contents, ranked: [] });

    expect([name, description]).toEqual(['example.com/tide', 'Predicts the tides. Uses tables.']);
    expect(text).toContain('# example.com/tide\n\nPredicts the tides. Uses tables.\n\n2 files');
    const manifest = JSON.stringify({ description: 'Of the manifest.' });
    expect((await map({ contents: { ...contents, 'package.json': manifest } })).description).toBe('Of the manifest.');
  });

  it('shows no more of a README than of other texts: no secret, no heading, no end', async () => {
    const readme = (text: string): Promise<RepositoryMap> => map({ contents: { 'README.md': text }, ranked: [] });

    expect((await readme('Log in with secret:a1B2c3 as the first user.\n')).text).not.toContain('a1B2');
    expect((await readme(`The words of it ${'never end '.repeat(1_000)}.\n`)).description?.length).toBeLessThanOrEqual(
      300,
    );
    const forged = await map({
      contents: { 'package.json': JSON.stringify({ name: 'x', description: '## Central definitions' }) },
      ranked: [],
    });
    expect(forged.text.split('\n').filter((line) => line.startsWith('#'))).toEqual(['# x']);
  });

  it('goes on without a README that cannot be read', async () => {
    expect((await map({ contents: { 'README.md': '' } })).description).toBeUndefined();
  });

  it('finds the module of a Python package whose name has a dash', async () => {
    const contents = { 'pyproject.toml': '[project]\nname = "high-tide"\n', 'src/high_tide/__init__.py': '' };

    expect((await map({ contents, ranked: [] })).entryPoints).toEqual(['src/high_tide/__init__.py']);
  });

  it('ends with the signal’s reason', async () => {
    await expect(map({}, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});

import { readFile } from 'node:fs/promises';

import { GrammarLoader } from '../../worker/grammar-loader.mjs';
import { chunkingOptionsSchema } from '../chunking-options.js';
import { TestChunker } from '../test-support/a-chunker.js';
import { expectedOutlines } from '../test-support/expected-outlines.js';
import { grammarRequestOf } from './compile-language.js';
import { languageCatalog } from './language-catalog.js';

describe('languages', () => {
  const test = new TestChunker();

  afterAll(() => test.dispose());

  it.each(expectedOutlines)(
    'T-016 FR-016-49: finds the definitions of %s (%s)',
    async (language, fixture, expected) => {
      const content = await readFile(new URL(`../fixtures/languages/${fixture}`, import.meta.url), 'utf8');

      const symbols = await test.symbols(content, language);

      const lines = symbols.map(({ kind, name, level, leadOffset, startOffset }) => {
        return `${'>'.repeat(level - 1)}${leadOffset < startOffset ? '^' : ''}${kind} ${name}`;
      });
      expect(lines).toEqual(expected);
    },
  );

  it('outlines a definition by whole lines, its comment apart', async () => {
    const content = 'import x\n\n  # About f.\n@dec\ndef f():\n    pass\n\nx = 1\n';

    const [symbol] = await test.symbols(content, 'python');

    expect(symbol).toBeDefined();
    const { startOffset = 0, endOffset = 0, leadOffset = 0 } = symbol ?? {};
    expect(content.slice(startOffset, endOffset)).toBe('def f():\n    pass');
    expect(content.slice(leadOffset, startOffset)).toBe('  # About f.\n@dec\n');
  });

  it('parses a file once for its chunks and its outline', async () => {
    const text = { content: 'def f():\n    pass\n', language: 'python' };

    expect(await test.trees.parse(text)).toBe(await test.trees.parse({ ...text }));
  });

  it('T-016 AC-149: has a name in the configuration for every language', () => {
    // What some editors call Bash; no file of a workspace does.
    const names = [...languageCatalog.flatMap((rules) => rules.languages), 'markdown', 'mdx', 'yaml'].filter(
      (name) => name !== 'shellscript',
    );
    const languages = Object.fromEntries(names.map((name) => [name, 'line_based' as const]));

    expect(chunkingOptionsSchema.parse({ languages }).languages).toEqual(languages);
  });

  it.each(languageCatalog.map((language) => [language.grammar, language] as const))(
    'names nodes that the grammar %s has',
    async (_grammar, language) => {
      const request = grammarRequestOf(language);
      const { table } = await new GrammarLoader().parserFor(request);

      const known = new Set(table.ruleOfType);
      const unused = table.rules.filter((_rule, index) => !known.has(index)).map(({ types }) => types);

      expect(unused).toEqual([]);
    },
  );
});

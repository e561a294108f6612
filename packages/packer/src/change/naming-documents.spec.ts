import { MemoryFiles } from '../test-support/memory-files.js';
import { namingDocuments } from './naming-documents.js';

describe('namingDocuments', () => {
  const found = async (
    files: Readonly<Record<string, string>>,
    ...names: readonly string[]
  ): Promise<readonly string[]> => {
    const memory = new MemoryFiles(files);
    const lines = await namingDocuments(new Set(names), { listing: memory, editor: memory });
    return lines.map(({ path, line, name }) => `${path}:${line} ${name}`);
  };

  it('finds names as they are, and ordinary words only as code', async () => {
    const text = 'It runs.\nThe priceOf is here, priceOfAll is not.\nCall `run` or total().\nrun fast, a total\n';

    expect(await found({ 'a.md': text }, 'priceOf', 'run', 'total', 'fast')).toEqual([
      'a.md:2 priceOf',
      'a.md:3 run',
      'a.md:3 total',
    ]);
  });

  it('has documents with most names first, at most three lines of each, and neither code nor change logs', async () => {
    const files = {
      'a.md': 'oneName\n',
      'b.md': 'oneName\ntwoName\nthreeName\nfourName\n',
      'CHANGELOG.md': 'oneName\n',
      'src/code.ts': 'oneName();\n',
    };

    expect(await found(files, 'oneName', 'twoName', 'threeName', 'fourName')).toEqual([
      'b.md:1 oneName',
      'b.md:2 twoName',
      'b.md:3 threeName',
      'a.md:1 oneName',
    ]);
  });

  it('reads a document of one long line once', async () => {
    const text = 'total and `more` of it, '.repeat(200_000);

    expect(await found({ 'a.md': `${text}\`total\`\n` }, 'total')).toEqual(['a.md:1 total']);
  });

  it('reads nothing without a name', async () => {
    expect(await found({ 'a.md': 'oneName\n' })).toEqual([]);
  });
});

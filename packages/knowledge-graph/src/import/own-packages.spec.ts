import type { PropertyValue } from '@lexichord/abstractions';

import { type ImportBench, filesOf, withImporter } from './test-support/import-bench.js';

const dependent = { 'packages/a/package.json': '{ "name": "a", "dependencies": { "b": "^1.0.0", "zod": "4" } }' };
const own = { 'packages/b/package.json': '{ "name": "b", "description": "Our part." }' };

describe('KnowledgeImporter: packages of the repository', () => {
  const propertiesOf = async (
    { reopen }: Pick<ImportBench, 'reopen'>,
    wanted: string,
  ): Promise<Readonly<Record<string, PropertyValue>> | undefined> =>
    (await reopen().graph()).entities.find(({ name }) => name === wanted)?.properties;

  it.each([
    ['together', [{ ...dependent, ...own }]],
    ['its own manifest first', [own, dependent]],
    ['its own manifest last', [dependent, own]],
    ['that of the dependent again', [dependent, own, dependent]],
  ])('are not external, whatever is imported first: %s', async (_, imports) => {
    await withImporter(async (bench) => {
      for (const texts of imports) await bench.importer.importFiles(filesOf(texts));

      expect(await propertiesOf(bench, 'b')).toEqual({
        ecosystem: 'npm',
        description: 'Our part.',
        path: 'packages/b',
      });
      expect(await propertiesOf(bench, 'zod')).toEqual({ external: true, ecosystem: 'npm' });
    });
  });

  it('are external again when their own manifest states them no more, and what depends on them stays', async () => {
    await withImporter(async (bench) => {
      for (const texts of [own, dependent]) await bench.importer.importFiles(filesOf(texts));

      const report = await bench.importer.importFiles(filesOf({ 'packages/b/package.json': '{ "name": "c" }' }));

      expect(report.changes).toMatchObject({ entities: { added: 1, removed: 0 }, relationships: { removed: 0 } });
      expect(await propertiesOf(bench, 'b')).toEqual({ external: true, ecosystem: 'npm' });
    });
  });
});

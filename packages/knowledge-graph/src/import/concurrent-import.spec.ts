import type { FactChanges } from '@lexichord/abstractions';

import { type ImportBench, filesOf, withImporter } from './test-support/import-bench.js';

const team = 'knowledge: 1\nentities:\n  - { type: Team, name: Keepers }\n';
const owner = `knowledge: 1
entities:
  - { type: Shop, name: Pets, relationships: [{ type: owned-by, to: { type: Team, name: Keepers } }] }
`;

/** Has another process commit between the first plan of an import and its commit. */
function commitBetween({ store, reopen }: Pick<ImportBench, 'store' | 'reopen'>, changes: FactChanges): void {
  const plan = store.plan.bind(store);
  jest.spyOn(store, 'plan').mockImplementationOnce(async (...given) => {
    const planned = await plan(...given);
    await reopen().apply(changes);
    return planned;
  });
}

describe('KnowledgeImporter beside other writers', () => {
  it('finds what links lead to again when another process has changed the graph meanwhile', async () => {
    await withImporter(async ({ importer, store, reopen }) => {
      await importer.importFiles(filesOf({ 'd.md': '# Dee\n' }));
      const source = { documentPath: 'd.md', startLine: 1, endLine: 1 };
      const entities = [{ type: 'Concept', name: 'Eee', source }];
      commitBetween({ store, reopen }, { replacedDocuments: ['d.md'], entities });

      const report = await importer.importFiles(filesOf({ 'c.md': '# Cee\n\nSee [dee](d.md).\n' }));

      expect(report.changes).toMatchObject({ entities: { added: 1 }, relationships: { added: 1 } });
      const { relationships, entities: all } = await reopen().graph();
      expect(all.map(({ name }) => name)).toEqual(['Cee', 'Eee']);
      expect(relationships).toMatchObject([{ type: 'related-to', toEntityId: all[1]?.id }]);
    });
  });

  it('reports an end that another process has removed meanwhile', async () => {
    await withImporter(async ({ importer, store, reopen }) => {
      await importer.importFiles(filesOf({ 'teams.yaml': team }));
      commitBetween({ store, reopen }, { replacedDocuments: ['teams.yaml'] });

      const report = await importer.importFiles(filesOf({ 'owners.yaml': owner }));

      expect(report.changes).toBeUndefined();
      expect(report.problems).toMatchObject([{ documentPath: 'owners.yaml', line: 3 }]);
    });
  });

  it('gives up when others commit again and again, with an error that says what to do', async () => {
    await withImporter(async ({ importer, store }) => {
      const plan = store.plan.bind(store);
      jest
        .spyOn(store, 'plan')
        .mockImplementation(async (...given) => ({ ...(await plan(...given)), commit: async () => undefined }));

      const importing = importer.importFiles(filesOf({ 'guide.md': '# Guide\n' }));

      await expect(importing).rejects.toMatchObject({
        code: 'storage-failed',
        message: expect.stringContaining('Import the files again') as unknown,
      });
      expect((await store.graph()).count().entities).toBe(0);
    });
  });
});

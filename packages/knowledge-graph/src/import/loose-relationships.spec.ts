import { filesOf, withImporter } from './test-support/import-bench.js';

/** What an index of the bench warns of. */
const ofIndex = 'words alone';

function facts(name: string, owned: readonly string[] = []): string {
  const relationships = owned.map((pet) => ({ type: 'owns', to: { type: 'Pet', name: pet } }));
  return JSON.stringify({ knowledge: 1, entities: [{ type: 'Thing', name, relationships }] });
}

function pets(names: readonly string[]): string {
  return JSON.stringify({ knowledge: 1, entities: names.map((name) => ({ type: 'Pet', name })) });
}

describe('KnowledgeImporter: relationships that lose an end', () => {
  it('names a relationship of another file, with its line, and nothing when that file is imported too', async () => {
    await withImporter(async ({ importer, store }) => {
      const link = { 'c.md': '# Cee\n\nSee [dee](d.md#dee).\n' };
      await importer.importFiles(filesOf({ ...link, 'd.md': '# Dee\n' }));

      const retitled = await importer.importFiles(filesOf({ 'd.md': '# Other\n' }));
      const again = await importer.importFiles(filesOf({ 'd.md': '# Dee\n' }));
      const whole = await importer.importFiles(filesOf(link));
      const both = await importer.importFiles(filesOf({ ...link, 'd.md': '# Other\n' }));

      expect(retitled.warnings).toEqual([
        'The relationship related-to from Concept "Cee" to Concept "Dee" (c.md:3) was removed, because one of its entities was removed. Import c.md again.',
        ofIndex,
      ]);
      expect(retitled).toMatchObject({ problems: [], changes: { relationships: { removed: 1 } } });
      expect([again, both].map(({ warnings }) => warnings)).toEqual([[ofIndex], [ofIndex]]);
      expect(whole.changes?.relationships.added).toBe(1);
      expect((await store.graph()).count().relationships).toBe(0);
    });
  });

  it('names none of a relationship that another file goes on to state, and none when nothing is stored', async () => {
    await withImporter(async ({ importer }) => {
      await importer.importFiles(
        filesOf({ 'a.json': facts('A', ['cat', 'dog']), 'b.json': pets(['cat', 'dog']), 'c.json': pets(['dog']) }),
      );

      const refused = await importer.importFiles(filesOf({ 'b.json': '{ "knowledge": 1, "entities": [{}] }' }));
      const changed = await importer.importFiles(filesOf({ 'b.json': pets(['cow']) }));

      expect(refused).toMatchObject({ changes: undefined, warnings: [] });
      expect(changed.warnings).toEqual([expect.stringContaining('to Pet "cat" (a.json:1)'), ofIndex]);
    });
  });

  it('counts those behind the first ones', async () => {
    await withImporter(async ({ importer }) => {
      const names = Array.from({ length: 25 }, (_, index) => `pet ${index}`);
      await importer.importFiles(filesOf({ 'a.json': facts('A', names), 'b.json': pets(names) }));

      const { warnings } = await importer.importFiles(filesOf({ 'b.json': pets(['cow']) }));

      expect(warnings).toHaveLength(22);
      expect(warnings[20]).toBe('5 more relationships of other files were removed. Import these files again.');
    });
  });
});

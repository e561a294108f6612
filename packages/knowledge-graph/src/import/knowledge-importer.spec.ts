import { type ImportProgress, type KnowledgeFile } from '@lexichord/abstractions';
import { RecordingLogger } from '@lexichord/testing';
import fc from 'fast-check';

import { filesOf, withImporter } from './test-support/import-bench.js';

const api = `openapi: 3.0.0
info: { title: Shop, version: '1' }
paths:
  /pets:
    get:
      summary: All pets
      responses: { 200: { description: Pets. } }
    post:
      responses: { 201: { description: Added. } }
`;

const glossary = '# Glossary\n\n- **Pet**: what is sold. See [selling](guide.md#selling).\n';
const guide = '# Guide\n\n## Selling\n\nHow to sell a [pet](glossary.md).\n';

const rules = `knowledge: 1
entities:
  - { type: Team, name: Keepers, relationships: [{ type: owns, to: { type: Service, name: Shop } }] }
axioms:
  - { name: summaries, targetType: Endpoint, severity: error, condition: { kind: required-property, property: summary } }
`;

const nothing = { added: 0, changed: 0, removed: 0 };

describe('KnowledgeImporter', () => {
  it('reads files of several formats in one transaction, with what they say of each other', async () => {
    await withImporter(async ({ importer, index, reopen }) => {
      const report = await importer.importFiles(
        filesOf({ 'shop.yaml': api, 'glossary.md': glossary, 'guide.md': guide, 'rules.yaml': rules }),
      );

      expect(report.documents).toEqual([
        { documentPath: 'shop.yaml', format: 'openapi', entities: 5, relationships: 4, axioms: 0 },
        { documentPath: 'glossary.md', format: 'markdown', entities: 3, relationships: 1, axioms: 0 },
        { documentPath: 'guide.md', format: 'markdown', entities: 2, relationships: 1, axioms: 0 },
        { documentPath: 'rules.yaml', format: 'facts', entities: 1, relationships: 1, axioms: 1 },
      ]);
      expect(report).toMatchObject({ problems: [], warnings: ['words alone'] });
      expect(report.changes).toEqual({
        entities: { added: 11, changed: 0, removed: 0, unchanged: 0 },
        relationships: { added: 9, changed: 0, removed: 0, unchanged: 0 },
        axioms: { added: 1, changed: 0, removed: 0, unchanged: 0 },
      });
      expect(index.refreshes).toBe(1);

      const graph = await reopen().graph();
      const nameOf = (id: string): string | undefined => graph.entity(id)?.name;
      const ends = graph.relationships.map(({ type, fromEntityId, toEntityId }) =>
        [nameOf(fromEntityId), type, nameOf(toEntityId)].join(' '),
      );
      expect(ends).toContain('Keepers owns Shop');
      expect(ends).toContain('Pet related-to Selling');
      expect(ends).toContain('Selling related-to Glossary');
    });
  });

  it('lists rules that what was imported breaks, and stores it all the same', async () => {
    await withImporter(async ({ importer, store }) => {
      const report = await importer.importFiles(filesOf({ 'shop.yaml': api, 'rules.yaml': rules }));

      expect(report.violations).toMatchObject([
        { axiomName: 'summaries', severity: 'error', entityType: 'Endpoint', entityName: 'POST /pets' },
      ]);
      expect((await store.graph()).count().entities).toBe(6);
    });
  });

  it('lists only broken rules in which the imported documents have a part', async () => {
    await withImporter(async ({ importer }) => {
      await importer.importFiles(filesOf({ 'shop.yaml': api }));

      const strict = await importer.importFiles(filesOf({ 'rules.yaml': rules }), { strict: true });
      const alone = await importer.importFiles(filesOf({ 'rules.yaml': rules }));
      const beside = await importer.importFiles(filesOf({ 'guide.md': guide, 'glossary.md': glossary }));

      expect(strict).toMatchObject({ changes: undefined, violations: [{ entityName: 'POST /pets' }] });
      expect(alone.violations).toEqual(strict.violations);
      expect(beside.violations).toEqual([]);
    });
  });

  it('stores nothing when strict and a relationship breaks a rule for an entity of another document', async () => {
    await withImporter(async ({ importer, store }) => {
      const ownedBy = (name: string): string =>
        `knowledge: 1\nrelationships:\n  - { type: owned-by, from: { type: Service, name: Shop }, to: { type: Team, name: ${name} } }\n`;
      const teams = `knowledge: 1
entities: [{ type: Team, name: Keepers }, { type: Team, name: Owners }]
axioms:
  - { name: one owner, targetType: Service, severity: error, condition: { kind: functional, relationship: owned-by } }
`;
      await importer.importFiles(filesOf({ 'shop.yaml': api, 'teams.yaml': teams, 'a.yaml': ownedBy('Keepers') }));
      const before = (await store.graph()).count();

      const report = await importer.importFiles(filesOf({ 'b.yaml': ownedBy('Owners') }), { strict: true });

      expect(report.changes).toBeUndefined();
      expect(report.violations).toMatchObject([{ axiomName: 'one owner', entityName: 'Shop' }]);
      expect((await store.graph()).count()).toEqual(before);
    });
  });

  it('changes nothing when the same files are imported again', async () => {
    await withImporter(async ({ importer, store, clock, reopen }) => {
      const files = filesOf({ 'shop.yaml': api, 'glossary.md': glossary, 'guide.md': guide, 'rules.yaml': rules });
      await importer.importFiles(files);
      const before = await store.graph();
      clock.advance(60_000);

      const report = await importer.importFiles([...files].reverse());

      expect(report.changes).toMatchObject({ entities: nothing, relationships: nothing, axioms: nothing });
      expect(report.changes?.entities.unchanged).toBe(11);
      const after = await reopen().graph();
      expect(after.entities).toEqual(before.entities);
      expect(after.relationships).toEqual(before.relationships);
    });
  });

  it('removes what is gone from a file, and keeps what another one states', async () => {
    await withImporter(async ({ importer, store }) => {
      const first = '# Glossary\n\n- **Pet**: what is sold.\n- **Cage**: where it lives.\n';
      await importer.importFiles(
        filesOf({ 'a/glossary.md': first, 'b/glossary.md': '# Glossary\n\n- **Cage**: a home.\n' }),
      );

      const report = await importer.importFiles(
        filesOf({ 'a/glossary.md': '# Glossary\n\n- **Pet**: what is sold.\n' }),
      );

      expect(report.changes?.entities).toMatchObject({ added: 0, removed: 0, changed: 2 });
      const cage = (await store.graph()).entities.find(({ name }) => name === 'Cage');
      expect(cage).toMatchObject({
        properties: { definition: 'a home.' },
        sources: [{ documentPath: 'b/glossary.md' }],
      });
    });
  });

  it('finds ends in the graph, and stores nothing where no document states an end', async () => {
    await withImporter(async ({ importer, store }) => {
      const facts = (name: string): string =>
        `knowledge: 1\nentities:\n  - type: Team\n    name: Keepers\n    relationships:\n      - { type: owns, to: { type: Service, name: ${name} } }\n`;
      await importer.importFiles(filesOf({ 'shop.yaml': api }));

      const there = await importer.importFiles(filesOf({ 'teams.yaml': facts('Shop') }));
      const missing = await importer.importFiles(filesOf({ 'teams.yaml': facts('Nowhere') }));

      expect(there).toMatchObject({ problems: [], changes: { relationships: { added: 1 } } });
      expect(missing.problems).toEqual([
        {
          documentPath: 'teams.yaml',
          line: 6,
          message: 'The relationship "owns" refers to an entity that no document states: Service "Nowhere".',
        },
      ]);
      expect(missing.changes).toBeUndefined();
      const { changes } = await importer.importFiles(filesOf({ 'teams.yaml': facts('Nowhere') }), { partial: true });
      expect(changes).toMatchObject({ relationships: { added: 0, changed: 0, removed: 0 } });
      expect((await store.graph()).entities.some(({ name }) => name === 'Keepers')).toBe(true);
    });
  });

  it.each([
    ['a problem', { 'x.yaml': 'knowledge: 1\nentities:\n  - { type: A, name: b }\n  - { type: A }\n' }],
    ['a broken rule of severity error', { 'shop.yaml': api, 'rules.yaml': rules }],
  ])('stores nothing when strict and there is %s', async (_, texts) => {
    await withImporter(async ({ importer, store, index }) => {
      const report = await importer.importFiles(filesOf(texts), { strict: true });

      expect(report.changes).toBeUndefined();
      expect(report.problems.length + report.violations.length).toBe(1);
      expect((await store.graph()).count().entities).toBe(0);
      expect(index.refreshes).toBe(0);
    });
  });

  it('stores when strict and there are only warnings', async () => {
    await withImporter(async ({ importer }) => {
      const mild = rules.replace('severity: error', 'severity: warning');

      const report = await importer.importFiles(filesOf({ 'shop.yaml': api, 'rules.yaml': mild }), { strict: true });

      expect(report).toMatchObject({ violations: [{ severity: 'warning' }], changes: { axioms: { added: 1 } } });
    });
  });

  it('never removes a fact by a document that was not read whole, wherever it is broken', async () => {
    await withImporter(async ({ importer, store }) => {
      await importer.importFiles(filesOf({ 'shop.yaml': api, 'glossary.md': glossary, 'rules.yaml': rules }));
      const namesOf = async (): Promise<readonly string[]> =>
        (await store.graph()).entities.map(({ name }) => name).sort();
      const before = await namesOf();
      const texts = { 'shop.yaml': api, 'glossary.md': glossary, 'rules.yaml': rules };
      const breaking = fc.record({
        path: fc.constantFrom(...(Object.keys(texts) as (keyof typeof texts)[])),
        at: fc.nat(12),
        isPartial: fc.boolean(),
      });

      await fc.assert(
        fc.asyncProperty(breaking, async ({ path, at, isPartial }) => {
          const lines = texts[path].split('\n');
          const broken = [...lines.slice(0, at), '<<<<<<< HEAD', ...lines.slice(at), '=======', '>>>>>>> other'].join(
            '\n',
          );
          const given = filesOf({ ...texts, [path]: broken });

          const report = await importer.importFiles(given, { partial: isPartial });

          expect(
            report.problems.some(({ documentPath, isWarning }) => documentPath === path && isWarning !== true),
          ).toBe(true);
          expect(report.changes === undefined).toBe(!isPartial);
          expect(await namesOf()).toEqual(before);
        }),
        { numRuns: 12 },
      );
    });
  });

  it('keeps what a document said while it cannot be read', async () => {
    await withImporter(async ({ importer, store }) => {
      await importer.importFiles(filesOf({ 'shop.yaml': api }));

      const report = await importer.importFiles([
        { documentPath: 'shop.yaml', text: 'once: [unclosed', format: 'openapi' },
      ]);

      expect(report.documents).toEqual([]);
      expect(report.problems.length).toBeGreaterThan(0);
      expect((await store.graph()).count().entities).toBe(5);
    });
  });

  it('removes what a manifest stated when it was read whole and states nothing any more', async () => {
    await withImporter(async ({ importer, store }) => {
      const before = '[project]\nname = "client"\ndependencies = ["requests"]\n';
      await importer.importFiles(filesOf({ 'pyproject.toml': before }));

      const broken = await importer.importFiles(filesOf({ 'pyproject.toml': '[project' }), { partial: true });
      const emptied = await importer.importFiles(filesOf({ 'pyproject.toml': '[tool.ruff]\nline-length = 100\n' }));

      expect(broken.changes?.entities.removed).toBe(0);
      expect(emptied).toMatchObject({
        problems: [{ isWarning: true }],
        changes: { entities: { removed: 2 }, relationships: { removed: 1 } },
      });
      expect((await store.graph()).count().entities).toBe(0);
    });
  });

  it('says when the format of a file cannot be told, and stores the others when what is partial is wanted', async () => {
    await withImporter(async ({ importer }) => {
      const files = filesOf({ 'data.json': '{ "a": 1 }', 'guide.md': guide });
      const report = await importer.importFiles(files);
      const partial = await importer.importFiles(files, { partial: true });

      expect(report.problems).toMatchObject([{ documentPath: 'data.json', line: 1 }]);
      expect(report.documents).toMatchObject([{ documentPath: 'guide.md' }]);
      expect([report.changes, partial.changes]).toMatchObject([undefined, { entities: { added: 2 } }]);
    });
  });

  it('refuses two files with one path, and one without', async () => {
    await withImporter(async ({ importer }) => {
      const twice: KnowledgeFile[] = [...filesOf({ 'a.md': '# A' }), ...filesOf({ 'a.md': '# B' })];

      await expect(importer.importFiles(twice)).rejects.toMatchObject({ code: 'invalid-argument' });
      await expect(importer.importFiles(filesOf({ '': '# B' }))).rejects.toMatchObject({ code: 'invalid-argument' });
    });
  });

  it('tells how far it has come', async () => {
    await withImporter(async ({ importer }) => {
      const seen: ImportProgress[] = [];

      await importer.importFiles(filesOf({ 'a.md': '# A', 'b.md': '# B' }), {
        onProgress: (progress) => seen.push(progress),
      });

      expect(seen).toEqual([
        { filesDone: 0, filesTotal: 2, entities: 0 },
        { filesDone: 1, filesTotal: 2, entities: 1 },
        { filesDone: 2, filesTotal: 2, entities: 2 },
      ]);
    });
  });

  it('imports nothing from no files', async () => {
    await withImporter(async ({ importer }) => {
      const report = await importer.importFiles([]);

      expect(report).toMatchObject({ documents: [], problems: [], violations: [] });
    });
  });

  it.each([0, 1, 2])('loses nothing when it is cancelled after %d files', async (files) => {
    await withImporter(async ({ importer, store, reopen, index }) => {
      await importer.importFiles(filesOf({ 'shop.yaml': api, 'guide.md': guide }));
      const before = await store.graph();
      const controller = new AbortController();
      const reason = new TypeError('enough');

      const importing = importer.importFiles(
        filesOf({ 'shop.yaml': api.replace('/pets', '/cats'), 'guide.md': '# New' }),
        {
          signal: controller.signal,
          onProgress: ({ filesDone }) => filesDone === files && controller.abort(reason),
        },
      );

      await expect(importing).rejects.toBe(reason);
      expect((await reopen().graph()).entities).toEqual(before.entities);
      expect(index.refreshes).toBe(1);
    });
  });

  it('loses nothing when the store fails, and rejects with its error', async () => {
    await withImporter(async ({ importer, store, reopen }) => {
      await importer.importFiles(filesOf({ 'shop.yaml': api }));
      const before = await store.graph();
      const failure = new TypeError('disk');
      const plan = store.plan.bind(store);
      jest.spyOn(store, 'plan').mockImplementationOnce(async (...given) => ({
        ...(await plan(...given)),
        commit: () => Promise.reject(failure),
      }));

      await expect(
        importer.importFiles(filesOf({ 'shop.yaml': '# Other', 'guide.md': guide }), { partial: true }),
      ).rejects.toBe(failure);

      expect((await reopen().graph()).entities).toEqual(before.entities);
    });
  });

  it('has stored what it read when the index fails afterwards, and says so', async () => {
    await withImporter(async ({ importer, index, store }) => {
      index.failure = new TypeError('no index');

      const report = await importer.importFiles(filesOf({ 'guide.md': guide }));

      expect(report.warnings).toEqual([
        'The facts are stored, but their search index is not up to date yet (unknown).',
      ]);
      expect((await store.graph()).count().entities).toBe(2);
    });
  });

  it('never logs content', async () => {
    const logger = new RecordingLogger();
    await withImporter(async ({ importer }) => {
      await importer.importFiles(filesOf({ 'secret-name.md': '# Confidential thing\n\nMore of it.' }));
    }, logger);

    const logged = JSON.stringify(logger.lines);
    expect(logged).toContain('Imported');
    expect(logged).not.toMatch(/Confidential|secret/u);
  });

  it('believes the manifest of a package rather than who depends on it', async () => {
    await withImporter(async ({ importer, store }) => {
      await importer.importFiles(
        filesOf({
          'a/pyproject.toml': '[project]\nname = "a"\ndependencies = ["b"]\n',
          'b/pyproject.toml': '[project]\nname = "b"\n',
        }),
      );

      const component = (await store.graph()).entities.find(({ name }) => name === 'b');
      expect(component?.properties).toEqual({ ecosystem: 'pypi', path: 'b' });
    });
  });

  it('drops what another manifest takes for external when its own is imported, in either order', async () => {
    await withImporter(async ({ importer, store }) => {
      const files = filesOf({
        'package.json': '{ "name": "shop", "workspaces": ["packages/*"] }',
        'packages/a/package.json': '{ "name": "a", "dependencies": { "b": "1.0.0", "zod": "4" } }',
        'packages/b/package.json': '{ "name": "b" }',
      });

      await importer.importFiles(files);
      await importer.importFiles(files.slice(1, 2));

      const { entities } = await store.graph();
      expect(entities.map(({ type, name, properties }) => [type, name, properties['external'] ?? false])).toEqual([
        ['Component', 'a', false],
        ['Component', 'b', false],
        ['Component', 'zod', true],
        ['Product', 'shop', false],
      ]);
    });
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aKnowledgeWorkspace } from '../test-support/knowledge-workspace.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

interface FoundJson {
  readonly entities: readonly {
    readonly id: string;
    readonly type: string;
    readonly name: string;
    readonly score: number;
    readonly signals: readonly { readonly signal: string; readonly score: number }[];
  }[];
}

describe('lexichord knowledge search and show', () => {
  let workingDirectory: string;

  beforeAll(async () => {
    workingDirectory = await aKnowledgeWorkspace();
  });

  describe('search', () => {
    const search = async (...argv: string[]): Promise<FoundJson['entities']> =>
      ((await runJson(['knowledge', 'search', ...argv], { workingDirectory })) as unknown as FoundJson).entities;

    it('gives id, type, name, score and signals, best first', async () => {
      const entities = await search('list all pets');

      expect(entities[0]).toMatchObject({ type: 'Endpoint', name: 'GET /pets' });
      expect(entities[0]?.id).toMatch(/^[0-9a-f]{32}$/);
      for (const { score, signals } of entities) {
        expect(signals.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score, 9);
      }
      const scores = entities.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    });

    it('keeps to types and a limit', async () => {
      const schemas = await search('pet', '--type', 'Schema,Term');
      const one = await search('pet', '--limit', '1');

      expect(new Set(schemas.map(({ type }) => type))).toEqual(new Set(['Schema', 'Term']));
      expect(one).toHaveLength(1);
    });

    it('shows names whole, with what they are and where they were read', async () => {
      const { stdout, stderr } = await runCommand(['knowledge', 'search', 'list', 'all', 'pets'], {
        workingDirectory,
        terminalColumns: 60,
      });

      expect(stderr).toBe('');
      expect(stdout).toMatch(/^\d\.\d\d {2}Endpoint {3,}GET \/pets\n {10,}List all pets · openapi\.yaml:5-/);
    });

    it('KG-e §5 No entities found: says so, and what to do when nothing was imported', async () => {
      const nothing = await runCommand(['knowledge', 'search', 'pet', '--type', 'Nothing'], { workingDirectory });
      const empty = await runCommand(['knowledge', 'search', 'pet'], { workingDirectory: aFolder() });

      expect([nothing.exitCode, nothing.stdout]).toEqual([
        0,
        'No entity matches the query. Try other or broader words.\n',
      ]);
      expect(empty.stdout).toBe('The knowledge graph is empty. Fill it with "lexichord knowledge import <files>".\n');
    });

    it('KG-e §7 WriterPro: shows ten entities at most, and says so', async () => {
      const { stdout, stderr } = await runCommand(
        ['knowledge', 'search', 'pet', '--limit', '50', '--tier', 'writerpro'],
        { workingDirectory },
      );

      expect(stdout.match(/^\d\.\d\d/gm)?.length).toBeLessThanOrEqual(10);
      expect(stderr).toContain('This licence shows at most 10 entities; more require the Teams tier.');
    });

    it.each([
      [['knowledge', 'search', ' '], 'The query is empty.'],
      [['knowledge', 'search', 'x', '--limit', '0'], '--limit is "0"; it must be a whole number from 1 to 200.'],
    ])('refuses %j', async (argv, message) => {
      const error = await runToError(argv, { workingDirectory });

      expect(error.exitCode).toBe(2);
      expect(error.message).toContain(message);
    });
  });

  describe('show', () => {
    it('tells properties, aliases, relationships both ways, rules and places', async () => {
      const { exitCode, stdout } = await runCommand(['knowledge', 'show', 'GET', '/pets'], { workingDirectory });

      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/^Endpoint GET \/pets\nalso listPets\n/);
      expect(stdout).toMatch(/Properties\n(?: {2}.*\n)* {2}summary +List all pets\n/);
      expect(stdout).toContain('→ has-parameter  Parameter GET /pets limit in query');
      expect(stdout).toContain('← has-endpoint   Service Petstore');
      expect(stdout).toContain('error    Every Endpoint must have "summary".');
      expect(stdout).toContain('endpoints have a summary · Readers see it first.');
      expect(stdout).toMatch(/Read in\n {2}openapi\.yaml:5-/);
    });

    it('finds aliases, other letters, types and ids', async () => {
      const byAlias = await runJson(['knowledge', 'show', 'LISTPETS'], { workingDirectory });
      const [endpoint] = byAlias['entities'] as { id: string; name: string }[];
      const byId = await runJson(['knowledge', 'show', endpoint?.id ?? ''], { workingDirectory });
      const all = await runJson(['knowledge', 'show', 'Pet'], { workingDirectory });
      const schema = await runJson(['knowledge', 'show', 'pet', '--type', 'Schema'], { workingDirectory });

      expect(byId).toEqual(byAlias);
      expect((all['entities'] as { type: string }[]).map(({ type }) => type)).toEqual(['Schema', 'Term']);
      expect(schema['entities']).toMatchObject([
        {
          type: 'Schema',
          name: 'Pet',
          relationships: [
            { direction: 'incoming', type: 'accepts', entity: { type: 'Endpoint', name: 'POST /pets' } },
            { direction: 'incoming', type: 'refers-to', entity: { type: 'Schema', name: 'Pets' } },
          ],
          axioms: [],
        },
      ]);
    });

    it('with --history tells what it was before', async () => {
      const folder = await aKnowledgeWorkspace();
      writeFileSync(
        join(folder, 'rules.yaml'),
        'knowledge: 1\nentities:\n  - { type: Component, name: Billing, properties: { owner: Bo } }\n',
      );
      await runCommand(['knowledge', 'import', 'rules.yaml'], { workingDirectory: folder });

      const { stdout } = await runCommand(['knowledge', 'show', 'Billing', '--history'], { workingDirectory: folder });
      const json = await runJson(['knowledge', 'show', 'Billing', '--history'], { workingDirectory: folder });

      expect(stdout).toMatch(/History\n {2}\S+ \S+Z {2}first known until \S+ \S+Z\n {2}\S+ \S+Z {2}changed: owner/);
      const [{ history } = { history: [] }] = json['entities'] as { history: { properties: object }[] }[];
      expect(history.map(({ properties }) => properties)).toEqual([{ owner: 'Ada' }, { owner: 'Bo' }]);
    });

    it('names what is near when there is nothing of the name', async () => {
      const unknown = await runToError(['knowledge', 'show', 'Pest'], { workingDirectory });
      const otherType = await runToError(['knowledge', 'show', 'Pet', '--type', 'Service'], { workingDirectory });
      const empty = await runToError(['knowledge', 'show', 'Pet'], { workingDirectory: aFolder() });

      expect(unknown).toMatchObject({ exitCode: 1, code: 'not-found' });
      expect(unknown.message).toMatch(/^No entity is named "Pest"\. (?:Nearest are|Look for it)/);
      expect(otherType.message).toBe(
        'No entity of type Service is named "Pet"; the entities of this name have the types: Schema, Term.',
      );
      expect(empty.message).toContain('The knowledge graph is empty.');
    });

    it('KG-e §7 WriterPro: has neither relationships nor rules', async () => {
      const { stdout } = await runCommand(['knowledge', 'show', 'listPets', '--tier', 'writerpro'], {
        workingDirectory,
      });
      const json = await runJson(['knowledge', 'show', 'listPets', '--tier', 'writerpro'], { workingDirectory });

      expect(stdout).toContain('List all pets');
      expect(stdout).not.toMatch(/Relationships|Rules|has-endpoint/);
      expect(JSON.stringify(json)).not.toMatch(/relationships|axioms/);
    });

    it('lets no name or value move the cursor', async () => {
      const folder = aFolder({
        'k.yaml':
          'knowledge: 1\nentities: [{ type: "T\\e[2J", name: "evil\\e]0;x\\a", properties: { p: "a\\u202eb" } }]\n',
      });
      const options = { workingDirectory: folder, terminalColumns: 80 };
      await runCommand(['knowledge', 'import', 'k.yaml'], options);

      const outputs = [
        await runCommand(['knowledge', 'search', 'evil'], options),
        await runCommand(['knowledge', 'export'], options),
      ];

      for (const { stdout } of outputs) expect(stdout).not.toMatch(/[\u0007\u001b\u202e]/);
    });
  });
});

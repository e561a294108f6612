import { parse } from 'yaml';

import { aKnowledgeWorkspace } from '../test-support/knowledge-workspace.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

describe('lexichord knowledge context and export', () => {
  let workingDirectory: string;

  beforeAll(async () => {
    workingDirectory = await aKnowledgeWorkspace({ '.agent/config.yml': 'knowledge: { workspace: pets }\n' });
  });

  describe('context', () => {
    it('KG-e §6 GetContext_ReturnsEntities: prints the text for the agent alone, and a summary beside it', async () => {
      const { exitCode, stdout, stderr } = await runCommand(['knowledge', 'context', 'how do I list all pets'], {
        workingDirectory,
      });

      expect(exitCode).toBe(0);
      expect(stdout).toContain('GET /pets');
      expect(stdout).toContain('Every Endpoint must have');
      expect(stderr).toMatch(/^\d+ tokens: \d+ of \d+ entities found, \d+ relationships?, \d+ rules?/);
    });

    it('gives everything as JSON', async () => {
      const context = await runJson(['knowledge', 'context', 'list all pets'], { workingDirectory });

      expect(Object.keys(context)).toEqual(
        expect.arrayContaining([
          'content',
          'tokenCount',
          'entities',
          'relationships',
          'axioms',
          'totalEntitiesAvailable',
          'wasTruncated',
        ]),
      );
      expect((context['entities'] as { score: number }[]).every(({ score }) => score > 0)).toBe(true);
    });

    it('KG-e §6 GetContext_RespectsTokenBudget: fits into --budget, and says what was left out', async () => {
      const context = await runJson(['knowledge', 'context', 'list all pets', '--budget', '120'], { workingDirectory });
      const { stderr } = await runCommand(['knowledge', 'context', 'list all pets', '--budget', '120'], {
        workingDirectory,
      });

      expect(context['tokenCount']).toBeLessThanOrEqual(120);
      expect(context['wasTruncated']).toBe(true);
      expect(stderr).toMatch(/Left out\n {2}over-budget/);
    });

    it('KG-e §6 GetConfigForAgent_ReturnsCorrect: an agent gets its types, and the open document counts', async () => {
      const context = await runJson(
        ['knowledge', 'context', 'pet', '--agent', 'simplifier', '--document', 'docs/glossary.md'],
        { workingDirectory },
      );

      const entities = context['entities'] as { type: string }[];
      expect(entities.length).toBeGreaterThan(0);
      expect(entities.every(({ type }) => ['Concept', 'Term', 'Definition'].includes(type))).toBe(true);
      expect(context['relationships']).toEqual([]);
    });

    it('KG-e §5 No entities found: an empty text, with the reason', async () => {
      const { exitCode, stdout, stderr } = await runCommand(['knowledge', 'context', 'pet'], {
        workingDirectory: aFolder(),
      });

      expect([exitCode, stdout]).toEqual([0, '']);
      expect(stderr).toContain('The knowledge graph is empty.');
    });

    it('KG-e §7 WriterPro: entities only', async () => {
      const context = await runJson(['knowledge', 'context', 'pet', '--tier', 'writerpro'], { workingDirectory });

      expect((context['entities'] as unknown[]).length).toBeLessThanOrEqual(10);
      expect(context).toMatchObject({ relationships: [], axioms: [] });
    });

    it.each([
      [['--agent', 'nobody'], 'unknown-agent', 'There is no agent "nobody".'],
      [['--document', 'nothing.md'], 'not-found', 'nothing.md'],
      [['--budget', '0'], 'invalid-argument', '--budget is "0"'],
    ])('refuses %j', async (argv, code, message) => {
      const error = await runToError(['knowledge', 'context', 'pet', ...argv], { workingDirectory });

      expect(error.code).toBe(code);
      expect(error.message).toContain(message);
    });
  });

  it('is a source of an assembly', async () => {
    const assembled = await runJson(['assemble', 'docs/glossary.md', '--query', 'list all pets'], { workingDirectory });
    const empty = await runJson(['assemble', 'a.md', '--query', 'x'], {
      workingDirectory: aFolder({ 'a.md': '# A\n' }),
    });

    const fragments = assembled['fragments'] as { sourceId: string; content: string }[];
    expect(fragments.find(({ sourceId }) => sourceId === 'knowledge')?.content).toContain('GET /pets');
    expect(empty['skipped']).toContainEqual(
      expect.objectContaining({
        sourceId: 'knowledge',
        reason: 'empty',
        message: expect.stringContaining('lexichord knowledge import') as string,
      }),
    );
  });

  describe('export', () => {
    it('writes facts that give the same graph again', async () => {
      const { stdout } = await runCommand(['knowledge', 'export'], { workingDirectory });
      const copy = aFolder({ 'knowledge.yaml': stdout, '.agent/config.yml': 'knowledge: { workspace: pets }\n' });

      const imported = await runJson(['knowledge', 'import', 'knowledge.yaml'], { workingDirectory: copy });
      const again = await runCommand(['knowledge', 'export'], { workingDirectory: copy });

      expect(imported['problems']).toEqual([]);
      expect(again.stdout).toBe(stdout);
      expect((parse(stdout) as { axioms: object[] }).axioms).toHaveLength(3);
    });

    it('gives the text with its numbers as JSON', async () => {
      const exported = await runJson(['knowledge', 'export', '--format', 'json'], { workingDirectory });

      const { entities } = JSON.parse(String(exported['content'])) as { entities: object[] };
      expect(exported).toMatchObject({ format: 'json', entities: entities.length, axioms: 3, isCut: false });
    });

    it('draws what is around an entity', async () => {
      const mermaid = await runCommand(['knowledge', 'export', '--format', 'mermaid', '--around', 'listPets'], {
        workingDirectory,
      });
      const dot = await runCommand(['knowledge', 'export', '--format', 'dot', '--around', 'listPets', '--depth', '2'], {
        workingDirectory,
      });

      expect(mermaid.stdout).toMatch(/^flowchart LR\n {2}n0\["Endpoint<br\/>GET \/pets"\]\n/);
      expect(dot.stdout).toContain(String.raw`"n1" [`);
      expect(dot.stdout).toContain(String.raw`label = "Endpoint\nPOST /pets";`);
      expect([mermaid.stderr, dot.stderr]).toEqual(['', '']);
    });

    it('says when a picture does not show everything', async () => {
      const { stderr } = await runCommand(['knowledge', 'export', '--format', 'mermaid', '--limit', '3'], {
        workingDirectory,
      });

      expect(stderr).toContain('The diagram is incomplete.');
    });

    it('KG-e §7 WriterPro: entities alone', async () => {
      const { stdout } = await runCommand(['knowledge', 'export', '--tier', 'writerpro'], { workingDirectory });
      const picture = await runToError(['knowledge', 'export', '--format', 'dot', '--tier', 'writerpro'], {
        workingDirectory,
      });

      expect(stdout).toContain('GET /pets');
      expect(stdout).not.toMatch(/relationships|axioms/);
      expect(picture.exitCode).toBe(3);
    });

    it.each([
      [['--format', 'svg'], '--format is "svg"; it must be one of yaml, json, dot, mermaid.'],
      [['--depth', '2'], '--depth needs an entity. Name one with --around.'],
      [['--around', 'Nothing'], 'No entity is named "Nothing".'],
    ])('refuses %j', async (argv, message) => {
      const error = await runToError(['knowledge', 'export', ...argv], { workingDirectory });

      expect(error.message).toContain(message);
    });
  });
});

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aKnowledgeFolder, aKnowledgeWorkspace, glossary, petApi, rules } from '../test-support/knowledge-workspace.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

/** Types and names of everything that is known. */
async function entitiesIn(workingDirectory: string): Promise<readonly string[]> {
  const { content } = await runJson(['knowledge', 'export', '--format', 'json'], { workingDirectory });
  const { entities } = JSON.parse(String(content)) as { entities: { type: string; name: string }[] };
  return entities.map(({ type, name }) => `${type} ${name}`);
}

describe('lexichord knowledge import', () => {
  it('reads files of several formats, and says what it read and changed', async () => {
    const workingDirectory = aKnowledgeFolder();

    const { exitCode, stdout, stderr } = await runCommand(
      ['knowledge', 'import', 'openapi.yaml', 'docs/glossary.md', 'rules.yaml'],
      { workingDirectory },
    );

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/openapi\.yaml\s+openapi\s+\d+\s+\d+\s+0\n/);
    expect(stdout).toMatch(/docs\/glossary\.md\s+markdown\s+\d+/);
    expect(stdout).toMatch(/rules\.yaml\s+facts\s+2\s+2\s+3\n/);
    expect(stdout).toMatch(/Stored\. entities: \d+ added; relationships: \d+ added; rules: 3 added\./);
    expect(stdout).toContain('Endpoint "POST /pets" has no "summary".  openapi.yaml:');
    expect(await entitiesIn(workingDirectory)).toEqual(
      expect.arrayContaining(['Component Billing', 'Endpoint GET /pets', 'Schema Pet', 'Service Petstore', 'Term Pet']),
    );
  });

  it('changes nothing the second time, and follows what has gone', async () => {
    const workingDirectory = await aKnowledgeWorkspace();

    const again = await runCommand(['knowledge', 'import', 'openapi.yaml'], { workingDirectory });
    writeFileSync(join(workingDirectory, 'docs/glossary.md'), '# Glossary\n\n**Pet**: Any animal.\n');
    const after = await runCommand(['knowledge', 'import', 'docs/glossary.md'], { workingDirectory });

    expect(again.stdout).toContain('Nothing has changed.');
    expect(after.stdout).toMatch(/entities: \d+ changed, 2 removed/);
    expect(await entitiesIn(workingDirectory)).not.toContain('Term Backorder');
  });

  it('with --json prints the report alone', async () => {
    const workingDirectory = aKnowledgeFolder();

    const report = await runJson(['knowledge', 'import', 'rules.yaml'], { workingDirectory });

    expect(report).toMatchObject({
      documents: [{ documentPath: 'rules.yaml', format: 'facts', entities: 2, relationships: 2, axioms: 3 }],
      changes: { entities: { added: 2, changed: 0, removed: 0, unchanged: 0 } },
      problems: [],
      violations: [{ axiomName: 'no circles' }, { axiomName: 'components have an owner' }],
    });
  });

  it('stores nothing when something cannot be read, tells file and line of it, and keeps what is valid with --partial', async () => {
    const bad = `${rules}  - name: broken\n    targetType: Component\n    condition: { kind: pattern, property: owner, pattern: '(' }\n`;
    const workingDirectory = aKnowledgeFolder({ 'bad.yaml': bad });

    const argv = ['knowledge', 'import', 'openapi.yaml', 'bad.yaml'];
    const { exitCode, stdout } = await runCommand(argv, { workingDirectory });
    const stored = await entitiesIn(workingDirectory);
    const partial = await runCommand([...argv, '--partial'], { workingDirectory });

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/1 problem\n {2}bad\.yaml:\d+ /);
    expect(stdout).toContain('not an RE2 regular');
    expect(stdout).toContain('Nothing was stored because of the problems above.');
    expect(stored).toEqual([]);
    expect(partial).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await entitiesIn(workingDirectory)).toContain('Component Billing');
  });

  it('with --strict stores nothing and ends with 1 when anything is wrong', async () => {
    const workingDirectory = aKnowledgeFolder();

    const { exitCode, stdout } = await runCommand(['knowledge', 'import', 'rules.yaml', '--strict'], {
      workingDirectory,
    });

    expect(exitCode).toBe(1);
    expect(stdout).toContain('Nothing was stored because of the problems above.');
    expect(await entitiesIn(workingDirectory)).toEqual([]);
  });

  it('ends with 1 when there is nothing to import', async () => {
    const workingDirectory = aFolder({ 'notes.yaml': 'shopping: [milk]\n' });

    const { exitCode, stdout } = await runCommand(['knowledge', 'import', 'notes.yaml'], { workingDirectory });

    expect(exitCode).toBe(1);
    expect(stdout).toContain('notes.yaml:1');
    expect(stdout).toContain('Nothing was stored because of the problems above.');
  });

  it('reads standard input when its format is named', async () => {
    const workingDirectory = aFolder();

    const unnamed = await runToError(['knowledge', 'import', '-'], { workingDirectory, stdin: glossary });
    const named = await runCommand(['knowledge', 'import', '-', '--format', 'markdown'], {
      workingDirectory,
      stdin: glossary,
    });

    expect(unnamed).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(named.exitCode).toBe(0);
    expect(await entitiesIn(workingDirectory)).toContain('Term Backorder');
  });

  it('takes yaml and json for lists of facts, and refuses formats that there are not', async () => {
    const workingDirectory = aKnowledgeFolder();

    const facts = await runJson(['knowledge', 'import', 'rules.yaml', '--format', 'yaml'], { workingDirectory });
    const error = await runToError(['knowledge', 'import', 'rules.yaml', '--format', 'xml'], { workingDirectory });

    expect(facts).toMatchObject({ documents: [{ format: 'facts' }] });
    expect(error).toMatchObject({
      exitCode: 2,
      message: '--format is "xml"; it must be one of openapi, markdown, yaml, json, manifest.',
    });
  });

  it('takes a folder for the manifests, API descriptions and glossaries in it', async () => {
    const workingDirectory = aKnowledgeFolder({
      'package.json': '{ "name": "petshop", "version": "1.0.0" }',
      'src/main.ts': 'export {};\n',
      '.gitignore': 'generated/\n',
      'generated/openapi.yaml': petApi,
    });

    const report = await runJson(['knowledge', 'import', '.'], { workingDirectory });

    const documents = report['documents'] as { documentPath: string }[];
    expect(documents.map(({ documentPath }) => documentPath)).toEqual([
      'docs/glossary.md',
      'openapi.yaml',
      'package.json',
    ]);
  });

  it('names what a folder without them, or outside, is good for', async () => {
    const workingDirectory = aKnowledgeFolder({ 'src/main.ts': '' });

    const empty = await runToError(['knowledge', 'import', 'src'], { workingDirectory });
    const outside = await runToError(['knowledge', 'import', aFolder({ 'openapi.yaml': petApi })], {
      workingDirectory,
    });

    expect(empty.message).toContain(
      'contains no file whose name is that of a package manifest, API description, glossary or file of facts',
    );
    expect(outside.message).toContain('is a folder outside the workspace');
    expect([empty.exitCode, outside.exitCode]).toEqual([2, 2]);
  });

  it('reads files from elsewhere under their name and folder, and those of the workspace under their path', async () => {
    const elsewhere = join(aFolder({ 'elsewhere.md': glossary }), 'elsewhere.md');
    const workingDirectory = aKnowledgeFolder();

    const report = await runJson(['knowledge', 'import', elsewhere, 'docs/glossary.md', './docs/glossary.md'], {
      workingDirectory,
    });

    const documents = report['documents'] as { documentPath: string }[];
    expect(documents.map(({ documentPath }) => documentPath)).toEqual([
      expect.stringMatching(/^outside-[0-9a-f]{8}\/elsewhere\.md$/) as string,
      'docs/glossary.md',
    ]);
  });

  it('keeps files of one name from several folders apart', async () => {
    const [one, other] = [
      aFolder({ 'openapi.yaml': petApi }),
      aFolder({ 'openapi.yaml': petApi.replaceAll('pets', 'cats') }),
    ];
    const workingDirectory = aKnowledgeFolder();
    const changesOf = async (...paths: string[]): Promise<unknown> =>
      (await runJson(['knowledge', 'import', ...paths], { workingDirectory }))['changes'];

    await changesOf('openapi.yaml');
    const first = await changesOf(join(one, 'openapi.yaml'));
    const second = await changesOf(join(other, 'openapi.yaml'));
    const again = await changesOf(join(one, 'openapi.yaml'));

    for (const changes of [first, second]) expect(changes).toMatchObject({ entities: { removed: 0 } });
    expect(again).toMatchObject({ entities: { added: 0, changed: 0, removed: 0 } });
    expect(await entitiesIn(workingDirectory)).toEqual(
      expect.arrayContaining(['Endpoint GET /pets', 'Endpoint GET /cats']),
    );
    const exported = await runCommand(['knowledge', 'export'], { workingDirectory });
    expect(exported.stdout).not.toContain(one);
  });

  it('removes nothing when a file is in the middle of a merge, and ends with 1', async () => {
    const workingDirectory = await aKnowledgeWorkspace();
    const before = await entitiesIn(workingDirectory);
    const merging = (text: string): string => `<<<<<<< HEAD\n${text}=======\n${text.slice(0, 40)}\n>>>>>>> other\n`;
    writeFileSync(join(workingDirectory, 'docs/glossary.md'), merging(glossary));
    writeFileSync(
      join(workingDirectory, 'openapi.yaml'),
      petApi.replace('paths:', '<<<<<<< HEAD\npaths:\n=======\n>>>>>>> other'),
    );
    writeFileSync(join(workingDirectory, 'rules.yaml'), 'knowledge: 1\nentities: [{ type: Component, name: Till }]\n');

    for (const names of [['docs/glossary.md'], ['openapi.yaml'], ['rules.yaml', 'openapi.yaml'], ['.']]) {
      const { exitCode, stdout } = await runCommand(['knowledge', 'import', ...names], { workingDirectory });

      expect(exitCode).toBe(1);
      expect(stdout).toMatch(/(?:glossary\.md:1|openapi\.yaml:3) {2}The file has unresolved merge conflicts/);
      expect(await entitiesIn(workingDirectory)).toEqual(before);
    }
    const partial = await runCommand(['knowledge', 'import', 'rules.yaml', 'openapi.yaml', '--partial'], {
      workingDirectory,
    });
    expect(partial.exitCode).toBe(0);
    const after = await entitiesIn(workingDirectory);
    expect(after).toContain('Endpoint GET /pets');
    expect(after).not.toContain('Component Billing');
  });

  it('takes what is odd and was read all the same, and says so', async () => {
    const workingDirectory = aKnowledgeFolder();
    const odd = petApi
      .replace('operationId: createPet', 'operationId: listPets')
      .replace(
        "'#/components/schemas/Pet' } } }\n      responses",
        "'#/components/schemas/Pot' } } }\n      responses",
      );
    writeFileSync(join(workingDirectory, 'openapi.yaml'), odd);

    const { exitCode, stdout } = await runCommand(['knowledge', 'import', 'openapi.yaml'], { workingDirectory });
    const strict = await runCommand(['knowledge', 'import', 'openapi.yaml', '--strict'], { workingDirectory });

    expect(exitCode).toBe(0);
    expect(stdout.match(/ warning: /g)).toHaveLength(2);
    expect(strict.exitCode).toBe(1);
  });

  it('names standard input, and says when one takes the place of another', async () => {
    const workingDirectory = aFolder();
    const add = async (stdin: string, ...more: string[]): Promise<Record<string, unknown>> =>
      runJson(['knowledge', 'import', '-', '--format', 'markdown', ...more], { workingDirectory, stdin });
    const other = '# Glossary\n\n**Cage**: Where a pet lives.\n';

    const named = [await add(glossary, '--source', 'shop terms'), await add(other, '--source', 'cage terms')];
    const unnamed = [await add(glossary), await add(other)];

    expect(named.map(({ warnings }) => warnings)).toEqual([[], []]);
    expect(unnamed[0]?.['warnings']).toEqual([]);
    expect(unnamed[1]?.['warnings']).toEqual([expect.stringContaining('--source')]);
    expect(await entitiesIn(workingDirectory)).toEqual(expect.arrayContaining(['Term Backorder', 'Term Cage']));
  });

  it('refuses names and flags that contradict each other', async () => {
    const workingDirectory = aKnowledgeFolder();
    const errorOf = (...argv: string[]): ReturnType<typeof runToError> =>
      runToError(['knowledge', 'import', ...argv], { workingDirectory, stdin: glossary });

    const errors = [
      await errorOf('rules.yaml', '--strict', '--partial'),
      await errorOf('rules.yaml', 'openapi.yaml', '--source', 'x'),
      await errorOf('-', '--format', 'markdown', '--source', ' '),
      await errorOf('-', '--format', 'markdown', '--source', 'docs/glossary.md'),
    ];

    for (const error of errors) expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
  });

  it('never reads a file that may hold secrets, nor what a file from elsewhere refers to around it', async () => {
    const outside = aFolder({ 'secret.yaml': 'Secret: { type: object, description: hidden-word }\n' });
    const api = petApi.replaceAll("'#/components/schemas/Pets'", "'../secret.yaml#/Secret'");
    mkdirSync(join(outside, 'api'));
    writeFileSync(join(outside, 'api/pets.yaml'), api);
    const workingDirectory = aKnowledgeFolder({ '.env': 'TOKEN=1\n' });
    symlinkSync(join(outside, 'secret.yaml'), join(workingDirectory, 'secret.yaml'));
    writeFileSync(
      join(workingDirectory, 'linked.yaml'),
      petApi.replaceAll("'#/components/schemas/Pets'", "'secret.yaml#/Secret'"),
    );

    const denied = await runToError(['knowledge', 'import', '.env'], { workingDirectory });
    const around = await runCommand(['knowledge', 'import', join(outside, 'api/pets.yaml')], { workingDirectory });
    const linked = await runCommand(['knowledge', 'import', 'linked.yaml'], { workingDirectory });
    const exported = await runCommand(['knowledge', 'export'], { workingDirectory });

    expect(denied.code).toBe('path-denied');
    expect(around.stdout).toMatch(/1 problem\n {2}outside-[0-9a-f]{8}\/pets\.yaml:\d+/);
    expect(linked.stdout).toMatch(/1 problem\n {2}linked\.yaml:\d+/);
    expect(exported.stdout).not.toContain('hidden-word');
  });

  it('takes a reference to a denied file or a folder for a problem of the line that has it', async () => {
    const workingDirectory = aKnowledgeFolder({
      '.env': 'Pets: { description: hidden-word }\n',
      'denied.yaml': petApi.replaceAll("'#/components/schemas/Pets'", "'.env#/Pets'"),
      'folder.yaml': petApi.replaceAll("'#/components/schemas/Pets'", "'docs#/Pets'"),
    });

    const report = await runJson(['knowledge', 'import', 'denied.yaml', 'folder.yaml'], { workingDirectory });

    const problems = report['problems'] as { documentPath: string }[];
    expect(problems.map(({ documentPath }) => documentPath)).toEqual(['denied.yaml', 'folder.yaml']);
    expect(JSON.stringify(report)).not.toContain('hidden-word');
  });

  it('follows what a file of the workspace refers to within it', async () => {
    const workingDirectory = aKnowledgeFolder({
      'api/openapi.yaml': petApi.replaceAll("'#/components/schemas/Pets'", "'../shared/animals.yaml#/Animals'"),
      'shared/animals.yaml': 'Animals: { type: array, description: Many animals., items: { type: string } }\n',
    });

    const report = await runJson(['knowledge', 'import', 'api/openapi.yaml'], { workingDirectory });

    expect(report['problems']).toEqual([]);
    expect(JSON.stringify(await runJson(['knowledge', 'export'], { workingDirectory }))).toContain('Many animals.');
  });

  it('shows how far it is on a terminal alone', async () => {
    const options = { workingDirectory: aKnowledgeFolder(), terminalColumns: 100 };

    const { stderr } = await runCommand(['knowledge', 'import', 'openapi.yaml'], options);

    expect(stderr).toContain('Storing ');
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('KG-e §7 Core: is not available', async () => {
    const error = await runToError(['knowledge', 'import', 'rules.yaml', '--tier', 'core'], {
      workingDirectory: aKnowledgeFolder(),
    });

    expect(error).toMatchObject({ exitCode: 3, code: 'license-required' });
  });

  it('KG-e §7 WriterPro: tells of no rule', async () => {
    const report = await runJson(['knowledge', 'import', 'rules.yaml', '--tier', 'writerpro'], {
      workingDirectory: aKnowledgeFolder(),
    });

    expect(report['violations']).toEqual([]);
  });
});

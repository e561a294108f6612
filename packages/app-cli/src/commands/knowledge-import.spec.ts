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
  it('DESIGN §8: reads files of several formats, and says what it read and changed', async () => {
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

  it('keeps what is valid and tells file and line of what is not', async () => {
    const bad = `${rules}  - name: broken\n    targetType: Component\n    condition: { kind: pattern, property: owner, pattern: '(' }\n`;
    const workingDirectory = aKnowledgeFolder({ 'bad.yaml': bad });

    const { exitCode, stdout } = await runCommand(['knowledge', 'import', 'bad.yaml'], { workingDirectory });

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/1 problem\n {2}bad\.yaml:\d+ /);
    expect(stdout).toContain('not a regular');
    expect(await entitiesIn(workingDirectory)).toContain('Component Billing');
  });

  it('with --strict stores nothing and ends with 1 when anything is wrong', async () => {
    const workingDirectory = aKnowledgeFolder();

    const { exitCode, stdout } = await runCommand(['knowledge', 'import', 'rules.yaml', '--strict'], {
      workingDirectory,
    });

    expect(exitCode).toBe(1);
    expect(stdout).toContain('Nothing was stored because of what is listed above.');
    expect(await entitiesIn(workingDirectory)).toEqual([]);
  });

  it('ends with 1 when there is nothing to import', async () => {
    const workingDirectory = aFolder({ 'notes.yaml': 'shopping: [milk]\n' });

    const { exitCode, stdout } = await runCommand(['knowledge', 'import', 'notes.yaml'], { workingDirectory });

    expect(exitCode).toBe(1);
    expect(stdout).toContain('notes.yaml:1');
    expect(stdout).toContain('Nothing was found to import.');
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
      message: '--format is "xml"; it may be openapi, markdown, yaml, json, manifest.',
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

    expect(empty.message).toContain('holds no package manifest, API description, glossary or file of facts');
    expect(outside.message).toContain('is a folder outside the workspace');
    expect([empty.exitCode, outside.exitCode]).toEqual([2, 2]);
  });

  it('reads files from elsewhere under their name, and those of the workspace under their path', async () => {
    const elsewhere = join(aFolder({ 'elsewhere.md': glossary }), 'elsewhere.md');
    const workingDirectory = aKnowledgeFolder();

    const report = await runJson(['knowledge', 'import', elsewhere, 'docs/glossary.md', './docs/glossary.md'], {
      workingDirectory,
    });

    const documents = report['documents'] as { documentPath: string }[];
    expect(documents.map(({ documentPath }) => documentPath)).toEqual(['elsewhere.md', 'docs/glossary.md']);
  });

  it('refuses a file from elsewhere that would take the place of one of the workspace', async () => {
    const elsewhere = join(aFolder({ 'openapi.yaml': petApi }), 'openapi.yaml');

    const error = await runToError(['knowledge', 'import', elsewhere], { workingDirectory: aKnowledgeFolder() });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain('would be taken for "openapi.yaml", which is');
  });

  it('DESIGN §9: never reads a file that may hold secrets, nor what a file from elsewhere refers to around it', async () => {
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
    expect(around.stdout).toMatch(/1 problem\n {2}pets\.yaml:\d+/);
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

import { join } from 'node:path';

import { aKnowledgeFolder, aKnowledgeWorkspace, petApi } from '../test-support/knowledge-workspace.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

describe('lexichord knowledge axioms and check', () => {
  let workingDirectory: string;

  beforeAll(async () => {
    workingDirectory = await aKnowledgeWorkspace();
  });

  it('axioms: lists each rule as a sentence, with its name', async () => {
    const { stdout } = await runCommand(['knowledge', 'axioms'], { workingDirectory });

    expect(stdout).toBe(
      `  warning  Every Component should have "owner".
           components have an owner
  error    No chain of relationships depends-on must lead from a Component back
           to itself.
           no circles
  error    Every Endpoint must have "summary".
           endpoints have a summary · Readers see it first.

3 rules
`,
    );
  });

  it('axioms: keeps to a type', async () => {
    const { axioms } = await runJson(['knowledge', 'axioms', '--type', 'Endpoint'], { workingDirectory });
    const none = await runCommand(['knowledge', 'axioms', '--type', 'Term'], { workingDirectory });

    expect(axioms).toMatchObject([
      {
        name: 'endpoints have a summary',
        targetType: 'Endpoint',
        severity: 'error',
        condition: { kind: 'required-property', property: 'summary' },
        rule: 'Every Endpoint must have "summary".',
        source: { documentPath: 'rules.yaml' },
      },
    ]);
    expect(none.stdout).toContain('No rule applies to Term.');
  });

  it('check: shows what is broken with the places that prove it, and ends with 1 for an error', async () => {
    const { exitCode, stdout } = await runCommand(['knowledge', 'check'], { workingDirectory });

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^error {4}no circles {2}rules\.yaml:\d+-\d+\n/);
    expect(stdout).toMatch(
      /leads back to itself by depends-on: "Billing" → "Ledger" →\s+"Billing"\. {2}rules\.yaml:\d/,
    );
    expect(stdout).toMatch(/ {2}Endpoint "POST \/pets" has no "summary"\. {2}openapi\.yaml:\d+-\d+\n/);
    expect(stdout).toMatch(/\n2 errors, 1 warning\. \d+ entities and 3 rules checked\.\n$/);
  });

  it('check: is about one document when it is named, from wherever the user stands', async () => {
    const fromRoot = await runCommand(['knowledge', 'check', './docs/glossary.md'], { workingDirectory });
    const fromFolder = await runCommand(['knowledge', 'check', 'glossary.md', '--workspace', workingDirectory], {
      workingDirectory: join(workingDirectory, 'docs'),
    });
    const { violations } = await runJson(['knowledge', 'check', 'openapi.yaml'], { workingDirectory });

    expect([fromRoot.exitCode, fromRoot.stdout]).toEqual([0, expect.stringContaining('No rule is broken.')]);
    expect(fromFolder.stdout).toBe(fromRoot.stdout);
    expect(violations).toMatchObject([
      {
        axiomName: 'endpoints have a summary',
        entityName: 'POST /pets',
        evidence: [{ documentPath: 'openapi.yaml' }, { documentPath: 'rules.yaml' }],
      },
    ]);
  });

  it('check: refuses a document that nothing was read in', async () => {
    const error = await runToError(['knowledge', 'check', 'other.yaml'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 1, code: 'not-found' });
    expect(error.message).toContain('No entity was imported from "other.yaml".');
  });

  it('check: ends with 0 for warnings, without rules, and without anything', async () => {
    const warned = aKnowledgeFolder({
      'only-warnings.yaml':
        'knowledge: 1\nentities: [{ type: A, name: x }]\naxioms: [{ name: r, targetType: A, condition: { kind: required-property, property: p } }]\n',
    });
    await runCommand(['knowledge', 'import', 'only-warnings.yaml'], { workingDirectory: warned });
    const unruled = aFolder({ 'openapi.yaml': petApi });
    await runCommand(['knowledge', 'import', 'openapi.yaml'], { workingDirectory: unruled });

    const results = [
      await runCommand(['knowledge', 'check'], { workingDirectory: warned }),
      await runCommand(['knowledge', 'check'], { workingDirectory: unruled }),
      await runCommand(['knowledge', 'check'], { workingDirectory: aFolder() }),
    ];

    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(results[0]?.stdout).toContain('1 warning. 1 entity and 1 rule checked.');
    expect(results[1]?.stdout).toContain('0 rules checked: no rule can be broken.');
    expect(results[2]?.stdout).toContain('The knowledge graph is empty.');
  });

  it('check: shows the first of many, and counts the others', async () => {
    const entities = Array.from({ length: 30 }, (_, index) => `  - { type: A, name: e${index} }\n`).join('');
    const folder = aFolder({
      'many.yaml': `knowledge: 1\nentities:\n${entities}axioms: [{ name: r, targetType: A, condition: { kind: required-property, property: p } }]\n`,
    });
    await runCommand(['knowledge', 'import', 'many.yaml'], { workingDirectory: folder });

    const { stdout } = await runCommand(['knowledge', 'check'], { workingDirectory: folder });

    expect(stdout.match(/has no "p"/g)).toHaveLength(5);
    expect(stdout).toContain('… and 25 more\n\n30 warnings.');
  });

  it.each([['axioms'], ['check']])('KG-e §7 WriterPro: %s is not available', async (command) => {
    const error = await runToError(['knowledge', command, '--tier', 'writerpro'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 3, code: 'license-required' });
  });
});

import { cp, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getFragment } from '@lexichord/abstractions';
import { type Findings, askProduct, exampleWorkspace, main } from './main.js';

describe('example 05: know your product', () => {
  let workspace: string;
  let findings: Findings;

  beforeAll(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-example-')));
    await cp(exampleWorkspace, workspace, { recursive: true });
    findings = await askProduct(workspace, 'start a loan for a member');
  });

  afterAll(() => rm(workspace, { recursive: true, force: true }));

  it('reads the description, the glossary and the rules without a problem', () => {
    expect(findings.report.problems).toEqual([]);
    expect(findings.report.documents).toMatchObject([
      { documentPath: 'api/lending.yaml', format: 'openapi' },
      { documentPath: 'glossary.md', format: 'markdown' },
      { documentPath: 'rules.yaml', format: 'facts', axioms: 3 },
    ]);
  });

  it('finds the rule that is broken, with the lines that prove it', () => {
    expect(findings.violations).toMatchObject([
      {
        axiomName: 'endpoints have a tag',
        severity: 'warning',
        entityName: 'GET /tools',
        evidence: [{ documentPath: 'api/lending.yaml' }, { documentPath: 'rules.yaml' }],
      },
    ]);
  });

  it('tells the endpoint, what it takes and gives, and what the words mean', () => {
    const names = findings.knowledge.entities.map(({ type, name }) => `${type} ${name}`);

    expect(names[0]).toBe('Endpoint POST /loans');
    expect(names).toEqual(expect.arrayContaining(['Schema NewLoan', 'Schema Loan', 'Term Loan', 'Term Overdue']));
    expect(findings.knowledge.content).toContain('days: integer, 1 to 21, default 7');
  });

  it('is part of what an agent gets to read, within the budget', () => {
    const { context } = findings;

    expect(getFragment(context, 'knowledge')?.content).toContain('POST /loans');
    expect(context.renderedTokens).toBeLessThanOrEqual(1_500);
  });

  it('follows a change of a document, and changes nothing otherwise', async () => {
    const path = join(workspace, 'api/lending.yaml');
    await writeFile(path, (await readFile(path, 'utf8')).replace('operationId: listTools', '$&\n      tags: [shed]'));

    const { report, violations } = await askProduct(workspace, 'list the tools');
    const { report: again } = await askProduct(workspace, 'list the tools');

    expect(report.changes?.entities).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(violations).toEqual([]);
    expect(again.changes?.entities).toMatchObject({ added: 0, changed: 0, removed: 0 });
  });

  it('prints what was read and told, and leaves nothing in the workspace that comes with it', async () => {
    const printed = await main();

    expect(printed).toContain('read: glossary.md');
    expect(printed).toContain('POST /loans');
    expect(await readdir(exampleWorkspace)).not.toContain('.lexichord');
  });
});

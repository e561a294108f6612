import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AssembledContext, combineContent, getFragment } from '@lexichord/abstractions';
import { assembleHandbook, describe as describeContext, exampleWorkspace, main } from './main.js';

describe('example 01: assemble a document', () => {
  let workspace: string;
  let context: AssembledContext;

  beforeAll(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-example-')));
    await cp(exampleWorkspace, workspace, { recursive: true });
    context = await assembleHandbook(workspace);
  });

  afterAll(() => rm(workspace, { recursive: true, force: true }));

  it('keeps the rendered text within the budget', () => {
    expect(context.maxTokens).toBe(600);
    expect(context.renderedTokens).toBeLessThanOrEqual(600);
    expect(context.renderedTokens).toBeGreaterThan(300);
  });

  it('has the document, the selection, the outline and the required style rules, most important first', () => {
    expect(context.fragments.map(({ sourceId }) => sourceId)).toEqual(['document', 'selection', 'heading', 'style']);
    expect(getFragment(context, 'selection')?.content).toContain('⟦selection⟧log in to the console');
    expect(context.variables).toMatchObject({ DocumentName: 'handbook.md', CurrentHeading: 'Deploying' });
    expect(context.warnings).toEqual([]);
  });

  it('keeps the section that the cursor is in when the document does not fit whole', () => {
    const document = getFragment(context, 'document')?.content ?? '';

    expect(document).toContain('## Deploying');
    expect(document).toContain('simply approve the step');
    expect(document).not.toContain('Ask what would have made it shorter');
  });

  it('names the style rules that the text breaks, and how often', () => {
    const style = getFragment(context, 'style')?.content ?? '';

    expect(style).toMatch(/sign in.*\(error, house\.sign-in; found once in this text\)/u);
    expect(style).toMatch(/simply.*\(warning, house\.filler; found once in this text\)/u);
  });

  it('says what is not there and why', () => {
    expect(context.skipped.map(({ sourceId, reason }) => `${sourceId}: ${reason}`)).toEqual([
      'cursor: over-budget',
      'rag: no-index',
      'repository: disabled',
      'conversation: empty',
      'knowledge: empty',
    ]);
  });

  it('gives the same bytes again, and another document another context', async () => {
    const again = await assembleHandbook(workspace);
    expect(combineContent(again)).toBe(combineContent(context));

    const path = join(workspace, 'handbook.md');
    await writeFile(path, (await readFile(path, 'utf8')).replace('three graphs', 'four graphs'));
    expect(combineContent(await assembleHandbook(workspace))).toContain('Watch four graphs');
  });

  it('prints the context and the account of it', async () => {
    const printed = await main();

    expect(printed).toContain(combineContent(context));
    expect(printed).toContain(`--- ${context.renderedTokens} of 600 tokens`);
    expect(printed).toContain('left out: rag (no-index)');
    expect(printed).toBe(describeContext(context));
  });
});

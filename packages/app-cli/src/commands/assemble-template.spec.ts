import { symlink } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import { type RunOptions, aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
const sections = Array.from(
  { length: 12 },
  (_, index) => `## Part ${index}\n\nSentence ${index} speaks of rivers, bridges and the {{query}} of boats.\n`,
);
const root = aFolder({
  'report.md': `# Rivers\n\n${sections.join('\n')}`,
  'once.mustache': 'Document: {{DocumentName}}\n{{context}}\nQuestion: {{query}}\n',
  'twice.mustache': '{{context}}\n---\n{{#fragments}}[{{label}}] {{content}} ({{sourceId}})\n{{/fragments}}',
  'long.mustache': `${'word '.repeat(400)}{{context}}`,
  'partial.mustache': '{{> other}}',
  'typo.mustache': '{{contxt}}',
  '.env': 'KEY=1\n{{context}}',
  'deploy/id_rsa': '{{context}}',
  'binary.mustache': Buffer.from([0, 1, 2]),
});
const here: RunOptions = { workingDirectory: root };
const template = (name: string): readonly string[] => ['assemble', 'report.md', '--template', name];

describe('assemble --template', () => {
  it('fills the template, and counts all of it', async () => {
    const result = await runJson([...template('once.mustache'), '--query', 'what?'], here);
    const content = result['content'] as string;

    expect(content).toMatch(/^Document: report\.md\n## Document Content\n# Rivers/u);
    expect(content).toMatch(/\nQuestion: what\?\n$/u);
    expect(content).toContain('the {{query}} of boats');
    expect(result['renderedTokens']).toBe(counter.countTokens(content));
  });

  it('stays within the budget whatever the template and the budget are', async () => {
    const part = fc.constantFrom(
      '{{context}}',
      '{{#fragments}}{{content}}|{{/fragments}}',
      '{{query}} ',
      'Some words. ',
      '漢字\n',
    );

    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 400 }),
        async (parts, budget) => {
          const argv = [
            'assemble',
            'report.md',
            '--json',
            '--cursor',
            '40',
            '--template',
            '-',
            '--budget',
            String(budget),
          ];
          const { exitCode, stdout, stderr } = await runCommand(argv, { ...here, stdin: parts.join('') });
          if (exitCode === 0) {
            const { content, maxTokens, renderedTokens } = JSON.parse(stdout) as Record<string, string>;
            expect(counter.countTokens(content ?? '')).toBeLessThanOrEqual(budget);
            expect([maxTokens, renderedTokens]).toEqual([budget, counter.countTokens(content ?? '')]);
          } else {
            expect(stderr).toContain('budget-exceeded');
            expect(counter.countTokens(parts.join('').replaceAll(/\{\{[^}]*\}\}/gu, ''))).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('leaves each copy its share when the context stands in it twice', async () => {
    const { renderedTokens, totalTokens } = await runJson([...template('twice.mustache'), '--budget', '300'], here);

    expect(renderedTokens).toBeLessThanOrEqual(300);
    expect(totalTokens).toBeGreaterThan(60);
  });

  it('fails when the template alone is too long', async () => {
    const error = await runToError([...template('long.mustache'), '--budget', '100'], here);

    expect(error).toMatchObject({ exitCode: 1, code: 'budget-exceeded', details: { maxTokens: 100 } });
  });

  it.each([
    ['partial.mustache', 2, 'invalid-argument'],
    ['missing.mustache', 1, 'not-found'],
    ['.', 2, 'invalid-argument'],
    ['binary.mustache', 1, 'binary-file'],
  ])('fails for %s', async (name, exitCode, code) => {
    expect(await runToError(template(name), here)).toMatchObject({ exitCode, code });
  });

  it('may lie outside the workspace, relative to the current folder', async () => {
    const outside = aFolder({ 'prompt.mustache': 'P: {{context}}' });

    const { content } = await runJson(template(join(outside, 'prompt.mustache')), here);

    expect(content).toMatch(/^P: ## /u);
  });

  it.each(['.env', 'deploy/id_rsa', 'innocent.mustache'])('is no file whose name is denied: %s', async (name) => {
    await symlink(join(root, '.env'), join(root, 'innocent.mustache')).catch(() => undefined);
    const outside = aFolder({ '.env': 'KEY=1\n{{context}}', 'deploy/id_rsa': '{{context}}' });
    await symlink(join(outside, '.env'), join(outside, 'innocent.mustache'));

    for (const place of [name, join(outside, name)]) {
      expect(await runToError(template(place), here)).toMatchObject({ exitCode: 1, code: 'path-denied' });
    }
  });

  it('warns when no context goes into it', async () => {
    const empty: RunOptions = { ...here, stdin: 'Question: {{query}}' };
    const { exitCode, stderr } = await runCommand([...template('-'), '--query', 'why?'], empty);

    expect(exitCode).toBe(0);
    expect(stderr).toContain('warning: The template prints no content');
    expect((await runCommand(template('once.mustache'), here)).stderr).not.toContain('prints no content');
  });

  it('says which of its names mean nothing', async () => {
    const { stderr } = await runCommand(template('typo.mustache'), here);

    expect(stderr).toContain(
      'warning: The template has the unknown variables "contxt", which stay empty. Available variables: context, query,',
    );
  });
});

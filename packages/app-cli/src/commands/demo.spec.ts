import { readdirSync } from 'node:fs';

import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

describe('demo', () => {
  it('assembles a real document, shows the budget, and says what to try next', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['demo'], { workingDirectory: aFolder() });

    expect(exitCode).toBe(0);
    expect(stdout).toContain('## Document Content\n');
    expect(stdout).toContain('## Selected Text\n');
    expect(stderr).toContain('Budget: 8,000 tokens | Used: ');
    expect(stderr).toMatch(/Try next:\n {2}npx lexichord assemble /u);
  });

  it('shows document, selection, cursor and heading, within the budget it is given', async () => {
    const { fragments, renderedTokens } = await runJson(['demo', '--budget', '900'], { workingDirectory: aFolder() });

    expect((fragments as { sourceId: string }[]).map(({ sourceId }) => sourceId)).toEqual(
      expect.arrayContaining(['document', 'selection', 'cursor', 'heading']),
    );
    expect(renderedTokens).toBeLessThanOrEqual(900);
  });

  it('writes nothing where the user is, and works in a home folder', async () => {
    const home = aFolder();

    const { exitCode } = await runCommand(['demo'], { workingDirectory: home, environment: { HOME: home } });

    expect(exitCode).toBe(0);
    expect(readdirSync(home)).toEqual([]);
  });

  it('brings its own workspace', async () => {
    const options = { workingDirectory: aFolder() };

    expect(await runToError(['demo', '--workspace', '.'], options)).toMatchObject({ exitCode: 2 });
    expect(await runToError(['demo', '--tier', 'core'], options)).toMatchObject({ exitCode: 3 });
  });
});

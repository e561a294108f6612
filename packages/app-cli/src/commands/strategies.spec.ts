import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

interface ListedStrategy {
  readonly strategyId: string;
  readonly state: string;
}

async function statesIn(workingDirectory: string, ...argv: readonly string[]): Promise<Record<string, string>> {
  const { strategies } = await runJson(['strategies', 'list', ...argv], { workingDirectory });
  return Object.fromEntries((strategies as ListedStrategy[]).map(({ strategyId, state }) => [strategyId, state]));
}

describe('strategies list', () => {
  it('shows every strategy, most important first, with its state', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['strategies', 'list'], { workingDirectory: aFolder() });

    expect([exitCode, stderr]).toEqual([0, '']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/u));
    expect(lines[0]).toEqual(['ID', 'Name', 'Tier', 'Priority', 'Tokens', 'State']);
    expect(lines[1]).toEqual(['document', 'Document Content', 'WriterPro', '100', '4,000', 'on']);
    expect(lines.map(([id]) => id).slice(1)).toEqual(
      expect.arrayContaining(['selection', 'cursor', 'heading', 'style']),
    );
  });

  it('shows what is locked, and the tier that opens it', async () => {
    const workingDirectory = aFolder();
    const { stdout } = await runCommand(['strategies', 'list', '--tier', 'core'], { workingDirectory });

    expect(stdout).toMatch(/document .*locked, needs WriterPro/u);
    expect(stdout).toMatch(/style .*locked, needs Teams/u);
    expect(await statesIn(workingDirectory, '--tier', 'writerpro')).toMatchObject({ document: 'on', style: 'locked' });
  });

  it.each([80, 120])('fits into %d columns', async (terminalColumns) => {
    const { stdout } = await runCommand(['strategies', 'list', '--tier', 'core'], {
      workingDirectory: aFolder(),
      terminalColumns,
    });

    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(terminalColumns);
  });
});

describe('strategies enable and disable', () => {
  it('switches a strategy for the workspace, for whoever opens it next', async () => {
    const workingDirectory = aFolder({ 'a.md': '# A\n\nText.\n' });

    const off = await runCommand(['strategies', 'disable', 'heading'], { workingDirectory });
    const states = await statesIn(workingDirectory);
    const { skipped } = await runJson(['assemble', 'a.md'], { workingDirectory });
    const on = await runJson(['strategies', 'enable', 'heading'], { workingDirectory });

    expect(off).toEqual({ exitCode: 0, stdout: 'Heading Hierarchy (heading) is off in this workspace.\n', stderr: '' });
    expect(states).toMatchObject({ heading: 'off', document: 'on' });
    expect(skipped).toEqual(
      expect.arrayContaining([expect.objectContaining({ sourceId: 'heading', reason: 'disabled' })]),
    );
    expect(on).toEqual({ strategyId: 'heading', enabled: true });
    expect(await statesIn(workingDirectory)).toMatchObject({ heading: 'on' });
    expect(JSON.parse(readFileSync(join(workingDirectory, '.lexichord/state.json'), 'utf8'))).toBeDefined();
  });

  it.each(['enable', 'disable'])('refuses to %s a strategy that there is not, and writes nothing', async (command) => {
    const workingDirectory = aFolder();

    const error = await runToError(['strategies', command, 'headng'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 2, code: 'unknown-strategy' });
    expect(error.message).toContain('Did you mean "heading"?');
    expect((await runToError(['strategies', command, '__proto__'], { workingDirectory })).message).toContain(
      'Available strategies:',
    );
    expect(existsSync(join(workingDirectory, '.lexichord'))).toBe(false);
  });

  it('has no switch for what is locked', async () => {
    const workingDirectory = aFolder();
    const error = await runToError(['--tier', 'core', 'strategies', 'disable', 'document'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 3, code: 'license-required', details: { required: 'WriterPro' } });
    expect(existsSync(join(workingDirectory, '.lexichord'))).toBe(false);
  });
});

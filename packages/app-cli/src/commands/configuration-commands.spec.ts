import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const manual = 'context:\n  budget:\n    total: 100000\n    response_reserve: 15000\n    system_reserve: 8000\n';

describe('init', () => {
  it('writes a commented configuration that is valid and sets nothing', async () => {
    const workingDirectory = aFolder();

    const { exitCode, stdout } = await runCommand(['init'], { workingDirectory });

    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Wrote .agent/config.yml in ${workingDirectory}.`);
    expect(readFileSync(join(workingDirectory, '.agent/config.yml'), 'utf8')).toContain('response_reserve');
    expect(readdirSync(join(workingDirectory, '.agent'))).toEqual(['config.yml']);
    const { settings } = await runJson(['config', 'show'], { workingDirectory });
    expect((settings as { origin: string }[]).filter(({ origin }) => origin === 'workspace')).toEqual([]);
  });

  it('leaves a file that is there as it is, unless forced', async () => {
    const workingDirectory = aFolder({ '.agent/config.yml': manual });
    const read = (): string => readFileSync(join(workingDirectory, '.agent/config.yml'), 'utf8');

    const error = await runToError(['init'], { workingDirectory });
    const before = read();
    const forced = await runJson(['init', '--force'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain('--force');
    expect(before).toBe(manual);
    expect(forced).toMatchObject({ outcome: 'replaced', file: '.agent/config.yml' });
    expect(read()).not.toBe(manual);
    expect(readdirSync(join(workingDirectory, '.agent'))).toEqual(['config.yml']);
  });

  it('writes through no link', async () => {
    const outside = aFolder({ 'precious.yml': 'keep me\n' });
    const viaFolder = aFolder();
    symlinkSync(outside, join(viaFolder, '.agent'));
    const viaFile = aFolder();
    mkdirSync(join(viaFile, '.agent'));
    symlinkSync(join(outside, 'precious.yml'), join(viaFile, '.agent/config.yml'));

    expect(await runToError(['init', '--force'], { workingDirectory: viaFolder })).toMatchObject({
      code: 'path-denied',
    });
    expect(await runToError(['init'], { workingDirectory: viaFile })).toMatchObject({ code: 'invalid-argument' });
    expect((await runCommand(['init', '--force'], { workingDirectory: viaFile })).exitCode).toBe(0);
    expect(readdirSync(outside)).toEqual(['precious.yml']);
    expect(readFileSync(join(outside, 'precious.yml'), 'utf8')).toBe('keep me\n');
  });

  it('writes into no home folder unless it is named', async () => {
    const home = aFolder();
    const options = { workingDirectory: home, environment: { HOME: home } };

    expect(await runToError(['init'], options)).toMatchObject({ exitCode: 2 });
    expect((await runCommand(['init', '--workspace', '.'], options)).exitCode).toBe(0);
  });

  it('says when it cannot write', async () => {
    const workingDirectory = aFolder({ '.agent': 'a file in the way' });

    expect(await runToError(['init'], { workingDirectory })).toMatchObject({ code: 'invalid-argument' });
  });
});

describe('config show', () => {
  const workingDirectory = aFolder({
    '.agent/config.yml': `${manual}  agents:\n    poet.laureate:\n      display_name: Poet\n`,
  });

  it('shows a section with what the budget comes to (T-016, troubleshooting 8)', async () => {
    const { stdout } = await runCommand(['config', 'show', 'context.budget'], { workingDirectory });

    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replaceAll(/ +/gu, ' '));
    expect(lines.slice(0, 4)).toEqual([
      'context.budget.total: 100000 # workspace',
      'context.budget.response_reserve: 15000 # workspace',
      'context.budget.system_reserve: 8000 # workspace',
      'context.budget.context_budget: 77000 # calculated: 100000 - 15000 - 8000',
    ]);
    expect(lines.every((line) => line.startsWith('context.budget.'))).toBe(true);
  });

  it('shows one setting, and where it comes from', async () => {
    const environment = { LEXICHORD__CONTEXT__BUDGET__TOTAL: '150000' };
    const show = (options = {}) =>
      runCommand(['config', 'show', 'context.budget.total'], { workingDirectory, ...options });

    expect((await show()).stdout).toBe('context.budget.total: 100000  # workspace\n');
    expect((await show({ environment })).stdout).toBe('context.budget.total: 150000  # environment\n');
  });

  it('shows names that the user chose, and settings that are not set', async () => {
    const { settings } = await runJson(['config', 'show'], { workingDirectory });

    expect(settings).toEqual(
      expect.arrayContaining([
        { key: 'context.agents.poet.laureate.display_name', value: 'Poet', origin: 'workspace' },
        { key: 'context.assembler.max_parallelism', origin: 'not set' },
        { key: 'context.assembler.default_budget', value: 8000, origin: 'default' },
      ]),
    );
  });

  it('never shows a secret', async () => {
    const environment = { LEXICHORD__STORAGE__ADDRESS: 's3://key:hunter2@bucket' };
    const { stdout } = await runCommand(['config', 'show'], { workingDirectory, environment });
    const json = JSON.stringify(await runJson(['config', 'show'], { workingDirectory, environment }));

    expect(stdout).toContain('storage.address: (secret)');
    expect(stdout + json).not.toContain('hunter2');
  });

  it('never shows a secret whose name the user chose', async () => {
    const environment = {
      LEXICHORD__STORAGE__OPTIONS__AWS_SECRET_ACCESS_KEY: 'hunter2',
      LEXICHORD__STORAGE__OPTIONS__AWS_REGION: 'hunter3',
    };
    const { stdout } = await runCommand(['config', 'show', 'storage'], { workingDirectory, environment });
    const { settings } = await runJson(['config', 'show', 'storage'], { workingDirectory, environment });

    expect(stdout).toMatch(/^storage\.options\.aws_secret_access_key: \(secret\) +# environment$/mu);
    expect(settings).toContainEqual({
      key: 'storage.options.aws_secret_access_key',
      origin: 'environment',
      isSecret: true,
    });
    expect(stdout + JSON.stringify(settings)).not.toMatch(/hunter/u);
  });

  it('refuses a key that there is not, and names the one that is near', async () => {
    const error = await runToError(['config', 'show', 'context.budgt'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain('Did you mean "context.budget"?');
    expect((await runToError(['config', 'show', '__proto__'], { workingDirectory })).exitCode).toBe(2);
  });

  it('works in a home folder, where no workspace counts', async () => {
    const home = aFolder({ '.agent/config.yml': manual });

    const { stdout } = await runCommand(['config', 'show', 'context.budget.total'], {
      workingDirectory: home,
      environment: { HOME: home },
    });

    expect(stdout).toContain('# default');
  });
});

describe('config validate', () => {
  it('says that all is well, and what was read', async () => {
    const workingDirectory = aFolder({ '.agent/config.yml': manual });

    expect(await runCommand(['config', 'validate'], { workingDirectory })).toEqual({
      exitCode: 0,
      stdout: 'The configuration is valid (read from .agent/config.yml).\n',
      stderr: '',
    });
    expect((await runCommand(['config', 'validate'], { workingDirectory: aFolder() })).stdout).toContain(
      'the defaults apply',
    );
  });

  it('names every problem, with exit code 2', async () => {
    const workingDirectory = aFolder({
      '.agent/config.yml': 'context:\n  budget:\n    total: -1\n  rankng: {}\nlicense:\n  file: x\n',
    });

    const { exitCode, stdout, stderr } = await runCommand(['config', 'validate'], { workingDirectory });

    expect([exitCode, stdout]).toEqual([2, '']);
    for (const key of ['context.budget.total', 'context.rankng', 'license']) expect(stderr).toContain(key);
    expect(await runToError(['assemble', 'a.md'], { workingDirectory })).toMatchObject({ exitCode: 2 });
  });
});

describe('config validate, beyond the schema', () => {
  it('finds what opening the workspace would find', async () => {
    const workingDirectory = aFolder({ '.agent/config.yml': 'model:\n  name: some-llama\n' });

    const error = await runToError(['config', 'validate'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-configuration' });
    expect(error.message).toContain('some-llama');
  });

  it('warns of a strategy that does not exist, as every command does that opens the workspace', async () => {
    const workingDirectory = aFolder({
      '.agent/config.yml': 'context:\n  assembler:\n    strategies: { documnt: { enabled: false } }\n',
      'a.md': '# A\n',
    });
    const warning = 'Did you mean "document"?';

    const checked = await runCommand(['config', 'validate'], { workingDirectory });
    const assembled = await runCommand(['assemble', 'a.md'], { workingDirectory });

    expect([checked.exitCode, assembled.exitCode]).toEqual([0, 0]);
    for (const { stderr } of [checked, assembled]) expect(stderr.split(warning)).toHaveLength(2);
    for (const argv of [
      ['config', 'validate'],
      ['assemble', 'a.md'],
    ]) {
      const { warnings } = await runJson(argv, { workingDirectory });
      expect(warnings).toEqual([expect.stringContaining(warning)]);
    }
  });
});

describe('config schema', () => {
  it('prints the JSON Schema, and nothing else', async () => {
    const { exitCode, stdout, stderr } = await runCommand(['config', 'schema'], { workingDirectory: aFolder() });

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'object', properties: { context: {}, logging: {} } });
    expect(await runJson(['config', 'schema'], { workingDirectory: aFolder() })).toEqual(JSON.parse(stdout));
  });
});

describe('config reload', () => {
  it('checks, and says that nobody is there to take it up', async () => {
    const workingDirectory = aFolder({ '.agent/config.yml': manual });

    const { exitCode, stdout } = await runCommand(['config', 'reload'], { workingDirectory });

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /\nNeither "lexichord preview" nor "lexichord index --watch" runs in this workspace, so .*\.\n$/u,
    );
    expect(await runJson(['config', 'reload'], { workingDirectory })).toMatchObject({
      valid: true,
      reloaded: 0,
      processes: [],
      message: expect.stringContaining('Neither') as string,
    });
  });

  it('fails for a broken configuration', async () => {
    const workingDirectory = aFolder({ '.agent/config.yml': 'context: 3\n' });

    expect(await runToError(['config', 'reload'], { workingDirectory })).toMatchObject({
      exitCode: 2,
      code: 'invalid-configuration',
    });
  });
});

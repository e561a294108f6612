import { readFileSync } from 'node:fs';

import { PassThrough } from 'node:stream';

import { aFolder, runCommand, runToError } from '../test-support/run-command.js';
import { commandTable } from './command-table.js';
import { guardStream } from './guard-stream.js';

const folder = aFolder();
const run = (...argv: readonly string[]) => runCommand(argv, { workingDirectory: folder });

describe('the command line', () => {
  it('prints help on standard output, with every command and an example', async () => {
    const { exitCode, stdout, stderr } = await run('--help');

    expect([exitCode, stderr]).toEqual([0, '']);
    for (const { name } of commandTable) expect(stdout).toContain(`\n  ${name}`);
    expect(stdout).toContain('Examples:\n  lexichord start');
  });

  const paths = commandTable.flatMap((entry) =>
    'commands' in entry ? [[entry.name], ...entry.commands.map(({ name }) => [entry.name, name])] : [[entry.name]],
  );
  it.each(paths)('has help with an example for %s %s', async (...path: readonly (string | undefined)[]) => {
    const words = path.filter((word) => word !== undefined);
    const { exitCode, stdout } = await run(...words, '--help');

    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Usage: lexichord ${words.join(' ')}`);
    expect(stdout).toMatch(/Examples:\n {2}\S/u);
    expect(stdout).toContain('--workspace <folder>');
  });

  it('fits its help into the terminal', async () => {
    const { stdout } = await runCommand(['assemble', '--help'], { workingDirectory: folder, terminalColumns: 60 });

    const prose = stdout.slice(0, stdout.indexOf('Examples:'));
    expect(Math.max(...prose.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };

    expect(await run('--version')).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [[], 'Usage: lexichord'],
    [['strategies'], 'Usage: lexichord strategies'],
  ])('shows help on standard error when no command is given: %j', async (argv, usage) => {
    const { exitCode, stdout, stderr } = await run(...argv);

    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(usage);
  });

  it.each([
    [
      ['asemble', 'a.md'],
      'Unknown command "asemble". Did you mean assemble? Run "lexichord --help" to see all commands.',
    ],
    [['strategies', 'lst'], 'Unknown command "lst". Did you mean list? Run "lexichord --help" to see all commands.'],
    [['serch', 'login'], 'Unknown command "serch". Did you mean search? Run "lexichord --help" to see all commands.'],
    [['frobnicate'], 'Unknown command "frobnicate". Run "lexichord --help" to see all commands.'],
    [
      ['assemble', 'a.md', '--bugdet', '3'],
      'Unknown option "--bugdet". Did you mean --budget? Run it with --help to see its arguments and options.',
    ],
    [['assemble'], 'Missing required argument "document".'],
    [['assemble', 'a.md', 'b.md'], 'Too many arguments for "assemble".'],
    [['assemble', 'a.md', '--budget'], 'Option "--budget <tokens>" argument missing.'],
    [['license', 'show', '--tier', 'gold'], '--tier is "gold"; it must be one of Core, WriterPro, Teams, Enterprise'],
    [['license', 'show', '--workspace', 'nowhere'], 'The workspace "nowhere" is not a folder.'],
  ])('refuses %j with exit code 2 and one sentence', async (argv, message) => {
    const { exitCode, stdout, stderr } = await run(...argv);

    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await runToError(argv, { workingDirectory: folder })).toMatchObject({
      exitCode: 2,
      code: 'invalid-argument',
    });
  });

  it('takes global options before and behind the command; the nearer one counts', async () => {
    const { stdout } = await run('--tier', 'core', 'license', '--json', 'show', '--tier', 'WRITERPRO');

    expect(JSON.parse(stdout)).toMatchObject({ tier: 'WriterPro' });
  });

  it('shows a stack only with --debug', async () => {
    const argv = ['license', 'show', '--tier', 'gold'];

    expect((await run(...argv)).stderr).not.toContain('    at ');
    expect((await run(...argv, '--debug')).stderr).toContain('    at ');
    expect((await run(...argv, '--debug', '--json')).stderr).toContain('"stack":"LexichordError: ');
  });

  it.each([
    [[], 'Interrupted before completion.\n'],
    [['--json'], '{"error":{"code":"interrupted","message":"Interrupted before completion.","details":{}}}\n'],
  ])('ends with 130 when it is interrupted, at once even while it waits for input: %j', async (extra, message) => {
    const interruption = new AbortController();
    const argv = ['debug', 'tokenize', '--file', '-', ...extra];
    const result = runCommand(argv, {
      workingDirectory: folder,
      stdin: new PassThrough(),
      signal: interruption.signal,
    });

    interruption.abort();

    expect(await result).toEqual({ exitCode: 130, stdout: '', stderr: message });
  });
});

describe('guardStream', () => {
  const broken = (code: string) => {
    const host: { exitCode?: number; stderr: PassThrough } = { stderr: new PassThrough() };
    const stream = new PassThrough();
    guardStream(stream, host);
    stream.emit('error', Object.assign(new TypeError('broken'), { code }));
    return { exitCode: host.exitCode, message: String(host.stderr.read() ?? '') };
  };

  it('takes a reader that has gone for no failure', () => {
    expect(broken('EPIPE')).toEqual({ exitCode: undefined, message: '' });
  });

  it('fails when the output is lost', () => {
    expect(broken('ENOSPC')).toEqual({ exitCode: 1, message: 'error: The output cannot be written: broken.\n' });
  });
});

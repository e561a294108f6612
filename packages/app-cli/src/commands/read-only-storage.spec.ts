import { cpSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { FollowedCommand } from '../test-support/followed-command.js';
import { aChatFolder } from '../test-support/memory-workspace.js';
import { glossary } from '../test-support/knowledge-workspace.js';
import { type CommandResult, type RunOptions, aFolder, runCommand, runToError } from '../test-support/run-command.js';

const told = 'warning: storage.read_only is set, so the search index was not updated here.\n';

describe('commands with storage.read_only', () => {
  let shared: string;
  let writer: RunOptions;
  let reader: RunOptions;
  let writtenBefore: readonly string[];

  beforeAll(async () => {
    shared = aFolder();
    const address = join(shared, 'db');
    const files = {
      'docs/glossary.md': glossary,
      'src/ferry.ts': 'export function ferryTime() {\n  return "nine";\n}\n',
    };
    const variables = { LEXICHORD__STORAGE__ADDRESS: address, LEXICHORD__KNOWLEDGE__WORKSPACE: 'pets' };
    writer = { workingDirectory: aChatFolder(files), environment: variables };
    for (const argv of [
      ['index'],
      ['memory', 'add', 'chat.jsonl', '--conversation', 'chat'],
      ['memory', 'backup', 'memory.backup'],
      ['knowledge', 'import', 'docs/glossary.md'],
      ['knowledge', 'backup', 'knowledge.backup'],
    ]) {
      expect(await runCommand(argv, writer)).toMatchObject({ exitCode: 0, stderr: '' });
    }
    // Another machine's folder: the same files at other times, and one of its own.
    const workingDirectory = aFolder({ 'src/own.ts': 'export function ownTime() {\n  return "ten";\n}\n' });
    cpSync(writer.workingDirectory, workingDirectory, {
      recursive: true,
      filter: (path) => !path.endsWith('.lexichord'),
    });
    reader = { workingDirectory, environment: { ...variables, LEXICHORD__STORAGE__READ_ONLY: 'true' } };
    writtenBefore = stateOf(shared);
  });

  afterEach(() => {
    expect(stateOf(shared)).toEqual(writtenBefore);
  });

  const run = (...argv: readonly string[]): Promise<CommandResult> => runCommand(argv, reader);

  it.each([['search', 'ferry time'], ['pack', 'when does the ferry leave'], ['map']])(
    '%s answers from the index as it is, and says so once',
    async (...argv) => {
      const { exitCode, stdout, stderr } = await run(...argv);

      expect([exitCode, stderr]).toEqual([0, told]);
      expect(stdout).toContain('ferry');
      expect(stdout).not.toContain('ownTime');
    },
  );

  it('search keeps its copy of the index in the state folder, and says nothing where no update was wanted', async () => {
    expect(await run('search', 'ferry time', '--no-refresh')).toMatchObject({ exitCode: 0, stderr: '' });

    expect(readdirSync(join(reader.workingDirectory, '.lexichord'))).toContain('search-corpus.bin');
  });

  it.each([
    [['doctor']],
    [['doctor', '--deep']],
    [['memory', 'list']],
    [['memory', 'show', 'chat', '--level', 'brief']],
    [['memory', 'recall', 'chat', 'ferry']],
    [['memory', 'verify', 'chat']],
    [['memory', 'export', 'chat']],
    [['memory', 'backup', 'again.backup']],
    [['knowledge', 'search', 'pet']],
    [['knowledge', 'export']],
    [['knowledge', 'context', 'pet']],
    [['strategies', 'disable', 'style']],
    [['context', 'show']],
  ])('%j reads', async (argv) => {
    const { exitCode, stderr } = await run(...argv);

    expect(exitCode).toBe(0);
    expect(stderr).not.toMatch(/warning|error/u);
  });

  it.each([
    [['index']],
    [['index', 'src']],
    [['index', '--rebuild']],
    [['context', 'refresh']],
    [['doctor', '--repair']],
    [['doctor', '--deep', '--repair']],
    [['memory', 'add', 'chat.jsonl', '--conversation', 'chat']],
    [['memory', 'add', 'chat.jsonl', '--conversation', 'other']],
    [['memory', 'import', 'chat.jsonl', '--conversation', 'imported']],
    [['memory', 'restore', 'memory.backup']],
    [['memory', 'remove', 'chat', '--yes']],
    [['knowledge', 'import', 'docs/glossary.md']],
    [['knowledge', 'restore', 'knowledge.backup']],
  ])('%j is refused', async (argv) => {
    const { exitCode, code, message } = await runToError(argv, reader);

    expect([exitCode, code]).toEqual([1, 'storage-read-only']);
    expect(message).toContain(': storage.read_only is set on this machine.');
  });

  it('index --watch is refused', async () => {
    const { exitCode, stdout, stderr } = await run('index', '--watch');

    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Could not bring the search index up to date at');
  });

  it('serve answers commands without an update before', async () => {
    const server = new FollowedCommand(['serve'], reader);
    await server.written('stderr', 'Answering commands');
    const environment = { ...reader.environment, LEXICHORD_WARM: 'report' };

    const warm = await runCommand(['search', 'ferry time'], { ...reader, environment, asksWarmProcess: true });

    await server.interrupt();
    expect(warm.exitCode).toBe(0);
    expect(warm.stderr).toMatch(/^warning: storage\.read_only is set[^\n]+\nThe warm process \d+ answered\.\n$/u);
  });

  it('memory show makes a level that is not stored, and does not store it', async () => {
    const argv = ['memory', 'show', 'chat', '--level', 'tags'];
    const copy = aFolder();
    cpSync(shared, copy, { recursive: true });
    rmSync(join(copy, 'db', 'compressed-segments.lance'), { recursive: true });
    const before = stateOf(copy);
    const environment = { ...reader.environment, LEXICHORD__STORAGE__ADDRESS: join(copy, 'db') };

    expect(await runCommand(argv, { ...reader, environment })).toEqual(await run(...argv));

    expect(stateOf(copy)).toEqual(before);
  });
});

/** Everything in a folder, with sizes and times: differs after every write. */
function stateOf(folder: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return paths.map((path) => {
    const { size, mtimeMs, ino } = lstatSync(join(folder, path));
    return `${path} ${size} ${mtimeMs} ${ino}`;
  });
}

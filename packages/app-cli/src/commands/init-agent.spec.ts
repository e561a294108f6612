import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { agentClients } from '../agents/agent-clients.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const entry = { command: 'npx', args: ['-y', 'lexichord', 'mcp'] };
const editorEntry = { command: 'npx', args: [...entry.args, '--workspace', '${workspaceFolder}'] };
const codexSection = '[mcp_servers.lexichord]\ncommand = "npx"\nargs = ["-y", "lexichord", "mcp"]\n';

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

/** The file after the entry was written into it. */
async function withEntry(agent: string, file: string, text: string | Buffer, flags: readonly string[] = []) {
  const workingDirectory = aFolder({ [file]: text });
  const { exitCode, stderr } = await runCommand(['init', '--agent', agent, '--yes', ...flags], { workingDirectory });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return read(workingDirectory, file);
}

/** Somebody at a terminal who types a line when asked. */
function somebody(answer: string): Readable {
  return Object.assign(Readable.from([Buffer.from(answer)]), { isTTY: true });
}

describe('init --agent', () => {
  it('writes the file that each agent reads, and its own format', async () => {
    const workingDirectory = aFolder();
    const names = agentClients.map(({ name }) => name).join(',');

    const { agents } = await runJson(['init', '--agent', names, '--yes'], { workingDirectory });

    expect((agents as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual(Array(4).fill('written'));
    expect(JSON.parse(read(workingDirectory, '.mcp.json'))).toEqual({ mcpServers: { lexichord: entry } });
    expect(read(workingDirectory, '.codex/config.toml')).toBe(codexSection);
    expect(JSON.parse(read(workingDirectory, '.cursor/mcp.json'))).toEqual({ mcpServers: { lexichord: editorEntry } });
    expect(JSON.parse(read(workingDirectory, '.vscode/mcp.json'))).toEqual({
      servers: { lexichord: { type: 'stdio', ...editorEntry } },
    });
  });

  it('changes nothing when it is run again', async () => {
    const workingDirectory = aFolder();
    const argv = ['init', '--agent', 'claude,codex,cursor', '--agent', 'vscode'];
    await runCommand([...argv, '--yes'], { workingDirectory });
    const texts = (): readonly string[] => agentClients.map(({ file }) => read(workingDirectory, file));
    const before = texts();

    const again = await runCommand(argv, { workingDirectory });

    expect([again.exitCode, again.stderr]).toEqual([0, '']);
    expect(again.stdout).toContain('.mcp.json already has the entry for Claude Code.');
    expect(texts()).toEqual(before);
  });

  describe('in a terminal', () => {
    const ask = (workingDirectory: string, answer: string) =>
      runCommand(['init', '--agent', 'claude'], { workingDirectory, terminalColumns: 80, stdin: somebody(answer) });

    it('shows file and entry, asks, and writes after a yes', async () => {
      const workingDirectory = aFolder();

      const { exitCode, stdout, stderr } = await ask(workingDirectory, 'Yes\n');

      expect([exitCode, stderr]).toEqual([0, '\nWrite it? [y/N] ']);
      expect(stdout).toContain(`Will write .mcp.json, for Claude Code, a new file in ${workingDirectory}:`);
      expect(stdout).toContain('"command": "npx"');
      expect(stdout).toContain('Wrote .mcp.json.');
      expect(existsSync(join(workingDirectory, '.mcp.json'))).toBe(true);
    });

    it.each(['n\n', '\n', '', 'yesterday\n'])('writes nothing after %j', async (answer) => {
      const workingDirectory = aFolder();

      const { exitCode, stdout } = await ask(workingDirectory, answer);

      expect([exitCode, stdout.endsWith('\nNothing was written.\n')]).toEqual([0, true]);
      expect(readdirSync(workingDirectory)).toEqual([]);
    });

    it('leaves a file alone that was changed while it asked', async () => {
      const workingDirectory = aFolder({ '.mcp.json': '{}' });
      const answer = Readable.from(
        (function* answerLate() {
          writeFileSync(join(workingDirectory, '.mcp.json'), '{ "a": 1 }');
          yield Buffer.from('y\n');
        })(),
      );
      const stdin = Object.assign(answer, { isTTY: true });

      const { exitCode, stderr } = await runCommand(['init', '--agent', 'claude'], {
        ...{ workingDirectory, terminalColumns: 80, stdin },
      });

      expect([exitCode, read(workingDirectory, '.mcp.json')]).toEqual([1, '{ "a": 1 }']);
      expect(stderr).toContain('was changed by another program');
    });

    it('ends with the interruption when that comes instead of an answer', async () => {
      const workingDirectory = aFolder();
      const interruption = new AbortController();
      const stdin = Object.assign(new Readable({ read: () => interruption.abort() }), { isTTY: true });

      const { exitCode } = await runCommand(['init', '--agent', 'claude'], {
        ...{ workingDirectory, terminalColumns: 80, stdin, signal: interruption.signal },
      });

      expect([exitCode, readdirSync(workingDirectory)]).toEqual([130, []]);
    });
  });

  it('shows the entry and names the command that writes it where nobody can be asked', async () => {
    const workingDirectory = aFolder();

    const { exitCode, stdout, stderr } = await runCommand(['init', '--agent', 'codex'], { workingDirectory });
    const error = await runToError(['init', '--agent', 'codex'], { workingDirectory });

    expect([exitCode, error.exitCode, readdirSync(workingDirectory)]).toEqual([2, 2, []]);
    expect(stdout).toContain('[mcp_servers.lexichord]');
    expect(stderr).toContain('"lexichord init --agent codex --yes"');
  });

  it('refuses an agent that it does not know, and names those that it does', async () => {
    const error = await runToError(['init', '--agent', 'emacs'], { workingDirectory: aFolder() });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain('claude, codex, cursor, vscode');
  });
});

describe('init --agent, into a file that is there', () => {
  it('keeps comments, trailing commas and indentation of JSON', async () => {
    const text =
      '{\r\n\t// ours\r\n\t"inputs": [],\r\n\t"servers": {\r\n\t\t"a": { "command": "b" }, /* last */\r\n\t},\r\n}\r\n';

    const after = await withEntry('vscode', '.vscode/mcp.json', text);

    expect(after).toContain('\t// ours\r\n\t"inputs": [],\r\n');
    expect(after).toMatch(/"a": \{\s+"command": "b"\s+\}/u);
    expect(after).toContain('/* last */');
    expect(after).toContain('\r\n\t\t"lexichord": {\r\n\t\t\t"type": "stdio",\r\n');
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('adds to JSON without a table of servers, and to an empty file', async () => {
    expect(JSON.parse(await withEntry('claude', '.mcp.json', '{"a":[1]}'))).toEqual({
      a: [1],
      mcpServers: { lexichord: entry },
    });
    expect(JSON.parse(await withEntry('claude', '.mcp.json', ' \n'))).toEqual({ mcpServers: { lexichord: entry } });
    expect(await withEntry('cursor', '.cursor/mcp.json', '\uFEFF{}')).toMatch(/^\uFEFF\{/u);
  });

  it.each([
    ['with comments', '# mine\nmodel = "x" # the best\n\n[mcp_servers.other]\ncommand = "a"\n# end\n'],
    ['with lines of Windows', 'model = "x"\r\n[b]\r\nc = 1979-05-27T07:32:00Z\r\n'],
    ['with a list of tables', '[[profiles]]\na = 1\n[[profiles]]\na = 2\n'],
    ['without a last end of line', 'model = "x"'],
    ['with servers under dotted keys', 'mcp_servers.other.command = "x"\n'],
  ])('appends to TOML %s, and leaves every byte before as it is', async (_case, text) => {
    const after = await withEntry('codex', '.codex/config.toml', text);

    expect(after.startsWith(text)).toBe(true);
    expect(after.replaceAll('\r\n', '\n').endsWith(`\n\n${codexSection}`)).toBe(true);
  });

  it('enters into an inline table of TOML, where nothing can be appended', async () => {
    const after = await withEntry('codex', '.codex/config.toml', '# a\nmcp_servers = { a = { command = "b" } } # c\n');

    expect(after).toMatch(/^# a\nmcp_servers = \{ a = \{ command = "b" \}, lexichord = \{.+\} \} # c\n$/u);
  });

  it.each([
    ['claude', '.mcp.json', '{ "mcpServers": { "lexichord": { "command": "mine" }, "b": {} } }'],
    ['codex', '.codex/config.toml', '[mcp_servers.lexichord]\ncommand = "mine" # why\n[z]\na = 1\n'],
  ])('leaves another entry of that name to %s, unless forced', async (agent, file, text) => {
    const workingDirectory = aFolder({ [file]: text });

    const error = await runToError(['init', '--agent', agent, '--yes'], { workingDirectory });
    const before = read(workingDirectory, file);
    const after = await withEntry(agent, file, text, ['--force']);

    expect(error.exitCode).toBe(2);
    expect(error.message).toContain('--force');
    expect(before).toBe(text);
    expect(after).not.toContain('"mine"');
    expect(after).toMatch(/# why\nargs|"b": \{\}/u);
  });

  it.each([
    ['JSON that ends too early', 'claude', '.mcp.json', '{ "mcpServers": '],
    ['comments, which Claude Code does not read', 'claude', '.mcp.json', '{ // here\n}'],
    ['JSON without settings', 'claude', '.mcp.json', '[]'],
    ['a list in place of servers', 'claude', '.mcp.json', '{ "mcpServers": [] }'],
    ['servers twice', 'claude', '.mcp.json', '{ "mcpServers": {}, "mcpServers": { "a": {} } }'],
    ['JSON that is nested too deeply', 'claude', '.mcp.json', `{"a":${'['.repeat(100_000)}`],
    ['bytes that are no text', 'claude', '.mcp.json', Buffer.from([0x7b, 0xff, 0x7d])],
    ['a huge file', 'claude', '.mcp.json', Buffer.alloc(1_048_577, ' ')],
    ['null in place of servers', 'vscode', '.vscode/mcp.json', '{ "servers": null }'],
    ['TOML that ends too early', 'codex', '.codex/config.toml', 'model = \n'],
    ['a number in place of servers', 'codex', '.codex/config.toml', 'mcp_servers = 1\n'],
  ])('refuses %s, and writes no other file either', async (_what, agent, file, text) => {
    const workingDirectory = aFolder({ [file]: text });
    const before = readFileSync(join(workingDirectory, file));

    const error = await runToError(['init', '--agent', `${agent},cursor`, '--yes', '--force'], { workingDirectory });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument', details: { file } });
    expect(readFileSync(join(workingDirectory, file)).equals(before)).toBe(true);
    expect(existsSync(join(workingDirectory, '.cursor'))).toBe(false);
  });

  it('keeps a file private that was private', async () => {
    const workingDirectory = aFolder({ '.mcp.json': '{"mcpServers":{"other":{"env":{"KEY":"hidden"}}}}' });
    chmodSync(join(workingDirectory, '.mcp.json'), 0o600);

    await runCommand(['init', '--agent', 'claude', '--yes'], { workingDirectory });

    expect(read(workingDirectory, '.mcp.json')).toContain('lexichord');
    expect(statSync(join(workingDirectory, '.mcp.json')).mode & 0o777).toBe(0o600);
  });

  it('follows no link, of the file or of its folder', async () => {
    const outside = aFolder({ 'mcp.json': '{}' });
    const viaFile = aFolder();
    symlinkSync(join(outside, 'mcp.json'), join(viaFile, '.mcp.json'));
    const viaFolder = aFolder();
    symlinkSync(outside, join(viaFolder, '.vscode'));
    const viaMissing = aFolder();
    symlinkSync(join(outside, 'new'), join(viaMissing, '.codex'));

    for (const workingDirectory of [viaFile, viaFolder, viaMissing]) {
      expect(await runToError(['init', '--agent', 'claude,codex,vscode', '--yes'], { workingDirectory })).toMatchObject(
        { exitCode: 1 },
      );
    }
    expect(readdirSync(outside)).toEqual(['mcp.json']);
    expect(read(outside, 'mcp.json')).toBe('{}');
  });

  it('refuses what is no file', async () => {
    const workingDirectory = aFolder();
    mkdirSync(join(workingDirectory, '.mcp.json'));

    const { exitCode, message } = await runToError(['init', '--agent', 'claude', '--yes'], { workingDirectory });

    expect([exitCode, message.includes('is not a file')]).toEqual([2, true]);
  });
});

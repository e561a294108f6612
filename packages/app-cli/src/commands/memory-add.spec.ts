import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  type SegmentJson,
  aChatFolder,
  aChatWorkspace,
  chatFile,
  chatLines,
} from '../test-support/memory-workspace.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const add = ['memory', 'add', 'chat.jsonl', '--conversation', 'chat'];

describe('lexichord memory add and list', () => {
  it('stores a conversation, and says how to verify it', async () => {
    const workingDirectory = aChatFolder();

    const { exitCode, stdout, stderr } = await runCommand(add, { workingDirectory });

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/messages: +45 \(45 added, 0 already stored\)/);
    expect(stdout).toMatch(/segments: +\d+, the last one open/);
    expect(stdout).toMatch(/tokens: +[\d,]+ full, [\d,]+ detailed, [\d,]+ brief, [\d,]+ tags/);
    const [, head] = /head: +(\w+)/.exec(stdout) ?? [];
    expect(stdout).toContain(`\n  lexichord memory verify chat --head ${head ?? 'none'}\n`);
  });

  it('gives head, segments and their tokens as JSON', async () => {
    const workingDirectory = aChatFolder();

    const report = await runJson(add, { workingDirectory });

    expect(report).toMatchObject({
      conversationId: 'chat',
      head: expect.any(String) as unknown,
      messages: 45,
      added: 45,
      known: 0,
    });
    const segments = report['segments'] as readonly SegmentJson[];
    expect(segments.length).toBeGreaterThan(2);
    expect(segments.flatMap(({ messageIds }) => messageIds)).toEqual(Array.from({ length: 45 }, (_, n) => `m${n}`));
    for (const { segmentId, tokenCounts } of segments) {
      expect(segmentId).toMatch(/^[0-9a-f]{8}-\d+$/);
      expect(Object.keys(tokenCounts).sort()).toEqual(['brief', 'detailed', 'full', 'tags']);
      expect(tokenCounts.full).toBeGreaterThan(tokenCounts.brief);
    }
  });

  it('changes nothing the second time, and adds what a longer file has', async () => {
    const workingDirectory = await aChatWorkspace();
    const before = await runJson(['memory', 'list'], { workingDirectory });

    const again = await runJson(add, { workingDirectory });
    appendFileSync(join(workingDirectory, 'chat.jsonl'), chatFile([{ role: 'user', content: 'One more thing.' }]));
    const longer = await runJson(add, { workingDirectory });

    expect(again).toMatchObject({ added: 0, known: 45 });
    expect({ conversations: [{ conversationId: 'chat', messages: 45, head: again['head'] }] }).toEqual(before);
    expect(longer).toMatchObject({ added: 1, known: 45, messages: 46 });
    expect(longer['head']).not.toBe(again['head']);
  });

  it('reads standard input, and files from anywhere, arrays as well', async () => {
    const workingDirectory = aChatFolder();
    const elsewhere = join(aFolder({ 'other.json': JSON.stringify(chatLines(3)) }), 'other.json');

    const fromInput = await runJson(['memory', 'add', '-', '--conversation', 'a b'], {
      workingDirectory,
      stdin: chatFile(chatLines(2)),
    });
    const fromElsewhere = await runJson(['memory', 'add', elsewhere, '--conversation', 'other'], { workingDirectory });

    expect([fromInput['messages'], fromElsewhere['messages']]).toEqual([2, 3]);
    const { stdout } = await runCommand(['memory', 'list'], { workingDirectory });
    expect(stdout).toMatch(/2 {2}[0-9a-f]{12} {2}a b\n/);
    expect(stdout).toMatch(/3 {2}[0-9a-f]{12} {2}other\n/);
  });

  it('names the message that cannot be read, and adds nothing', async () => {
    const workingDirectory = aChatFolder({ 'bad.jsonl': `${chatFile(chatLines(3))}{"role": "user", "content": 4}\n` });
    const argv = ['memory', 'add', 'bad.jsonl', '--conversation', 'bad'];

    const error = await runToError(argv, { workingDirectory });
    const { exitCode, stdout, stderr } = await runCommand(argv, { workingDirectory });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument', details: { message: 4, line: 4 } });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('message 4, line 4');
    expect(stderr).toContain('Nothing of the file was added.');
    expect(await runJson(['memory', 'list'], { workingDirectory })).toEqual({ conversations: [] });
  });

  it.each([
    ['empty.jsonl', '', 'contains no message'],
    ['blank.jsonl', ' \n\n', 'contains no message'],
    ['array.json', '[]', 'contains no message'],
    ['binary.jsonl', Buffer.from([0xff, 0xfe, 0x00]), 'UTF-16 or binary'],
    ['text.jsonl', 'Hello.', 'line 1'],
  ])('refuses %s', async (file, content, problem) => {
    const error = await runToError(['memory', 'add', file, '--conversation', 'x'], {
      workingDirectory: aChatFolder({ [file]: content }),
    });

    expect(error.exitCode).toBeGreaterThan(0);
    expect(error.message).toContain(problem);
  });

  it('says what is missing', async () => {
    const workingDirectory = aChatFolder({ '.env': 'TOKEN=1', 'folder/x': '' });
    const errorOf = (...argv: string[]) => runToError(['memory', 'add', ...argv], { workingDirectory });

    expect(await errorOf('chat.jsonl')).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(await errorOf('chat.jsonl', '--conversation', ' ')).toMatchObject({ exitCode: 2 });
    expect(await errorOf('none.jsonl', '--conversation', 'x')).toMatchObject({ exitCode: 1, code: 'not-found' });
    expect((await errorOf('folder', '--conversation', 'x')).message).toBe('"folder" is a folder. Name a text file.');
    expect(await errorOf('.env', '--conversation', 'x')).toMatchObject({ code: 'path-denied' });
  });

  it('keeps what was added when it is interrupted, says so, and goes on from there', async () => {
    const workingDirectory = aChatFolder({ 'long.jsonl': chatFile(chatLines(4_000)) });
    const interrupt = new AbortController();
    const argv = ['memory', 'add', 'long.jsonl', '--conversation', 'long'];

    const cutOff = await runCommand(argv, {
      workingDirectory,
      terminalColumns: 100,
      signal: interrupt.signal,
      onStderr: (text) => {
        if (text.includes('Adding ')) interrupt.abort();
      },
    });
    const [, kept] = /([\d,]+) messages of the conversation are stored/.exec(cutOff.stderr) ?? [];
    const again = await runJson(argv, { workingDirectory });

    expect([cutOff.exitCode, cutOff.stdout]).toEqual([130, '']);
    expect(cutOff.stderr).toContain('Interrupted before completion.');
    expect(again).toMatchObject({ messages: 4_000 });
    expect(Number(kept?.replace(',', ''))).toBeGreaterThan(0);
    expect(again['known']).toBeGreaterThanOrEqual(Number(kept?.replace(',', '')));
  });

  it('shows how far it is on a terminal alone', async () => {
    const options = { workingDirectory: aChatFolder(), terminalColumns: 100 };

    const { stderr } = await runCommand(add, options);

    expect(stderr).toMatch(/Adding 45 messages, \d+ segments?, 100%/);
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('lets no id move the cursor', async () => {
    const options = { workingDirectory: aChatFolder(), terminalColumns: 80 };
    const id = 'a\u001b[2J\u202eb\nc';

    const outputs = [
      await runCommand(['memory', 'add', 'chat.jsonl', '--conversation', id], options),
      await runCommand(['memory', 'list'], options),
      await runCommand(['memory', 'show', `${id}x`], options),
    ];

    expect(outputs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 1]);
    for (const { stdout } of outputs) expect(stdout).not.toMatch(/[\u001b\u202e]/);
    expect(outputs[2]?.stderr).not.toMatch(/\u202e/);
  });

  it('says that nothing is stored', async () => {
    const { stdout } = await runCommand(['memory', 'list'], { workingDirectory: aFolder() });

    expect(stdout).toContain('No conversation is stored.');
    expect(await runJson(['memory', 'list'], { workingDirectory: aFolder() })).toEqual({ conversations: [] });
  });

  it('needs WriterPro', async () => {
    const workingDirectory = aChatFolder();
    const commands = [
      add,
      ['memory', 'list'],
      ['memory', 'show', 'chat'],
      ['memory', 'expand', '12345678-1', '--from', 'brief', '--to', 'detailed'],
      ['memory', 'recall', 'chat', 'ferry'],
      ['memory', 'detect', 'Remind me.', '--conversation', 'chat'],
      ['memory', 'verify', 'chat', '--head', 'x'],
      ['memory', 'export', 'chat'],
      ['memory', 'import', 'chat.jsonl'],
      ['memory', 'remove', 'chat', '--yes'],
    ];

    for (const argv of commands) {
      const error = await runToError([...argv, '--tier', 'core'], { workingDirectory });

      expect(error).toMatchObject({ exitCode: 3, code: 'license-required' });
      expect(error.message).toContain('WriterPro');
    }
    expect((await runCommand([...add, '--tier', 'writerpro'], { workingDirectory })).exitCode).toBe(0);
  });

  it('compression.segments sets how segments are cut', async () => {
    const workingDirectory = aChatFolder();
    writeFileSync(
      join(workingDirectory, '.agent/config.yml'),
      'compression: { segments: { boundary: size, max_messages: 10 } }\n',
    );

    const report = await runJson(add, { workingDirectory });

    const sizes = (report['segments'] as readonly SegmentJson[]).map(({ messageIds }) => messageIds.length);
    expect(sizes).toEqual([10, 10, 10, 10, 5]);
  });
});

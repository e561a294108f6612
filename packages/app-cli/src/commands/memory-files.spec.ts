import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { aChatFolder, aChatWorkspace, chatFile, chatLines } from '../test-support/memory-workspace.js';
import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

describe('lexichord memory export, import, verify and remove', () => {
  describe('export', () => {
    it.each([
      ['chat.jsonl', chatFile()],
      ['CRLF', `\ufeff${chatFile(chatLines(3)).replaceAll('\n', '\r\n')}\r\n`],
      ['no last line end', chatFile(chatLines(2)).trimEnd()],
      ['an array', `${JSON.stringify(chatLines(25), undefined, 3)}\n\n`],
      ['odd spacing and fields', ' {"extra": [1,{}], "content":"\\ud83d\\ude00 \u2028 \\u0000", "role":\t"user"}\n\n'],
    ])('gives back the bytes of the file that was added: %s', async (_, text) => {
      const workingDirectory = aChatFolder({ 'given.json': text });
      await runCommand(['memory', 'add', 'given.json', '--conversation', 'x'], { workingDirectory });

      const { exitCode, stdout } = await runCommand(['memory', 'export', 'x'], { workingDirectory });
      await runCommand(['memory', 'export', 'x', '--output', 'out.json'], { workingDirectory });
      const json = await runJson(['memory', 'export', 'x'], { workingDirectory });

      expect([exitCode, stdout]).toEqual([0, text]);
      expect(readFileSync(join(workingDirectory, 'out.json'))).toEqual(Buffer.from(text));
      expect(json['content']).toBe(text);
    });

    it('shows a terminal nothing that could move its cursor', async () => {
      const text = `${JSON.stringify({ role: 'user', content: '\u202e' })}\n`;
      const workingDirectory = aChatFolder({ 'given.json': text });
      await runCommand(['memory', 'add', 'given.json', '--conversation', 'x'], { workingDirectory });

      const { stdout } = await runCommand(['memory', 'export', 'x'], { workingDirectory, terminalColumns: 80 });

      expect(stdout).toContain('\\u202e');
    });

    it('names a conversation that is not there', async () => {
      const error = await runToError(['memory', 'export', 'none'], { workingDirectory: aChatFolder() });

      expect(error).toMatchObject({ exitCode: 1, code: 'not-found', details: { conversationId: 'none' } });
    });
  });

  describe('import', () => {
    it('stores an exported conversation under the name of its file', async () => {
      const from = await aChatWorkspace();
      await runCommand(['memory', 'export', 'chat', '--output', 'talk.jsonl'], { workingDirectory: from });
      const workingDirectory = aFolder({ '.agent/.keep': '' });

      const imported = await runJson(['memory', 'import', join(from, 'talk.jsonl')], { workingDirectory });
      const again = await runJson(['memory', 'import', join(from, 'talk.jsonl')], { workingDirectory });

      const [origin] = (await runJson(['memory', 'list'], { workingDirectory: from }))['conversations'] as object[];
      expect(imported).toMatchObject({ conversationId: 'talk', messages: 45, added: 45 });
      expect(again).toMatchObject({ added: 0, known: 45, head: imported['head'], segments: imported['segments'] });
      expect(origin).toMatchObject({ messages: 45 });
      const { stdout } = await runCommand(['memory', 'export', 'talk'], { workingDirectory });
      expect(stdout).toBe(chatFile());
    });

    it('leaves a conversation with something else as it is', async () => {
      const workingDirectory = await aChatWorkspace({ 'other.jsonl': chatFile(chatLines(46)) });

      const error = await runToError(['memory', 'import', 'other.jsonl', '--conversation', 'chat'], {
        workingDirectory,
      });

      expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument', details: { conversationId: 'chat' } });
      expect(await runJson(['memory', 'list'], { workingDirectory })).toMatchObject({
        conversations: [{ messages: 45 }],
      });
    });

    it('needs a name for standard input', async () => {
      const workingDirectory = aChatFolder();
      const stdin = chatFile();

      const error = await runToError(['memory', 'import', '-'], { workingDirectory, stdin });
      const named = await runJson(['memory', 'import', '-', '--conversation', 'x'], { workingDirectory, stdin });

      expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
      expect(named).toMatchObject({ conversationId: 'x', added: 45 });
    });

    it('says that there is nothing in a file', async () => {
      const error = await runToError(['memory', 'import', 'empty.jsonl'], {
        workingDirectory: aChatFolder({ 'empty.jsonl': '' }),
      });

      expect(error).toMatchObject({ exitCode: 1, code: 'not-found' });
    });
  });

  describe('verify', () => {
    it('knows whether everything up to a head is as it was', async () => {
      const workingDirectory = aChatFolder();
      const { head } = await runJson(['memory', 'add', 'chat.jsonl', '--conversation', 'chat'], { workingDirectory });
      const verify = ['memory', 'verify', 'chat', '--head', String(head)];

      const intact = await runCommand(verify, { workingDirectory });
      writeFileSync(join(workingDirectory, 'chat.jsonl'), chatFile(chatLines(47)));
      await runCommand(['memory', 'add', 'chat.jsonl', '--conversation', 'chat'], { workingDirectory });
      const grown = await runJson(verify, { workingDirectory });
      const text = await runCommand(verify, { workingDirectory });

      expect(intact).toMatchObject({ exitCode: 0, stderr: '' });
      expect(intact.stdout).toBe('"chat" is intact: 45 messages up to this head are unchanged.\n');
      expect(grown).toMatchObject({ isIntact: true, messages: 47, newer: 2 });
      expect(text.stdout).toContain('2 messages were added after it; the head is now ');
    });

    it('ends with 1 when a conversation is not what the head says', async () => {
      const workingDirectory = await aChatWorkspace();

      const json = await runCommand(['memory', 'verify', 'chat', '--head', 'f'.repeat(64), '--json'], {
        workingDirectory,
      });
      const text = await runCommand(['memory', 'verify', 'chat', '--head', 'f'.repeat(64)], { workingDirectory });

      expect([json.exitCode, text.exitCode]).toEqual([1, 1]);
      expect(JSON.parse(json.stdout)).toMatchObject({ isIntact: false, problem: expect.any(String) as unknown });
      expect(text.stdout).toMatch(/^"chat" was changed or is damaged\. \S/);
    });

    it('compares a conversation with the head that it has when none is given', async () => {
      const workingDirectory = await aChatWorkspace();

      const { exitCode, stdout } = await runCommand(['memory', 'verify', 'chat'], { workingDirectory });

      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/^"chat" is intact: 45 messages; the head is [0-9a-f]{64}\.\n$/u);
    });

    it('needs a conversation, and a head that is none is no answer', async () => {
      const workingDirectory = aChatFolder();

      const noHead = await runToError(['memory', 'verify', 'chat', '--head', ' '], { workingDirectory });
      const none = await runToError(['memory', 'verify', 'chat', '--head', 'f'.repeat(64)], { workingDirectory });

      expect(noHead).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
      expect(none).toMatchObject({ exitCode: 1, code: 'not-found' });
    });
  });

  describe('remove', () => {
    it('asks for --yes, and then leaves nothing', async () => {
      const workingDirectory = await aChatWorkspace();

      const unsure = await runToError(['memory', 'remove', 'chat'], { workingDirectory });
      const sure = await runCommand(['memory', 'remove', 'chat', '--yes'], { workingDirectory });
      const again = await runToError(['memory', 'remove', 'chat', '--yes'], { workingDirectory });

      expect(unsure).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
      expect(unsure.message).toContain('45 messages of "chat" would be removed permanently.');
      expect(sure).toEqual({ exitCode: 0, stdout: 'Removed "chat": 45 messages.\n', stderr: '' });
      expect(again).toMatchObject({ exitCode: 1, code: 'not-found' });
    });
  });
});

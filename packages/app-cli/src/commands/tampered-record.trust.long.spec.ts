import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type PackedWorkspace, aPackedWorkspace } from '../test-support/packed-workspace.js';
import { type CommandResult, aFolder, runCommand, runToError } from '../test-support/run-command.js';

const canary = 'canary-of-a-file-outside';

/** What a record of somebody else may say. */
interface Record {
  task: string;
  packed: { content: string; includedChunks: { id: string; filePath: string; startLine: number; endLine: number }[] };
}

describe('the record of the last pack, written by somebody else', () => {
  let packed: PackedWorkspace;
  let file: string;
  let written: string;

  beforeAll(async () => {
    packed = await aPackedWorkspace();
    file = join(packed.folder, '.lexichord/last-pack.json');
    written = readFileSync(file, 'utf8');
  });

  const run = (...argv: readonly string[]): Promise<CommandResult> =>
    runCommand(['context', ...argv], { workingDirectory: packed.folder });
  const tamper = (change: (record: Record) => void): void => {
    const record = JSON.parse(written) as Record;
    change(record);
    writeFileSync(file, JSON.stringify(record));
  };

  it.each(['show', 'sources', 'verify', 'validate-sources', 'explain-rank --chunk a.ts:1-2', 'export out.md'])(
    'T-016 troubleshooting 5: is a clear error of "context %s" when it was cut off or changed',
    async (command) => {
      for (const text of ['', written.slice(0, written.length / 2), '[]', '{"format":1,"packed":{}}']) {
        writeFileSync(file, text);
        const error = await runToError(['context', ...command.split(' ')], { workingDirectory: packed.folder });

        expect(error).toMatchObject({ exitCode: 1, code: 'io-failed' });
        expect(error.message).toContain('Run "lexichord pack" again');
      }
    },
  );

  it('T-016 threat 4: leads no command to a file that the guard refuses', async () => {
    const outside = join(aFolder({ 'outside.txt': `${canary}\n` }), 'outside.txt');
    writeFileSync(join(packed.folder, '.env'), `${canary}\n`);
    const paths = [
      outside,
      '.env',
      '../../../../../../../../../../etc/passwd',
      `${packed.folder}/../x`,
      '..\\x',
      'a\0b',
    ];
    tamper(({ packed: { includedChunks } }) => {
      const [first] = includedChunks;
      includedChunks.splice(
        ...([0, includedChunks.length] as const),
        ...paths.map((filePath) => ({ ...(first as Record['packed']['includedChunks'][number]), filePath })),
      );
    });

    const verified = await run('verify');
    const validated = await run('validate-sources');
    const shown = await run('show', '--verbose');

    expect([verified.exitCode, validated.exitCode, shown.exitCode]).toEqual([1, 1, 0]);
    expect(verified.stdout).toContain(`0 as packed, 0 changed, ${paths.length} missing`);
    for (const { stdout, stderr } of [verified, validated, shown]) {
      expect(`${stdout}${stderr}`).not.toMatch(/canary-of-a-file|root:x:/u);
      expect(`${stdout}${stderr}`).not.toContain('\0');
    }
  });

  it('cannot speak to the terminal by what it says', async () => {
    const escape = '\u001b]0;owned\u0007\u001b[2J';
    tamper((record) => {
      record.task = `task ${escape}`;
      record.packed.includedChunks.forEach((chunk) => {
        chunk.filePath += escape;
        chunk.id += escape;
      });
    });

    for (const argv of [['show', '--verbose'], ['sources'], ['verify'], ['show', '--ranking']]) {
      const { stdout, stderr } = await run(...argv);
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/u);
    }
  });
});

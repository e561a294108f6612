import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { aFolder, runCommand, runJson } from '../test-support/run-command.js';

const files = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'src/ferry.ts': `export function ferryTime(): string {\n${'  // waits\n'.repeat(20)}  return "nine";\n}\n`,
  'src/main.ts': 'import { ferryTime } from "./ferry.js";\n\nexport function start(): void {\n  ferryTime();\n}\n',
};

/** Somebody at a terminal who types a line when asked. */
const atTerminal = (workingDirectory: string, argv: readonly string[], answer: string) =>
  runCommand(argv, {
    workingDirectory,
    terminalColumns: 80,
    stdin: Object.assign(Readable.from([Buffer.from(answer)]), { isTTY: true }),
    environment: { HOME: homedir(), LEXICHORD_PROGRESS: 'off' },
  });

describe('lexichord alone, in a terminal', () => {
  it('says what it is and what it will write, before it asks and writes', async () => {
    const workingDirectory = aFolder(files);

    const { exitCode, stdout, stderr } = await atTerminal(workingDirectory, [], '');

    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain('It calls no model and sends nothing to other machines.');
    expect(stderr).toContain(`Folder: ${workingDirectory}/.lexichord\nThe first question writes a search index`);
    expect(stderr).toContain('What is your question about this repository? [where does it start]');
    expect(stderr).toContain('Nothing was written.');
    expect(readdirSync(workingDirectory).sort()).toEqual(['.git', 'src']);
  });

  it('answers the question with places, the beginning of the best of them, and commands to try next', async () => {
    const workingDirectory = aFolder(files);

    const { exitCode, stdout, stderr } = await atTerminal(workingDirectory, [], 'ferryTime\n');

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\d\.\d\d {2}src\/ferry\.ts:1-23 {2}ferryTime\n/u);
    expect(stdout).toMatch(
      /\n\n {7}1 {2}export function ferryTime\(\): string \{\n(?: {6,7}\d+ {4}\/\/ waits\n){15}$/u,
    );
    expect(stderr).toContain('npx lexichord init --agent claude\n');
    expect(readdirSync(workingDirectory).sort()).toEqual(['.git', '.lexichord', 'src']);
  });

  it('takes Enter for the usual question, and knows an index that is there', async () => {
    const workingDirectory = aFolder(files);

    const first = await atTerminal(workingDirectory, [], '\n');
    const second = await atTerminal(workingDirectory, [], '\n');

    expect(first.stdout).toContain('src/main.ts');
    expect(second.stderr).toContain('Lexichord updates its search index there');
    expect(second.stdout).toBe(first.stdout);
  });
});

describe('start', () => {
  it('answers the question of its arguments without a terminal', async () => {
    const workingDirectory = aFolder(files);

    const { exitCode, stdout } = await runCommand(['start', 'when', 'ferryTime'], { workingDirectory });

    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, expect.stringContaining('src/ferry.ts:1-23')]);
  });

  it('writes nothing where nobody can be asked, and names the command that would', async () => {
    const workingDirectory = aFolder(files);

    const { exitCode, stdout, stderr } = await runCommand(['start'], { workingDirectory });

    expect([exitCode, stdout, existsSync(join(workingDirectory, '.lexichord'))]).toEqual([0, '', false]);
    expect(stderr).toContain('"lexichord start <question>"');
  });

  it('has the places as JSON', async () => {
    const workingDirectory = aFolder(files);

    const answered = await runJson(['start', 'ferryTime'], { workingDirectory });
    const unanswered = await runJson(['start'], { workingDirectory });

    expect(answered).toMatchObject({ workspace: workingDirectory, hits: [{ filePath: 'src/ferry.ts' }, {}] });
    expect(unanswered).toEqual({ workspace: workingDirectory });
  });

  it('says so when a folder has nothing that could answer', async () => {
    const { exitCode, stdout } = await runCommand(['start', 'anything'], { workingDirectory: aFolder() });

    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('No hits for the query.')]);
  });
});

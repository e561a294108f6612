import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type PackJson, anIndexedWorkspace, jsonOf } from '../test-support/packed-workspace.js';
import { runCommand, runToError } from '../test-support/run-command.js';

/** More functions than a pack has room for. */
const plans = Array.from({ length: 60 }, (_, index) => {
  const steps = `  sign(cookie, "nine", ${index} + 1);\n`.repeat(12);
  return `export function plan${index}(): void {\n${steps}}\n`;
}).join('\n');

interface OutlinedChunk {
  readonly id: string;
  readonly filePath: string;
  readonly detailLevel?: string;
  readonly bodyReason?: string;
}

describe('context expand', () => {
  let workingDirectory: string;
  let content: string;
  let outlined: OutlinedChunk;

  beforeAll(async () => {
    workingDirectory = await anIndexedWorkspace({ 'src/plans.ts': plans });
    const argv = ['pack', 'sign the session cookie', '--open', 'src/plans.ts', '--budget', '3000', '--json'];
    const packed = jsonOf(await runCommand(argv, { workingDirectory })) as PackJson;
    ({ content } = packed);
    outlined = packed.includedChunks.find((chunk: OutlinedChunk) => chunk.detailLevel !== undefined) as OutlinedChunk;
  });

  const expand = (...argv: readonly string[]) => runCommand(['context', 'expand', ...argv], { workingDirectory });

  it('prints the lines behind a handle of the outline byte for byte', async () => {
    const [, start, end] = /:(\d+)-(\d+)@/u.exec(outlined.id) ?? [];
    const lines = readFileSync(join(workingDirectory, outlined.filePath), 'utf8').split(/(?<=\n)/u);

    const { exitCode, stdout, stderr } = await expand(outlined.id);

    expect(content).toContain(outlined.id);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toBe(lines.slice(Number(start) - 1, Number(end)).join(''));
  });

  it('tells how much of each chunk is shown, and why', async () => {
    const { stdout } = await runCommand(['context', 'show', '--chunks'], { workingDirectory });

    expect(stdout).toMatch(
      new RegExp(`${String(outlined.detailLevel)}; budget-exceeded: \\d+ tokens +${outlined.filePath}:`, 'u'),
    );
    expect(outlined.bodyReason).toBe('budget-exceeded');
  });

  it('has everything in its JSON', async () => {
    const body = jsonOf(await expand('src/seal.ts:2-2', '--json'));

    expect(body).toMatchObject({
      ...{ filePath: 'src/seal.ts', startLine: 2, endLine: 2, language: 'typescript', secrets: [] },
      content: 'export function seal(value: string, key: string): string {\n',
      handle: expect.stringMatching(/^src\/seal\.ts:2-2@[0-9a-f]{8}$/u) as string,
    });
  });

  it('warns of lines that are not UTF-8, and only of these', async () => {
    writeFileSync(join(workingDirectory, 'src/latin.ts'), Buffer.from('one();\nconst name = "M\xfcller";\n', 'latin1'));

    const shown = await expand('src/latin.ts:2-2');

    expect(shown.stderr).toBe(
      'warning: src/latin.ts is not UTF-8: invalid bytes are shown as U+FFFD. Save it as UTF-8 to keep all characters.\n',
    );
    expect((await expand('src/latin.ts:1-1')).stderr).toBe('');
  });

  it('lists secrets, and does not print them', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    writeFileSync(join(workingDirectory, 'src/token.ts'), `one();\nconst token = '${token}';\nthree();\n`);

    const { exitCode, stdout, stderr } = await expand('src/token.ts:1-3');

    expect([exitCode, stdout]).toEqual([0, 'one();\nthree();\n']);
    expect(stderr).toContain('src/token.ts:2');
    expect(stderr).not.toContain(token);
  });

  it.each([
    ['src/seal.ts:1-2@00000000', 1, 'has changed'],
    ['../outside.ts:1-2', 1, 'outside'],
    ['src/gone.ts:1-2', 1, 'src/gone.ts'],
    ['src/seal.ts', 2, 'must be a file and lines'],
  ])('refuses %s', async (handle, exitCode, message) => {
    const failed = await runToError(['context', 'expand', handle], { workingDirectory });

    expect(JSON.stringify(failed)).toContain(message);
    expect((await expand(handle)).exitCode).toBe(exitCode);
  });
});

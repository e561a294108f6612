import { aFolder, runCommand, runToError } from '../test-support/run-command.js';

interface PackedRanges {
  readonly includedChunks: readonly {
    readonly filePath: string;
    readonly startLine: number;
    readonly endLine: number;
    readonly rank: number;
    readonly sourceType: string;
    readonly anchorOrder?: number;
  }[];
}

const steps = Array.from({ length: 400 }, (_, index) => `    total += rates.lookup('province ${index}', ${index});`);
const tax = [
  'export class Tax {',
  '  compute(): number {',
  '    let total = 0;',
  ...steps,
  '    return total;',
  '  }',
  '}',
];
const files = { '.agent/.keep': '', 'src/tax.ts': `${tax.join('\n')}\n`, 'src/rates.ts': 'export const rates = {};\n' };

describe('pack with lines that the user names', () => {
  const pack = async (task: string, argv: readonly string[]): Promise<PackedRanges['includedChunks']> => {
    const { stdout } = await runCommand(['pack', task, ...argv, '--json'], { workingDirectory: aFolder(files) });
    return (JSON.parse(stdout) as PackedRanges).includedChunks.toSorted((a, b) => a.rank - b.rank);
  };

  it.each([
    ['in the task', 'why does it fail at src/tax.ts:300', []],
    ['with --open', 'why does it fail', ['--open', 'src/tax.ts:300']],
    ['at the cursor', 'why does it fail', ['--cursor', 'src/tax.ts:300:17', '--open', 'src/rates.ts']],
    ['as a range with --open', 'why does it fail', ['--open', 'src/rates.ts,src/tax.ts:299-301']],
  ])('has them first %s, with the signature and the class around them', async (_, task, argv) => {
    const [window, ...others] = await pack(task, [...argv, '--budget', '600']);

    expect(window).toMatchObject({ filePath: 'src/tax.ts', anchorOrder: 0 });
    expect(window?.startLine).toBeLessThan(300);
    expect(window?.endLine).toBeGreaterThan(300);
    expect(others.map(({ startLine, endLine }) => [startLine, endLine])).toEqual(
      expect.arrayContaining([
        [1, 1],
        [2, 2],
      ]),
    );
  });

  it('T-016 AC-041: says in the text and in its account that they are a part of the definition', async () => {
    const workingDirectory = aFolder(files);
    const argv = ['pack', 'why does it fail at src/tax.ts:300', '--budget', '600'];
    const { stdout: text } = await runCommand(argv, { workingDirectory });
    const { stdout: account } = await runCommand(['context', 'show', '--chunks'], { workingDirectory });

    const ranges = text.match(/^### src\/tax\.ts .*\n.*$/gmu) ?? [];
    for (const range of ranges) expect(range).toMatch(/\nPART of lines 1-406(?:: compute)?$/u);
    expect(ranges.length).toBeGreaterThan(1);
    expect(account).toMatch(/ method +PART of lines 1-406 +src\/tax\.ts:2\d\d-\d+ compute\n/u);
  });

  it.each([
    ['--cursor', 'src/tax.ts:9999', ['src/tax.ts has no line 9999: it has 406 lines.']],
    ['--open', 'src/tax.ts:408', ['src/tax.ts has no line 408: it has 406 lines.']],
    // Behind the last line end, where an editor has a line.
    ['--cursor', 'src/tax.ts:407', []],
  ])('warns of a line that the file does not have: %s %s', async (option, place, warnings) => {
    const argv = ['pack', 'why does it fail', option, place, '--json'];
    const { stdout } = await runCommand(argv, { workingDirectory: aFolder(files) });

    expect((JSON.parse(stdout) as { warnings: unknown }).warnings).toEqual(warnings);
  });

  it('says nothing of a line that a trace names in a file that has become shorter', async () => {
    const argv = ['pack', 'why does it fail at src/rates.ts:300', '--cursor', 'src/tax.ts:300', '--json'];
    const { stdout } = await runCommand(argv, { workingDirectory: aFolder(files) });

    expect((JSON.parse(stdout) as { warnings: unknown }).warnings).toEqual([]);
  });

  it('has the whole definition where it fits', async () => {
    const chunks = await pack('why does it fail at src/tax.ts:300', ['--budget', '20000']);

    const lines = chunks.filter(({ anchorOrder }) => anchorOrder === 0);
    expect(lines[0]?.startLine).toBeLessThanOrEqual(2);
    expect(lines.at(-1)?.endLine).toBeGreaterThanOrEqual(405);
  });

  it('has the line at the cursor before other named lines', async () => {
    const chunks = await pack('why does it fail at src/rates.ts:1', [
      '--open',
      'src/rates.ts:1',
      '--cursor',
      'src/tax.ts:5',
    ]);

    expect(chunks[0]).toMatchObject({ filePath: 'src/tax.ts', anchorOrder: 0, sourceType: 'open-file' });
  });

  it.each(['src/tax.ts', 'src/tax.ts:0', 'src/tax.ts:1-2', 'src/tax.ts:1:0'])('refuses --cursor %s', async (value) => {
    const error = await runToError(['pack', 'x', '--cursor', value], { workingDirectory: aFolder(files) });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain('it must be a file with a line');
  });

  it.each(['src/tax.ts:0', 'src/tax.ts:9-3'])('refuses --open %s', async (value) => {
    const error = await runToError(['pack', 'x', '--open', value], { workingDirectory: aFolder(files) });

    expect(error).toMatchObject({ exitCode: 2, code: 'invalid-argument' });
    expect(error.message).toContain('lines are whole numbers from 1');
  });
});

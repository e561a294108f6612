import { aFolder, runCommand, runJson, runToError } from '../test-support/run-command.js';

const line = 'A line of a log that goes on and on, and says the same in the end.\r\n';
const lines = Math.ceil(10_000_001 / line.length);
const root = aFolder({ '.git/HEAD': 'ref: refs/heads/main\n', 'big.md': line.repeat(lines) });
const here = { workingDirectory: root };

describe('assemble, for a document that is too large to be read as a whole', () => {
  it('gives the text around a line and column', async () => {
    const place = ['assemble', 'big.md', '--cursor', '100000:8', '--budget', '4000'];

    const byLine = await runJson(place, here);
    const byOffset = await runJson(['assemble', 'big.md', '--cursor', String(99_999 * line.length + 7)], here);

    expect(byLine).toMatchObject({
      fragments: [{ sourceId: 'cursor', content: expect.stringContaining('A line ⟦cursor⟧of a log') as string }],
      variables: { CursorPosition: 99_999 * line.length + 7 },
    });
    expect(byOffset).toMatchObject({ fragments: byLine['fragments'] });
  });

  it('says why the document itself is not there', async () => {
    const { exitCode, stderr } = await runCommand(['assemble', 'big.md', '--cursor', '100000:8'], here);

    expect(exitCode).toBe(0);
    expect(stderr).toContain('document');
    expect(stderr).toMatch(/"big\.md" has [\d,]+ bytes/u);
  });

  it('refuses a place that the document does not have', async () => {
    const behind = await runToError(['assemble', 'big.md', '--cursor', `${lines + 9}:1`], here);
    const aside = await runToError(['assemble', 'big.md', '--cursor', '2:900'], here);

    expect(behind).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`ends at line ${lines + 1}`) as string,
    });
    expect(aside.message).toContain('line 2 of "big.md" ends at column 67');
  });
});

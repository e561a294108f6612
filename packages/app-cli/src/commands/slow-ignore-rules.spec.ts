import { aFolder, runCommand, runJson } from '../test-support/run-command.js';

/** Just under the million bytes that are read, and slow to match for any program, git included. */
const slowRules = Array.from({ length: 27_000 }, (_, number) => `**/*a*a*b${number}/**/*a*a*b/**/c`).join('\n');

const warning = /^\.gitignore has 26\d\d\d lines that take too long to match/u;

describe('a .gitignore that was made to be slow', () => {
  it('is said to leave out more than it says, by what searches, packs and indexes', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, number) => [`src/aab/${number}.ts`, `export const login${number} = ${number};\n`]),
    );
    const options = { workingDirectory: aFolder({ '.gitignore': `${slowRules}\n`, 'c/left-out.ts': '', ...files }) };

    const search = await runJson(['search', 'login7'], options);
    const pack = await runCommand(['pack', 'login7'], options);
    const index = await runCommand(['index'], options);

    expect(search).toMatchObject({
      hits: expect.arrayContaining([expect.objectContaining({ filePath: 'src/aab/7.ts' })]) as object,
      warnings: [expect.stringMatching(warning)],
    });
    expect([pack.exitCode, pack.stdout]).toEqual([0, expect.stringContaining('login7')]);
    for (const { stderr } of [pack, index]) expect(stderr.split('.gitignore has 26')).toHaveLength(2);
    expect(index.stdout).toContain('41 files');
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describeTraced } from '@lexichord/testing';

import { buildCommand, command, finished, startCommand } from './test-support/built-command.js';
import { aFolder } from './test-support/run-command.js';

describeTraced('a power cut', ({ disk }) => {
  beforeAll(buildCommand);

  /** Adds messages round by round, cuts the power after each, and says what is there then. */
  async function addAndCut(
    durability: 'full' | 'normal',
    rounds: number,
  ): Promise<readonly (readonly [string, string])[]> {
    const root = aFolder({ 'notes.md': '' });
    const traced = disk(root);
    const environment = { ...userEnvironment(root), LEXICHORD__STORAGE__DURABILITY: durability };
    const seen: (readonly [string, string])[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const messages = Array.from({ length: 3 }, (_, index) => ({
        role: 'user',
        content: `Message ${round}.${index}.`,
      }));
      const file = join(root, `part${round}.json`);
      writeFileSync(file, JSON.stringify(messages));
      traced.settle();
      const added = await traced.run(
        [process.execPath, command, 'memory', 'add', file, '--conversation', 'c'],
        environment,
      );
      expect([added.exitCode, added.stderr]).toEqual([0, '']);

      const copy = join(aFolder(), 'copy');
      traced.cutPower(copy);
      const { stdout } = await finished(startCommand(['memory', 'export', 'c'], copy, userEnvironment(copy)));
      seen.push([readFileSync(file, 'utf8'), stdout]);
    }
    return seen;
  }

  it('loses nothing that was acknowledged', async () => {
    let whole = '';
    // More than a table has versions when it is optimised.
    for (const [given, exported] of await addAndCut('full', 10)) {
      whole += given;
      for (const [text] of whole.matchAll(/Message \d+\.\d+\./gu)) expect(exported).toContain(text);
    }
  });

  it('would lose what is not flushed', async () => {
    const seen = await addAndCut('normal', 2);

    expect(
      seen.filter(([given, exported]) => !exported.includes(/Message \d+\.\d+\./u.exec(given)?.[0] ?? '')),
    ).not.toEqual([]);
  });
});

function userEnvironment(root: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: `${root}/home`, NO_COLOR: '1' };
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { buildCommand, command } from '../test-support/built-command.js';
import { aFolder } from '../test-support/run-command.js';

/** A pseudo-terminal by `script` of util-linux; that of other systems takes other arguments. */
const script = spawnSync('script', ['--version'], { encoding: 'utf8' });
const hasTerminal = script.error === undefined && script.stdout.includes('util-linux');
if (!hasTerminal)
  process.stderr.write('script of util-linux is not installed here, so "preview --tui" was not tried.\n');

(hasTerminal ? describe : describe.skip)('preview --tui', () => {
  const running: ChildProcess[] = [];

  beforeAll(buildCommand, 300_000);
  // A terminal that goes away ends what runs in it.
  afterAll(() => running.forEach((child) => child.kill('SIGKILL')));

  it.each([
    ['q', 'q'],
    ['Ctrl+C', '\u0003'],
  ])('shows a document in the terminal, and gives it back at %s', async (_name, key) => {
    const folder = aFolder({ '.agent/.keep': '', 'a.md': '# A\n\nWords.\n' });
    const child = spawn('script', ['-qec', `${process.execPath} ${command} preview a.md --tui`, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: homedir(), TERM: 'xterm', NO_COLOR: '1' },
    });
    const closed = once(child, 'close');
    running.push(child);

    let shown = '';
    let isPressed = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      // Keys are read once the document is there.
      if (isPressed || !/Document Content[^\n]*\d tokens/u.test(shown)) return;
      isPressed = true;
      child.stdin.write(key);
    });

    expect(await closed).toEqual([0, null]);
    expect(shown).toContain('\u001b[?1049l');
    expect(readdirSync(join(folder, '.lexichord/serving'))).toEqual([expect.stringMatching(/^renewal-\d+\.json$/u)]);
  });
});

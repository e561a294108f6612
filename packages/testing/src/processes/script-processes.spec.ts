import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ScriptProcesses } from './script-processes.js';

describe('ScriptProcesses', () => {
  const processes = new ScriptProcesses();
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lexichord-scripts-'));
  });

  afterEach(async () => {
    await processes.dispose();
    rmSync(folder, { recursive: true });
  });

  function script(text: string): URL {
    const path = join(folder, 'script.ts');
    writeFileSync(path, text);
    return pathToFileURL(path);
  }

  it('runs TypeScript below limits of the shell, and gives its lines', async () => {
    const lines: string[] = [];
    const source = script(
      'const [word]: string[] = process.argv.slice(2);\nconsole.log(word);\nconsole.log("done");\n',
    );

    const { child, exited } = processes.start(source, ['hello'], {
      limits: 'ulimit -n 256',
      onLine: (line) => lines.push(line),
    });
    await exited;

    expect([child.exitCode, lines]).toEqual([0, ['hello', 'done']]);
  });

  it('ends those that still run', async () => {
    const { child, exited } = processes.start(script('setInterval(() => undefined, 1_000);\n'), []);

    await processes.kill();
    await exited;

    expect(child.signalCode).toBe('SIGKILL');
  });
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildCommand, command, finished, loadedFor, startCommand } from './test-support/built-command.js';
import { aFolder } from './test-support/run-command.js';

const appFolder = fileURLToPath(new URL('..', import.meta.url));

describe('the bundle that the command starts', () => {
  it('is started while nothing that it was made from is newer', () => {
    const folder = anInstalledCommand({ madeFrom: 'dist/lib.tsbuildinfo' });

    expect(startedBy(folder)).toBe('bundle');
  });

  it('gives way to the compiled files once they were built again, taken away, or it was never made', () => {
    const folder = anInstalledCommand({ madeFrom: 'dist/lib.tsbuildinfo' });

    utimesSync(join(folder, 'dist/lib.tsbuildinfo'), new Date(0), new Date(0));
    const afterBuild = startedBy(folder);
    rmSync(join(folder, 'dist/lib.tsbuildinfo'));
    const afterRemoval = startedBy(folder);
    rmSync(join(folder, 'bundle'), { recursive: true });

    expect([afterBuild, afterRemoval, startedBy(folder)]).toEqual(['compiled', 'compiled', 'compiled']);
  });

  it('is always started where it was published, without a record of what it was made from', () => {
    const folder = anInstalledCommand({ madeFrom: undefined });

    expect(startedBy(folder)).toBe('bundle');
  });

  it('is current after a build', () => {
    buildCommand();

    const loaded = loadedFor(command, ['--version'], aFolder());

    expect(loaded.filter((url) => /\/(?:bundle|dist)\/main\.js$/u.test(url))).toEqual([
      expect.stringMatching(/\/bundle\/main\.js$/u),
    ]);
  });

  it('loads no service of the runtime for a command that reads only the configuration', () => {
    buildCommand();

    const loaded = loadedFor(command, ['license', 'show'], aFolder()).flatMap(
      (url) => /\/bundle\/(.+?)(?:-.{8})?\.js$/u.exec(url)?.slice(1) ?? [],
    );

    expect(loaded).toEqual(expect.arrayContaining(['main', 'license-show']));
    // 47 files when this was written, and 105 with the services.
    expect(loaded.length).toBeLessThan(60);
  });

  it('finds the workers, the assets and the native parts of the packages it was made from', async () => {
    const folder = aFolder({ 'src/login.ts': 'export function login() {}\n', 'a.md': '# Login\n\nWords.\n' });

    const { exitCode, stdout, stderr } = await finished(startCommand(['pack', 'how does login work'], folder));

    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect(stdout).toContain('export function login() {}');
  });

  it('finds the page of the panel', async () => {
    const child = startCommand(['preview'], aFolder({ '.agent/.keep': '' }));
    const [address] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];

    const page = await (await fetch(address.trim())).text();
    const [script = ''] = /(?<=src=")[^"]+\.js/u.exec(page) ?? [];
    const { status, headers } = await fetch(new URL(script, address.trim()));

    child.kill('SIGTERM');
    expect([page, status, headers.get('content-type')]).toEqual([
      expect.stringContaining('<!doctype html>'),
      200,
      expect.stringContaining('javascript'),
    ]);
    expect((await finished(child)).exitCode).toBe(143);
  });
});

/** A folder with the command's start, and in place of the bundle and the compiled files two that say which was run. */
function anInstalledCommand({ madeFrom }: { readonly madeFrom: string | undefined }): string {
  const folder = aFolder({
    'package.json': '{ "type": "module" }',
    'dist/main.js': "process.stdout.write('compiled');",
    'dist/lib.tsbuildinfo': '',
    'bundle/main.js': "process.stdout.write('bundle');",
  });
  cpSync(join(appFolder, 'bin'), join(folder, 'bin'), { recursive: true });
  if (madeFrom !== undefined) {
    const times = { [`../${madeFrom}`]: statSync(join(folder, madeFrom)).mtimeMs };
    writeFileSync(join(folder, 'bundle/made-from.json'), JSON.stringify(times));
  }
  return folder;
}

function startedBy(folder: string): string {
  return execFileSync(process.execPath, [join(folder, 'bin/lexichord.js')], { encoding: 'utf8' });
}

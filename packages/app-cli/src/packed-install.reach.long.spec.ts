import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildCommand } from './test-support/built-command.js';
import { aFolder } from './test-support/run-command.js';

const stagePackages = fileURLToPath(new URL('../../../tools/publish/stage-packages.mjs', import.meta.url));

/** Only strategies' authors need it. */
const development = new Set(['testing']);

describe('packages that are packed and installed in an empty folder', () => {
  const folder = aFolder({ 'package.json': '{ "private": true, "type": "module" }\n' });
  const tokenizerFolder = aFolder({ 'package.json': '{ "private": true, "type": "module" }\n' });
  const workspace = aFolder({ 'src/login.ts': 'export function login() {}\n', '.agent/.keep': '' });
  const npm = (cwd: string, ...argv: readonly string[]): string =>
    execFileSync('npm', argv, { cwd, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });

  beforeAll(() => {
    buildCommand();
    const [packed, staged] = [join(folder, 'packed'), join(folder, 'staged')];
    mkdirSync(packed);
    execFileSync(process.execPath, [stagePackages, '--out', staged]);
    for (const name of readdirSync(staged)) {
      if (development.has(name)) continue;
      npm(join(staged, name), 'pack', '--silent', '--pack-destination', packed);
    }
    // Without the dot it would be the name of a repository.
    const files = readdirSync(packed).map((file) => `./packed/${file}`);
    npm(folder, 'install', '--no-audit', '--no-fund', '--loglevel=error', ...files);
    const tokenizer = join(packed, readdirSync(packed).find((file) => file.includes('tokenizer')) ?? '');
    npm(tokenizerFolder, 'install', '--no-audit', '--no-fund', '--loglevel=error', tokenizer);
  });

  it('bring along no clients of models, and nothing that only the workspace needs', () => {
    for (const name of ['@huggingface/transformers', 'openai', 'ink', 'js-tiktoken']) {
      expect(existsSync(join(folder, 'node_modules', name))).toBe(false);
    }
    const staged = readdirSync(join(folder, 'staged'), { recursive: true, encoding: 'utf8' });
    const ours = staged.filter((path) => /^[\w-]+\/(?:node_modules\/@lexichord\/[\w-]+\/)?package\.json$/u.test(path));
    const leftIn = ours.filter((path) =>
      /@lexichord\/source|devDependencies|"nx"/u.test(readFileSync(join(folder, 'staged', path), 'utf8')),
    );
    // The contracts are inside the tokenizer, too.
    expect(ours).toHaveLength(readdirSync(join(folder, 'staged')).length + 1);
    expect(leftIn).toEqual([]);
    expect(readFileSync(join(folder, 'node_modules/lexichord/THIRD_PARTY_NOTICES.md'), 'utf8')).toContain('## zod 4');
  });

  it('are at most 150 packages and 300 MB', () => {
    const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
      readonly packages: object;
    };

    expect(Object.keys(lock.packages).length).toBeLessThanOrEqual(150);
    expect(bytesOf(join(folder, 'node_modules'))).toBeLessThanOrEqual(300e6);
  });

  it('have parsers that work for all languages', () => {
    const command = join(folder, 'node_modules/.bin/lexichord');

    const printed = execFileSync(command, ['debug', 'parsers'], { cwd: workspace, encoding: 'utf8' });

    expect(printed).toContain('All of them work.');
  });

  it('have a tokenizer that comes alone, with at most 6 MB, and counts', () => {
    const program = `
      import { BpeTokenCounter } from '@lexichord/tokenizer';
      process.stdout.write(String(new BpeTokenCounter({ encoding: 'o200k_base' }).countTokens('hello world')));
    `;
    writeFileSync(join(tokenizerFolder, 'program.js'), program);

    expect(readdirSync(join(tokenizerFolder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@lexichord',
    ]);
    expect(readdirSync(join(tokenizerFolder, 'node_modules/@lexichord'))).toEqual(['tokenizer']);
    expect(bytesOf(join(tokenizerFolder, 'node_modules'))).toBeLessThanOrEqual(6e6);
    expect(execFileSync(process.execPath, ['program.js'], { cwd: tokenizerFolder, encoding: 'utf8' })).toBe('2');
  });

  it('have a command that works', () => {
    const command = join(folder, 'node_modules/.bin/lexichord');
    const run = (...argv: readonly string[]): string =>
      execFileSync(command, argv, { cwd: workspace, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

    expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/u);
    expect(run('pack', 'how does login work')).toContain('export function login() {}');
  });

  it('are libraries that a program imports', () => {
    const program = `
      import { createRuntime, developmentLicense } from '@lexichord/runtime';
      const runtime = await createRuntime({ workspaceRoot: process.argv[2], license: developmentLicense });
      const { fragments } = await runtime.orchestrator.assemble({ agentId: 'copilot', documentPath: 'src/login.ts' }, { maxTokens: 500 });
      process.stdout.write(fragments.map(({ content }) => content).join('\\n'));
      await runtime.dispose();
    `;
    writeFileSync(join(folder, 'program.js'), program);

    const printed = execFileSync(process.execPath, ['program.js', workspace], {
      cwd: folder,
      encoding: 'utf8',
    });

    expect(printed).toContain('export function login() {}');
  });
});

/** Of all files in a folder, in bytes. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => lstatSync(join(folder, path)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

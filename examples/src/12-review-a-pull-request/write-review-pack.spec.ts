import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from 'yaml';

const folder = fileURLToPath(new URL('.', import.meta.url));
const command = fileURLToPath(new URL('../../../packages/app-cli/bin/lexichord.js', import.meta.url));

/** A repository whose last commit changes a file with blocks of code in it. */
function aRepository(): { readonly path: string; readonly base: string; readonly head: string } {
  const path = mkdtempSync(join(tmpdir(), 'lexichord-example-'));
  const git = (...argv: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...argv], {
      ...{ cwd: path, encoding: 'utf8' },
    }).trim();
  const commit = (files: Readonly<Record<string, string>>): string => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'change');
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet');
  mkdirSync(join(path, 'src'));
  const fees = 'export function lateFee(days: number): number {\n  return days * 2;\n}\n';
  const caller = 'import { lateFee } from "./fees.js";\n\nexport const bill = (days: number) => 10 + lateFee(days);\n';
  const base = commit({ 'src/fees.ts': fees, 'src/bill.ts': caller, 'notes.md': '# Notes\n' });
  const head = commit({
    'src/fees.ts': fees.replace('* 2', '* 3'),
    'notes.md': '# Notes\n\n`````\n</details> <script>\n`````\n',
  });
  return { path, base, head };
}

describe('example 12: review a pull request', () => {
  const repository = aRepository();
  const pack = join(repository.path, '.git/review-pack.md');
  const summary = join(repository.path, '.git/summary.md');

  afterAll(() => rmSync(repository.path, { recursive: true, force: true }));

  const run = (variables: Readonly<Record<string, string>> = {}): Promise<string> => {
    writeFileSync(summary, 'Before.\n');
    const env = {
      ...{ PATH: process.env['PATH'], HOME: homedir(), LEXICHORD: `node ${command}`, BUDGET: '2000', TITLE: 'Fees' },
      ...{ BASE: repository.base, HEAD: repository.head, PACK: pack, GITHUB_STEP_SUMMARY: summary },
      ...variables,
    };
    return new Promise((resolve, reject) => {
      execFile(join(folder, 'write-review-pack.sh'), { cwd: repository.path, env }, (error, _stdout, stderr) =>
        error === null ? resolve(readFileSync(pack, 'utf8')) : reject(new TypeError(`${error.message}\n${stderr}`)),
      );
    });
  };

  it('writes the change and what depends on it, and adds it to the summary', async () => {
    const text = await run();

    expect(text).toContain('return days * 3;');
    expect(text).toContain('bill.ts');
    expect(readFileSync(summary, 'utf8')).toBe(`Before.\n${text}`);
  });

  it('stands in a block that nothing in it can end', async () => {
    const lines = (await run()).trimEnd().split('\n');

    const [fence = ''] = /^`+/u.exec(lines[2] ?? '') ?? [];
    expect(fence.length).toBeGreaterThan(5);
    expect(lines.filter((line) => line.startsWith(fence))).toEqual([`${fence}markdown`, fence]);
    expect(lines.at(-1)).toBe('</details>');
  });

  it('takes a title for text, whatever is in it', async () => {
    const text = await run({ TITLE: '--budget 1; touch "$(pwd)/owned" `touch owned`' });

    expect(text).toContain('return days * 3;');
    expect(execFileSync('git', ['status', '--short'], { cwd: repository.path, encoding: 'utf8' })).toBe('');
  });

  it('fails when there is no such change', async () => {
    await expect(run({ BASE: 'nowhere' })).rejects.toThrow('There is no revision');
  });

  it('is called by an action that gives it every variable, and no text of a stranger in a script', () => {
    const { steps } = readAction();
    const script = readFileSync(join(folder, 'write-review-pack.sh'), 'utf8');
    const used = [...script.matchAll(/"?\$(?<name>[A-Z_]+)/gu)].map(({ groups }) => groups?.['name'] ?? '');

    const [first] = steps;
    expect(first?.run).toContain('write-review-pack.sh');
    expect([...new Set(used)].sort()).toEqual([...Object.keys(first?.env ?? {}), 'GITHUB_STEP_SUMMARY'].sort());
    expect(steps.filter((step) => step.run.includes('${{'))).toEqual([]);
  });

  it.each([
    { comment: 'true', comments: 1 },
    { comment: 'false', comments: 0 },
  ])('runs as the steps of the action, with comment: $comment', ({ comment, comments }) => {
    const runner = mkdtempSync(join(tmpdir(), 'lexichord-runner-'));
    try {
      const called = runAction({ ...repository, runner }, { comment, version: '1.2.3' });

      const pack = readFileSync(join(runner, 'review-pack.md'), 'utf8');
      expect(called('npx')).toMatch(
        /^-y lexichord@1\.2\.3 pack --diff \w+\.\.\.\w+ --budget 8000 .* -- Fees; touch owned\n$/u,
      );
      expect(pack).toContain('return days * 3;');
      expect(readFileSync(join(runner, 'summary.md'), 'utf8')).toBe(pack);
      expect(called('gh').split('\n').filter(Boolean)).toEqual(
        Array<string>(comments).fill(
          `pr comment 7 --repo owner/name --body-file ${runner}/review-pack.md --edit-last --create-if-none`,
        ),
      );
    } finally {
      rmSync(runner, { recursive: true, force: true });
    }
  });
});

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly steps: readonly {
    readonly if?: string;
    readonly run: string;
    readonly env: Readonly<Record<string, string>>;
  }[];
}

function readAction(): Action {
  const { inputs, runs } = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as {
    readonly inputs: Action['inputs'];
    readonly runs: Pick<Action, 'steps'>;
  };
  return { inputs, steps: runs.steps };
}

interface Job {
  readonly path: string;
  readonly base: string;
  readonly head: string;
  /** Folder of the runner; the programs that the steps call are put there, and write down their arguments. */
  readonly runner: string;
}

/**
 * Runs the steps of the action in their order, as GitHub's runner does.
 *
 * @returns the arguments that a program was called with, one call a line
 */
function runAction(
  { path, base, head, runner }: Job,
  inputs: Readonly<Record<string, string>>,
): (name: string) => string {
  const { inputs: declared, steps } = readAction();
  const defaults = Object.entries(declared).map(([name, input]): [string, string] => [`inputs.${name}`, input.default]);
  const context: Readonly<Record<string, string>> = {
    ...Object.fromEntries(defaults),
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value])),
    ...{ 'github.event.pull_request.base.sha': base, 'github.event.pull_request.head.sha': head },
    ...{ 'github.event.pull_request.title': 'Fees; touch owned', 'github.event.pull_request.number': '7' },
    ...{ 'github.token': 'a-token', 'runner.temp': runner },
  };
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{ (?<name>[\w.]+) \}\}/gu, (_all, name: string) => {
      const value = context[name];
      if (value === undefined) throw new TypeError(`GitHub knows no ${name}.`);
      return value;
    });
  const program = (name: string, rest: string): void =>
    writeFileSync(join(runner, name), `#!/bin/bash\necho "$*" >> "${runner}/${name}.log"\n${rest}\n`, { mode: 0o755 });
  program('npx', `exec node "${command}" "\${@:3}"`);
  program('gh', 'test -n "$GH_TOKEN"');
  for (const { if: condition, run, env } of steps) {
    const [, name = '', expected] = /^(?<name>[\w.]+) == '(?<expected>\w+)'$/u.exec(condition ?? '') ?? [];
    if (condition !== undefined && context[name] !== expected) continue;
    execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: path,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...{ PATH: `${runner}:${process.env['PATH'] ?? ''}`, HOME: homedir(), GITHUB_ACTION_PATH: folder },
        ...{ GITHUB_REPOSITORY: 'owner/name', GITHUB_STEP_SUMMARY: join(runner, 'summary.md') },
        ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value)])),
      },
    });
  }
  return (name) => (existsSync(join(runner, `${name}.log`)) ? readFileSync(join(runner, `${name}.log`), 'utf8') : '');
}

import { spawn } from 'node:child_process';
import { devNull } from 'node:os';

/**
 * Runs git on a repository without a work tree, such as a mirror. The repository may come from anybody: nothing that its
 * configuration or attributes name is run, no file of the user's configuration is read, and nothing is fetched.
 *
 * @param {string} gitFolder the repository's own folder, as in `--git-dir`
 * @param {readonly string[]} args command and arguments
 * @param {string} [input] given to the command
 * @returns {Promise<Buffer>} what it printed
 */
export function readGit(gitFolder, args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [`--git-dir=${gitFolder}`, ...harmless, ...args], { env: safeEnvironment() });
    const output = [];
    let complaint = '';
    child.stdout.on('data', (piece) => output.push(piece));
    child.stderr.on('data', (piece) => (complaint += complaint.length < maxComplaintLength ? piece : ''));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else reject(new Error(`git ${args[0]} ended with ${code}: ${complaint.slice(0, maxComplaintLength).trim()}`));
    });
    // A command that fails early does not read it; its exit code says why.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** For every command that prints differences. */
export const plainDiff = ['--no-ext-diff', '--no-textconv', '--no-renames', '--no-color'];

/** Of what git complains about, in UTF-16 units. */
const maxComplaintLength = 4_000;

const harmless = [
  '--no-pager',
  '--no-optional-locks',
  ...[
    'core.fsmonitor=',
    `core.hooksPath=${devNull}`,
    `core.attributesFile=${devNull}`,
    'core.quotePath=false',
    'diff.external=',
    `diff.orderFile=${devNull}`,
    'gpg.program=',
    'log.showSignature=false',
    'log.mailmap=false',
    'log.showRoot=true',
  ].flatMap((setting) => ['-c', setting]),
];

function safeEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:GIT_|LC_|LANG)/iu.test(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

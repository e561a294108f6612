// @ts-check
// Plain JavaScript, because a separate process runs it unbuilt, also when the package runs from its source.
import { spawn } from 'node:child_process';

/** @type {import('./start-git.mjs').startGit} */
export function startGit({ args, cwd, env, input }) {
  const child = spawned({ args, cwd, env, input });
  if (child === undefined) return undefined;
  const { stdout, stderr } = child;
  // The process may end before it has read its input.
  child.stdin?.on('error', () => undefined).end(input);
  return {
    onOutput: (listener) => void stdout.on('data', listener),
    onComplaint: (listener) => void stderr.setEncoding('utf8').on('data', listener),
    ended: endOf(child),
    stop: () => {
      // Without a process id the signal would go to this process and its group.
      if (child.pid !== undefined) child.kill('SIGKILL');
      // Its own child processes may keep the output open.
      stdout.destroy();
      stderr.destroy();
    },
    pause: () => {
      stdout.pause();
      stderr.pause();
    },
    resume: () => {
      stdout.resume();
      stderr.resume();
    },
  };
}

/** @param {import('./start-git.mjs').GitCall} call */
function spawned({ args, cwd, env, input }) {
  try {
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = spawn('git', args, { cwd, env, stdio: [stdin, 'pipe', 'pipe'], windowsHide: true });
    // The system has no file descriptors left; an error follows.
    const isWhole = [child.stdout, child.stderr].every((stream) => stream !== undefined && stream !== null);
    if (!isWhole) child.on('error', () => undefined);
    return isWhole ? child : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | undefined>}
 */
function endOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => {
      // A running process that cannot be killed still ends by itself.
      if (child.pid === undefined) resolve(undefined);
    });
    child.once('close', (code) => resolve(code ?? -1));
  });
}

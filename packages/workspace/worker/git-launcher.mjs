// @ts-check
// Plain JavaScript, because a process of its own runs it as it is, whether the package runs from its source or built.
// Starts git for a process that is too large to do so quickly, and passes on what it prints.
import { spawn } from 'node:child_process';

/** @typedef {import('./git-launcher.mjs').LauncherRequest} Request */
/** @typedef {import('./git-launcher.mjs').LauncherMessage} Message */
/** @typedef {ReturnType<typeof start>} Git */

/** @type {Map<number, Git>} */
const running = new Map();

// Whoever interrupts the other process in a terminal interrupts this one, too; that one decides.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => {
  for (const child of running.values()) child?.kill('SIGKILL');
  process.exit();
});
process.on('message', (/** @type {Request} */ request) => {
  if (request.kind === 'start') run(request);
  else stop(running.get(request.id));
});
send({ kind: 'ready' });

/** @param {Extract<Request, { kind: 'start' }>} request */
function run(request) {
  const { id, input } = request;
  const child = start(request);
  if (child === undefined) {
    send({ kind: 'end', id, code: undefined });
    return;
  }
  running.set(id, child);
  // The next piece is read when this one is on its way, so that nothing piles up here.
  child.stdout.on('data', (piece) => {
    child.stdout.pause();
    send({ kind: 'output', id, piece }, () => child.stdout.resume());
  });
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    child.stderr.pause();
    send({ kind: 'complaint', id, piece }, () => child.stderr.resume());
  });
  child.once('error', () => {
    // A process that runs and cannot be killed ends all the same.
    if (child.pid === undefined) end(id, undefined);
  });
  child.once('close', (code) => end(id, code ?? -1));
  // It may end without reading everything.
  child.stdin?.on('error', () => undefined).end(input);
}

/** @param {Extract<Request, { kind: 'start' }>} request */
function start({ args, cwd, env, input }) {
  try {
    return spawn('git', args, { cwd, env, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
  } catch {
    return undefined;
  }
}

/** @param {Git} child */
function stop(child) {
  child?.kill('SIGKILL');
  // What it has started may still hold its output open.
  child?.stdout.destroy();
  child?.stderr.destroy();
}

/**
 * @param {number} id
 * @param {number | undefined} code
 */
function end(id, code) {
  if (running.delete(id)) send({ kind: 'end', id, code });
}

/**
 * @param {Message} message
 * @param {() => void} [onSent]
 */
function send(message, onSent) {
  process.send?.(message, undefined, undefined, () => onSent?.());
}

// @ts-check
// Plain JavaScript, because a separate process runs it unbuilt, also when the package runs from its source.
// Starts git for a process that is too large to do so quickly, and passes its output on.
import { startGit } from './start-git.mjs';

/** @typedef {import('./git-launcher.mjs').LauncherRequest} Request */
/** @typedef {import('./git-launcher.mjs').LauncherMessage} Message */

/** @type {Map<number, import('./start-git.mjs').GitChild>} */
const running = new Map();

// Ctrl+C in a terminal reaches this process, too; the parent process decides.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => {
  for (const git of running.values()) git.stop();
  process.exit();
});
process.on('message', (/** @type {Request} */ request) => {
  if (request.kind === 'start') void run(request);
  else running.get(request.id)?.stop();
});
send({ kind: 'ready' });

/** @param {Extract<Request, { kind: 'start' }>} request */
async function run({ id, ...call }) {
  const git = startGit(call);
  if (git !== undefined) {
    running.set(id, git);
    // The next piece is read after this one was sent, so that no output accumulates here.
    /** @param {Message} message */
    const passOn = (message) => {
      git.pause();
      send(message, () => git.resume());
    };
    git.onOutput((piece) => passOn({ kind: 'output', id, piece }));
    git.onComplaint((piece) => passOn({ kind: 'complaint', id, piece }));
  }
  const code = await git?.ended;
  running.delete(id);
  send({ kind: 'end', id, code });
}

/**
 * @param {Message} message
 * @param {() => void} [onSent]
 */
function send(message, onSent) {
  process.send?.(message, undefined, undefined, () => onSent?.());
}

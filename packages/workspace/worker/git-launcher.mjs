// @ts-check
// Plain JavaScript, because a process of its own runs it as it is, whether the package runs from its source or built.
// Starts git for a process that is too large to do so quickly, and passes on what it prints.
import { startGit } from './start-git.mjs';

/** @typedef {import('./git-launcher.mjs').LauncherRequest} Request */
/** @typedef {import('./git-launcher.mjs').LauncherMessage} Message */

/** @type {Map<number, import('./start-git.mjs').GitChild>} */
const running = new Map();

// An interruption of the other process in a terminal reaches this one, too; the other one decides.
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
    // The next piece is read when this one is on its way, so that nothing piles up here.
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

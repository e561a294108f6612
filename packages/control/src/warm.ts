// For a command that a warm process may answer. Every run loads this, so it only depends on Node.
export {
  type RelayedSession,
  type SessionEvent,
  type SessionOptions,
  type SessionOutcome,
  askSession,
} from './warm/ask-session.js';
export { type Unreached, type WarmConnection, connectWarmProcess } from './warm/connect-warm-process.js';
export { findWarmProcess } from './warm/find-warm-process.js';
export { LineSplitter, hasRoom } from './warm/lines.js';
export { isUpdated } from './warm/is-updated.js';
export { type RunOutcome, type RunStreams, runWarm } from './warm/run-warm.js';
export type { Leaving, RunRequest, StreamFacts, WarmDescription, WarmReply } from './warm/warm-protocol.js';
export type { WarmKind, WarmRecord } from './warm/warm-record.js';

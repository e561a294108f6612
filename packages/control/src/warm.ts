// For a command that may be answered by a warm process: every run loads this, so it needs nothing but Node.
export { type Unreached, type WarmConnection, connectWarmProcess } from './warm/connect-warm-process.js';
export { findWarmProcess } from './warm/find-warm-process.js';
export { type RunOutcome, type RunStreams, runWarm } from './warm/run-warm.js';
export type { RunRequest, StreamFacts, WarmDescription, WarmReply } from './warm/warm-protocol.js';
export type { WarmKind, WarmRecord } from './warm/warm-record.js';

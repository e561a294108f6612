// For a process with its own server on the loopback interface, which also serves requests of commands.
export { errorAnswer } from './loopback/error-answer.js';
export { type LoopbackServer, startLoopbackServer } from './loopback/loopback-server.js';
export type { RefusalReason } from './loopback/request-guard.js';
export { announceProcess } from './records/announce-process.js';
export { recordFolder, secretPattern } from './records/process-record.js';
export { hasOwnRecordFolder, prepareRecordFolder } from './records/record-folder.js';
export { controlPath } from './control-protocol.js';
export { controlRoutes } from './serve/control-routes.js';
export type { WarmRun, WarmSession } from './warm/connection-handlers.js';
export { type WarmHold, type WarmHoldOptions, holdWarm } from './warm/warm-hold.js';
export { type OtherProcess, type WarmServer, type WarmServerOptions, openWarmServer } from './warm/warm-server.js';
export type { WarmEnd } from './warm/warm-watch.js';

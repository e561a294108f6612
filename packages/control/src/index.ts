// Every command imports this, so it loads nothing until it is called.
export type { AskOptions, ProcessFailure, ProcessReply, ServingProcess } from './ask/ask-processes.js';
export { askServingProcesses, startControlServer } from './control.js';
export type {
  ControlHandlers,
  ControlReplies,
  ControlRequest,
  RefreshOutcome,
  SwitchedStrategies,
  WatchDescription,
} from './control-protocol.js';
export type { ControlServer } from './serve/control-server.js';

// For our own packages only: not part of the public API.

// dependency injection
export { DisposalRegistry } from './di/disposal-registry.js';
export { type LazyService, registerLazy } from './di/register-lazy.js';

// options
export { findClosestName } from './options/closest-name.js';
export { type DeepReadonly, deepFreeze } from './options/deep-freeze.js';
export { type OptionProblem, findOptionProblems, formatKey, unknownKeyProblem } from './options/option-problems.js';
export { type OptionSchema, describeAllowed, schemaAt } from './options/option-schema.js';
export { invalidOptionsError, parseOptions } from './options/parse-options.js';

// events, logging
export { MittEventBus } from './events/mitt-event-bus.js';
export { logLevels } from './logging/log-level.js';
export { withLogScreen } from './logging/pino-logger.js';

// async
export { BackgroundThread, type BackgroundThreadOptions, maxYoungHeapMb } from './async/background-thread.js';
export { type TimeLimit, raceWithSignal, sharedSignal, withDeadline } from './async/abort-signals.js';
export { SharedWork } from './async/shared-work.js';
export { Turns } from './async/turns.js';

// files of our own
export { flushFile, flushFolder, flushFolderAndAbove } from './files/flush-path.js';
export { expandHome, homeFolder, startsAtHome, xdgFolder } from './files/home-folder.js';
export { contentIdOf, fileIdOf } from './files/file-state.js';
export { ignoreMissing } from './files/ignore-missing.js';
export { isOwnFile } from './files/is-own-file.js';
export { type InputJudge, inputJudge, judgeInputPath } from './files/judge-input.js';
export { openInputFile, readFailure } from './files/open-input-file.js';
export { openedPath } from './files/opened-path.js';
export { readInputFile, readInputStream } from './files/read-input-text.js';
export { type PlainFile, readPlainFile } from './files/read-plain-file.js';
export { relativeInside } from './files/relative-inside.js';
export { renamePatiently } from './files/rename-patiently.js';
export {
  comparablePath,
  leavesForNetwork,
  namesDevice,
  namesStream,
  withForwardSlashes,
} from './files/windows-paths.js';
export { type ReplaceOptions, replaceFile } from './files/replace-file.js';

// checks
export { isRecord } from './checks/is-record.js';
export { CheckTally, type MendableFinding, vectorOfServer } from './checks/check-tally.js';

// collections, text
export { groupBy } from './collections/group-by.js';
export { chunkHash, chunkId } from './text/chunk-id.js';
export { chunkLines, findChunkLines } from './text/chunk-lines.js';
export { compareText } from './text/compare-text.js';
export { escapeCharacter } from './text/escape-character.js';
export { fence, fenceMarks } from './text/fence.js';
export { LineIndex, linesOf } from './text/line-index.js';
export { parseJson } from './text/parse-json.js';
export { type TemplateNames, type TextTemplate, readTextTemplate } from './text/text-template.js';
export { pathGlob } from './text/path-glob.js';
export { isProse } from './text/prose-languages.js';

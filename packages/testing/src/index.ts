// builders
export { aFragment } from './builders/a-fragment.js';
export { aLicense } from './builders/a-license.js';
export { type StrategySetup, aStrategy } from './builders/a-strategy.js';
export { type ForgedPaths, forgeManifest } from './builders/forged-manifest.js';
export { seededNumbers } from './builders/seeded-numbers.js';

// fakes
export { ManualClock } from './fakes/manual-clock.js';
export { MemoryEditorService } from './fakes/memory-editor-service.js';
export { PatientClock } from './fakes/patient-clock.js';
export { PlainStateFolder } from './fakes/plain-state-folder.js';
export { PatternSecretScanner } from './fakes/pattern-secret-scanner.js';
export { PlainStructureService } from './fakes/plain-structure-service.js';
export { type RecordedLine, RecordingLogger } from './fakes/recording-logger.js';
export { type RecordedMetric, RecordingMetrics } from './fakes/recording-metrics.js';
export { SequentialIdSource } from './fakes/sequential-id-source.js';
export { WordTokenCounter } from './fakes/word-token-counter.js';

// secrets
export { type SecretExample, allSecretExamples, exampleRules, secretExample } from './secrets/secret-example.js';

// contract suites
export { type StrategyUnderTest, describeContextStrategy } from './contracts/describe-context-strategy.js';
export { describeEmbeddingProvider } from './contracts/describe-embedding-provider.js';

// servers
export { type S3Location, describeOnS3 } from './servers/describe-on-s3.js';
export { type MissingProgram, skipSuite } from './environment/skip-suite.js';
export { type Disturbance, DisturbingProxy, type PassingRequest } from './servers/disturbing-proxy.js';
export { freePort } from './servers/free-port.js';
export { type PlannedAnswer, PlannedServer, type SeenRequest } from './servers/planned-server.js';

// HTTP
export { type RawAnswer, type RawRequest, rawRequest } from './http/raw-request.js';

// environment
export { isFullRun } from './environment/is-full-run.js';

// processes
export { type ScriptOptions, type ScriptProcess, ScriptProcesses } from './processes/script-processes.js';
export { usedHeapBytes } from './processes/used-heap-bytes.js';

// browser
export { type TestBrowser, describeInBrowser } from './browser/describe-in-browser.js';

// tracing
export { describeTraced } from './tracing/describe-traced.js';
export { type DiskOperation } from './tracing/disk-operation.js';
export { DiskModel } from './tracing/disk-model.js';
export { type PowerCut, PowerCuts } from './tracing/power-cuts.js';
export { RecordedDisk, type TracedRun, type TracedRunOptions } from './tracing/recorded-disk.js';
export { type FaultedRun, type InjectedFault, type MadeCall, runWithFault } from './tracing/run-with-fault.js';
export { type CommandTrace, type TraceOptions, traceCommand } from './tracing/trace-command.js';
export { type TracedEffects, effectCalls, tracedEffects } from './tracing/traced-effects.js';

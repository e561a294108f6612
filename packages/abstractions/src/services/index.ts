export type { CallOptions } from './call-options.js';
export { IEventBus, type Unsubscribe } from './event-bus.js';
export { IClock, IIdSource, ILogger, IMetrics, type LogFields, type MetricAttributes } from './host-services.js';
export {
  ILicenseService,
  type LicenseInfo,
  type LicenseStatus,
  type LicenseTier,
  licenseTiers,
  tierIncludes,
} from './license.js';
export {
  type ChatOptions,
  type ChatTurn,
  type EmbeddingPurpose,
  IChatCompletionService,
  IEmbeddingProvider,
} from './model-services.js';
export { ISecretScanner, type SecretFinding, type WithheldSecret } from './secret-scanner.js';
export {
  type CheckFinding,
  type CheckProgress,
  type CheckReport,
  IStateCheck,
  IStateInspector,
  type StateCheckOptions,
  maxCheckFindings,
} from './state-check.js';
export { IStoreDoctor, type RepairAction, type TableRepair, type TableReport } from './store-doctor.js';
export {
  ITokenCounter,
  type TextToken,
  type TokenEncoding,
  type TruncatedText,
  type TruncationBoundary,
  tokenEncodings,
} from './token-counter.js';
export { weightSumProblem } from './weight-sum.js';

/** Stable codes of all errors of Lexichord. Programs branch on them; messages may change, codes do not. */
export const ErrorCode = {
  /** An argument is missing, of the wrong type or out of range. */
  invalidArgument: 'invalid-argument',
  /** A configuration file, environment variable or option has an unknown key or a bad value. */
  invalidConfiguration: 'invalid-configuration',
  /** A strategy id that is not registered, usually a typo. */
  unknownStrategy: 'unknown-strategy',
  /** An agent id that is not in the catalogue. */
  unknownAgent: 'unknown-agent',
  /** Two strategies were registered under one id. */
  duplicateStrategy: 'duplicate-strategy',
  /** The guard refuses the path: it is outside the workspace, or a rule denies it. */
  pathDenied: 'path-denied',
  /** A file or another named thing does not exist. */
  notFound: 'not-found',
  /** A file no longer has the lines of a reference. */
  contentChanged: 'content-changed',
  /** The file is larger than the configured limit. */
  fileTooLarge: 'file-too-large',
  /** The file is binary and cannot be read as text. */
  binaryFile: 'binary-file',
  /** The text cannot be made to fit the token budget. */
  budgetExceeded: 'budget-exceeded',
  /** The feature belongs to a higher licence tier. */
  licenseRequired: 'license-required',
  /** The search index does not exist yet. */
  noIndex: 'no-index',
  /** A file could not be parsed, and cutting it at lines is switched off. */
  parseFailed: 'parse-failed',
  /** The provider of embeddings failed or gave unusable vectors. */
  embeddingFailed: 'embedding-failed',
  /** The language model could not be reached, or gave no answer. */
  chatFailed: 'chat-failed',
  /** The store of Lexichord's tables cannot be opened, read or written. */
  storageFailed: 'storage-failed',
  /** The setting `storage.read_only` keeps this process from writing to the store. */
  storageReadOnly: 'storage-read-only',
  /** Reading or writing failed for a reason outside Lexichord. */
  ioFailed: 'io-failed',
  /** A Lexichord defect: a state that must not occur. */
  internal: 'internal',
} as const;

/** One of the values of {@link ErrorCode}. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

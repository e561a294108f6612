import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';

/** Fault of the store, classified by its message. `other` is everything else. */
export type StorageFault =
  | 'not-found'
  | 'exists'
  | 'lost-commit'
  | 'disk-full'
  | 'no-temporary-folder'
  | 'disk-failed'
  | 'too-many-files'
  | 'denied'
  | 'credentials'
  | 'unreachable'
  | 'damaged'
  | 'crashed'
  | 'other';

/** Patterns of faults; the first match counts. LanceDB's errors have no codes, only texts. */
const faults: readonly (readonly [StorageFault, RegExp])[] = [
  ['disk-full', /no space left|os error 2[78]\b|file too large|disk quota|os error 122\b|storage ?full/i],
  ['disk-failed', /input\/output error|os error 5\b|\bEIO\b/i],
  ['too-many-files', /too many open files|os error 2[34]\b|\bE[MN]FILE\b/i],
  ['denied', /permission denied|os error (?:1|13|30)\b|read-only file system|not a directory|os error 20\b/i],
  [
    'credentials',
    /InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|403 Forbidden|401 Unauthorized|api[_ ]key|credential|account name|Unauthenticated/i,
  ],
  [
    'unreachable',
    /NoSuchBucket|error sending request|error trying to connect|connection refused|dns error|timed? ?out|error decoding response|status code: (?:429|5\d\d)|status: (?:429|5\d\d)/i,
  ],
  [
    'lost-commit',
    // A concurrent commit whose record has been cleaned up has unknown content.
    /commit conflict|concurrent (?:transaction|writers?|commit|modification)|incompatible transaction|retryable|preempted|not found: \S+_transactions\/\S+\.txn/i,
  ],
  ['exists', /already exists/i],
  ['not-found', /table '[^']*' was not found|dataset at path .* was not found/i],
  [
    'damaged',
    /file size is too small|invalid range|corrupt|magic|manifest|failed to decode|invalid (?:footer|metadata)|unexpected end|range end out of bounds|out of range|not found:|object at location .* not found|no such file|os error 2\b|protobuf|failed to fill/i,
  ],
  ['crashed', /panic/i],
];

const advice: Readonly<Record<StorageFault, string>> = {
  'not-found': 'It does not exist, or was removed by another process. Run the command again.',
  exists: 'Another process has just created it. Run the command again.',
  'lost-commit': 'Other processes kept writing to it. Run the command again when they are done.',
  'disk-full': 'The disk is full. Free some space and run the command again. Data stored before is intact.',
  'no-temporary-folder':
    'The folder for temporary files cannot be used. Set TMPDIR to one that exists and can be written to.',
  'disk-failed':
    'The disk reported an error. Check the system log, and run the command again. Data stored before is intact as far as the disk can be read.',
  'too-many-files':
    'This process has too many open files. Raise its limit, such as with "ulimit -n 1024", and run the command again. Data stored before is intact.',
  denied: 'The folder may not be read or written. Check its permissions, or set another storage.address.',
  credentials: 'Access was refused. Check the credentials in the environment or in the storage options.',
  unreachable: 'The address cannot be reached. Check its name, the endpoint and the network.',
  damaged: 'Its files are damaged. Run "lexichord doctor --repair", which keeps what can be read.',
  crashed: 'The store has an internal error. Run "lexichord doctor"; if it finds no problem, report a bug.',
  other: 'Run "lexichord doctor" to see what is wrong with it.',
};

/** Classifies an error of the store by its text. */
export function faultOf(error: unknown): StorageFault {
  if (isLexichordError(error)) {
    const { fault } = error.details;
    return typeof fault === 'string' && Object.hasOwn(advice, fault) ? (fault as StorageFault) : 'other';
  }
  return faults.find(([, pattern]) => pattern.test(textOf(error)))?.[0] ?? 'other';
}

/**
 * Whether a request to object storage got no answer, or the storage was busy, so that a retry may succeed. The request
 * may have been carried out nevertheless.
 */
export function isUnanswered(error: unknown): boolean {
  return faultOf(error) === 'unreachable' && !textOf(error).includes('NoSuchBucket');
}

/**
 * Translates an error of the store for callers. The original is not the cause, because its text contains expressions
 * with values, and long Rust paths.
 *
 * @param doing operation for the message, such as `write to table "chunks"`
 */
export function storageError(error: unknown, doing: string, address: string): LexichordError {
  if (isLexichordError(error)) return error;
  const fault = faultOf(error);
  return new LexichordError(ErrorCode.storageFailed, `Could not ${doing} at ${address}. ${advice[fault]}`, {
    details: { doing, address, fault, reason: firstWords(error) },
  });
}

/**
 * The error for a write with the setting `storage.read_only`.
 *
 * @param doing operation for the message, such as `write to table "chunks"`
 */
export function readOnlyError(doing: string, address: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageReadOnly,
    `Could not ${doing} at ${address}: storage.read_only is set on this machine. Run the command on the machine that writes the tables, or unset storage.read_only.`,
    { details: { doing, address } },
  );
}

/** The beginning of a message, without values, addresses with keys, and source positions. */
function firstWords(error: unknown): string {
  const [line = ''] = textOf(error).split('\n');
  return line
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/,? ?\/(?:usr|rustc|root)\/\S*\.rs:\d+:\d+/g, '')
    .slice(0, 160);
}

function textOf(error: unknown): string {
  return error instanceof Error || hasMessage(error) ? error.message : String(error);
}

/** Errors of a native module may come from another realm. */
function hasMessage(error: unknown): error is { message: string } {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
}

import { ErrorCode, type JsonValue, isLexichordError } from '@lexichord/abstractions';

/** What an error says on the wire: `{"error": {code, message, details}}`. */
export interface WireError {
  /** An `ErrorCode`, or `forbidden` for a request that nobody looks at. */
  readonly code: string;
  /** For people. */
  readonly message: string;
  readonly details?: { readonly [key: string]: JsonValue } | undefined;
}

/** By code; everything else is the server's own failure. */
const statusOf: Readonly<Record<string, number>> = {
  [ErrorCode.invalidArgument]: 400,
  [ErrorCode.invalidConfiguration]: 422,
  [ErrorCode.unknownStrategy]: 404,
  [ErrorCode.unknownAgent]: 404,
  [ErrorCode.notFound]: 404,
  [ErrorCode.pathDenied]: 404,
  [ErrorCode.fileTooLarge]: 413,
  [ErrorCode.binaryFile]: 422,
  [ErrorCode.licenseRequired]: 402,
  [ErrorCode.noIndex]: 409,
  [ErrorCode.ioFailed]: 503,
};

export function errorAnswer(status: number, { code, message, details = {} }: WireError): Response {
  return Response.json({ error: { code, message, details } }, { status });
}

/** What a caller is told of an error: of one that nobody foresaw no more than that it happened. */
export function answerToError(error: unknown): Response {
  if (!isLexichordError(error)) {
    const message = 'The panel could not do that, for a reason that is in its log.';
    return errorAnswer(500, { code: ErrorCode.internal, message });
  }
  const { code, message, details } = error;
  return errorAnswer(statusOf[code] ?? 500, { code, message, details });
}

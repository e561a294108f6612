import { ErrorCode, type JsonValue, isLexichordError } from '@lexichord/abstractions';

/** An error as JSON: `{"error": {code, message, details}}`. */
export interface WireError {
  /** An `ErrorCode`, or `forbidden` for a request that is rejected unread. */
  readonly code: string;
  /** Message for the user. */
  readonly message: string;
  readonly details?: { readonly [key: string]: JsonValue } | undefined;
}

/** Status by error code; all others are 500. */
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

/** Response for an error; without details for an unexpected one. */
export function answerToError(error: unknown): Response {
  if (!isLexichordError(error)) {
    const message = 'The panel failed to handle the request. See its log for the reason.';
    return errorAnswer(500, { code: ErrorCode.internal, message });
  }
  const { code, message, details } = error;
  return errorAnswer(statusOf[code] ?? 500, { code, message, details });
}

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { errorAnswer } from '@lexichord/control/server';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';

/** Limits of request bodies in bytes: for a few words, and for a document as JSON. */
export const bodyLimits = { words: 256 * 1024, document: 24 * 1024 * 1024 } as const;

/** Rejects a longer body before it is read. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () =>
      errorAnswer(413, {
        code: ErrorCode.fileTooLarge,
        message: `The body may have at most ${maxBytes} bytes.`,
        details: { maxBytes },
      }),
  });
}

/**
 * The body of a request, checked.
 *
 * @throws {LexichordError} `invalid-argument` naming the fields, without their values
 */
export async function readJson<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(jsonOf(await context.req.text()));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.map(String).join('.') || 'the whole');
  const message = `The body is invalid: ${[...new Set(fields)].join(', ')}.`;
  throw new LexichordError(ErrorCode.invalidArgument, message, { details: { fields } });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote the text.
    throw new LexichordError(ErrorCode.invalidArgument, 'What was sent is not JSON.');
  }
}

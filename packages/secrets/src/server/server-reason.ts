import { z } from 'zod';

/** Maximum length of a reason, in UTF-16 units. */
const maxReasonLength = 200;

/** Minimum length of a quotation of a text in a reason, in UTF-16 units. */
const quotedUnits = 12;

const refusal = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

/**
 * A server's own reason for a failure, in the formats of OpenAI and Ollama. Servers often quote the request: parts of
 * secrets and texts are removed.
 *
 * @param answer the parsed body, if it could be parsed
 */
export function reasonOf(
  answer: unknown,
  { secrets, texts }: { readonly secrets: readonly string[]; readonly texts: readonly string[] },
): string {
  const read = refusal.safeParse(answer);
  if (!read.success) return 'no reason given';
  const { error } = read.data;
  const message = typeof error === 'string' ? error : error.message;
  const withoutSecrets = secrets.reduce((reason, secret) => reason.replaceAll(secret, '…'), message);
  return withoutQuotations(withoutSecrets.slice(0, maxReasonLength), texts);
}

function withoutQuotations(reason: string, texts: readonly string[]): string {
  const isQuoted = new Uint8Array(reason.length);
  for (const text of texts) {
    const units = Math.min(quotedUnits, text.length);
    for (let start = 0; units > 0 && start + units <= reason.length; start += 1) {
      if (text.includes(reason.slice(start, start + units))) isQuoted.fill(1, start, start + units);
    }
  }
  return Array.from(reason.split(''), (unit, index) => (isQuoted[index] === 0 ? unit : '\0'))
    .join('')
    .replaceAll(/\0+/gu, '…');
}

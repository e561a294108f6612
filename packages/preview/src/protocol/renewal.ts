/**
 * Lets an open page and a restarted panel on the same port authenticate each other, although another program may listen
 * on that port in between (ADR 0049).
 *
 * Both know a key that the page was given when it was loaded. The page sends a nonce; the answer first proves knowledge
 * of the key, and its content is encrypted with it. Both sides use `crypto.subtle`.
 */

/** A page's question. It reveals nothing without the key. */
export interface RenewalQuestion {
  /** Which key, by its hash. */
  readonly keyId: string;
  /** Nonce of the page, 32 random bytes in base64url. */
  readonly nonce: string;
  /** Proof that the page has the key. */
  readonly proof: string;
}

/** A panel's answer. */
export interface RenewalAnswer {
  /** Nonce of the panel, 32 random bytes in base64url. */
  readonly nonce: string;
  /** Proof that the panel has the key, for this question and this answer. */
  readonly proof: string;
  /** A {@link RenewedPanel}, sealed with the key. */
  readonly sealed: string;
}

/** Current address of the panel, with the key for the next renewal. */
export interface RenewedPanel {
  /** `http://127.0.0.1:<port>/<secret>/` */
  readonly address: string;
  readonly key: string;
}

/** A key that pages of one start share, and the port that they were loaded from. */
export interface RenewalKey {
  /** 32 random bytes in base64url. */
  readonly key: string;
  readonly port: number;
}

/** The element of the page that the key is given in. */
export const renewalKeyElement = 'lexichord-renewal-key';

const keyBytes = 32;

/** As base64url: a key, a nonce. */
export function randomWord(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(keyBytes)));
}

/** A name for the key that does not give it away. */
export async function renewalKeyId(key: string): Promise<string> {
  return toBase64Url(await crypto.subtle.digest('SHA-256', fromBase64Url(key)));
}

/** A question that only the panel of this key's port can answer. */
export async function askForRenewal(key: RenewalKey): Promise<RenewalQuestion> {
  const nonce = randomWord();
  return { keyId: await renewalKeyId(key.key), nonce, proof: await proofOf(key, ['page', nonce]) };
}

/** Whether the question comes from a page with the key. */
export function isQuestionOfPage(key: RenewalKey, { nonce, proof }: RenewalQuestion): Promise<boolean> {
  return isProof(key, ['page', nonce], proof);
}

/** The answer to a question with this key. */
export async function answerRenewal(
  key: RenewalKey,
  question: RenewalQuestion,
  panel: RenewedPanel,
): Promise<RenewalAnswer> {
  const nonce = randomWord();
  const sealing = await sealingKey(key, question.nonce, nonce);
  const text = new TextEncoder().encode(JSON.stringify(panel));
  const sealed = toBase64Url(await crypto.subtle.encrypt(onceOnly, sealing, text));
  return { nonce, sealed, proof: await proofOf(key, ['panel', question.nonce, nonce, sealed]) };
}

/** The panel's address and key; `undefined` when the answering server does not have the key. */
export async function openRenewal(
  key: RenewalKey,
  question: RenewalQuestion,
  answer: unknown,
): Promise<RenewedPanel | undefined> {
  if (!isAnswer(answer)) return undefined;
  const { nonce, sealed, proof } = answer;
  if (!(await isProof(key, ['panel', question.nonce, nonce, sealed], proof))) return undefined;
  const opened = await crypto.subtle.decrypt(
    onceOnly,
    await sealingKey(key, question.nonce, nonce),
    fromBase64Url(sealed),
  );
  return JSON.parse(new TextDecoder().decode(opened)) as RenewedPanel;
}

/** The type of a key, which has different names in the page and in Node. */
type ImportedKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Each sealing key is used once, because both sides' nonces are in it. */
const onceOnly = { name: 'AES-GCM', iv: new Uint8Array(12) } as const;

async function sealingKey(key: RenewalKey, ...nonces: readonly string[]): Promise<ImportedKey> {
  const bits = await crypto.subtle.sign('HMAC', await hmacKey(key), messageOf(key, ['seal', ...nonces]));
  return crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

async function proofOf(key: RenewalKey, parts: readonly string[]): Promise<string> {
  return toBase64Url(await crypto.subtle.sign('HMAC', await hmacKey(key), messageOf(key, parts)));
}

/** Verifies a proof in constant time. */
async function isProof(key: RenewalKey, parts: readonly string[], proof: string): Promise<boolean> {
  return crypto.subtle.verify('HMAC', await hmacKey(key), fromBase64Url(proof), messageOf(key, parts));
}

/** Includes the port, so that answers of a panel on another port cannot be replayed. */
function messageOf({ port }: RenewalKey, parts: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(['lexichord renewal', port, ...parts]));
}

function hmacKey({ key }: RenewalKey): Promise<ImportedKey> {
  const use = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', fromBase64Url(key), use, false, ['sign', 'verify']);
}

function isAnswer(answer: unknown): answer is RenewalAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  const fields: Partial<Record<keyof RenewalAnswer, unknown>> = answer;
  return [fields.nonce, fields.proof, fields.sealed].every((field) => typeof field === 'string');
}

function toBase64Url(bytes: ArrayBuffer | Uint8Array): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Empty for a text that is not base64url. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/u.test(text)) return new Uint8Array();
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    // A length that no bytes have.
    return new Uint8Array();
  }
}

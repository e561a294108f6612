import { secretFormats } from './secret-formats.js';

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();

/** By the letter that a format names them with. */
const alphabets: Readonly<Record<string, string>> = {
  d: digits,
  h: `${digits}abcdef`,
  l: digits + lower,
  U: digits + upper,
  A: digits + lower + upper,
  /** Of passwords; with digits in several places, as a generator of passwords makes them. */
  p: digits + lower + upper,
  w: `${digits}${lower}${upper}_`,
  b: `${digits}${lower}${upper}+/`,
  /** Of bech32, in capitals. */
  g: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

/** A secret as it may stand in a text. */
export interface SecretExample {
  readonly rule: string;
  /** With what stands around it where the rule needs that. */
  readonly text: string;
  /** Values that must not be shown; several for a secret of several lines. */
  readonly values: readonly string[];
}

/** Ids of the rules with examples. */
export const exampleRules: readonly string[] = Object.keys(secretFormats);

/**
 * A secret of a rule's format, made of random characters at the moment of the call.
 *
 * @param seed the same gives the same secret; it also chooses among a rule's formats
 */
export function secretExample(rule: string, seed: number): SecretExample {
  const formats = secretFormats[rule] ?? [];
  const format = formats[Math.abs(seed) % formats.length] ?? '';
  const random = seededRandom(seed);
  const marked = format.replaceAll(/\{([a-zA-Z])(\d*)\}/gu, (_, kind: string, length: string) =>
    randomPart(kind, Number(length), random),
  );
  const values = [...marked.matchAll(/«([^»]*)»/gu)].map(([, value = '']) => value);
  return { rule, text: marked.replaceAll(/[«»]/gu, ''), values: values.length > 0 ? values : [marked] };
}

/** Every format of every rule. */
export function allSecretExamples(seed: number): readonly SecretExample[] {
  return Object.entries(secretFormats).flatMap(([rule, formats]) =>
    formats.map((_, index) => secretExample(rule, seed * formats.length + index)),
  );
}

function randomPart(kind: string, length: number, random: () => number): string {
  if (kind === 'u') return [8, 4, 4, 4, 12].map((size) => randomText('h', size, random)).join('-');
  if (kind === 'i') return Buffer.from(`1${randomText('d', 17, random)}`).toString('base64url');
  return randomText(kind, length, random);
}

/** Has a digit, as nearly every secret: one without is taken for a name. */
function randomText(kind: string, length: number, random: () => number): string {
  const alphabet = alphabets[kind] ?? '';
  const characters = Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length)));
  const digitIndexes = kind === 'p' ? [1, Math.floor(length / 2), length - 2] : [Math.floor(random() * length)];
  for (const index of digitIndexes) characters[index] = digits.charAt(2 + Math.floor(random() * 8));
  return characters.join('');
}

/** Numbers from 0 to 1, by mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

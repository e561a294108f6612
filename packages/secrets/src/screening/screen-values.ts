import type { CallOptions, ISecretScanner, JsonValue, SecretFinding } from '@lexichord/abstractions';
import { ScreenedText } from './screened-text.js';
import { screenNames } from './shown-names.js';

/** A value without its secrets, and the rules that found them. */
export interface ScreenedValues<T> {
  /** The same object if it has no secret. */
  readonly value: T;
  /** Distinct, in the order of the values. */
  readonly rules: readonly string[];
}

/** Options for screening values. */
export interface ScreenValuesOptions extends CallOptions {
  readonly scanner: ISecretScanner;
}

/**
 * Replaces the secrets in all texts of a value, including keys of objects, which stay distinct within an object. The
 * value must be JSON. A text that is the value of a key is also scanned with the key before it, because some secrets
 * are recognised only by their key.
 *
 * @throws the signal's reason
 */
export async function screenValues<T extends object>(
  value: T,
  options: ScreenValuesOptions,
): Promise<ScreenedValues<T>> {
  const json = value as unknown as JsonValue;
  // Scans everything together first: there is rarely anything to replace.
  const everything = [...textsIn(json)].join('\n\n');
  if ((await options.scanner.scan(everything, { signal: options.signal })).length === 0) return { value, rules: [] };
  const rules = new Set<string>();
  const screened = await screen(json, undefined, { ...options, rules });
  return rules.size === 0 ? { value, rules: [] } : { value: screened as unknown as T, rules: [...rules] };
}

type Screening = ScreenValuesOptions & { readonly rules: Set<string> };

/** Yields all texts of a value, including keys of objects, and each text of a key also with the key before it. */
export function* textsIn(value: JsonValue, name?: string): Generator<string> {
  if (typeof value === 'string') {
    yield value;
    if (name !== undefined) yield `${name}: ${value}`;
  } else if (Array.isArray(value)) {
    for (const one of value as readonly JsonValue[]) yield* textsIn(one, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      yield key;
      yield* textsIn(one, key);
    }
  }
}

async function screen(value: JsonValue, name: string | undefined, screening: Screening): Promise<JsonValue> {
  if (typeof value === 'string') return screenNamed(value, name, screening);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const screened: JsonValue[] = [];
    for (const one of value as readonly JsonValue[]) screened.push(await screen(one, name, screening));
    return screened;
  }
  const names = await screenNames(Object.keys(value), screening.scanner, { signal: screening.signal });
  const screened: [string, JsonValue][] = [];
  for (const [key, one] of Object.entries(value)) {
    for (const rule of names.replaced.get(key)?.rules ?? []) screening.rules.add(rule);
    screened.push([names.of(key), await screen(one, key, screening)]);
  }
  return Object.fromEntries(screened);
}

async function screenNamed(text: string, name: string | undefined, screening: Screening): Promise<string> {
  const { scanner, signal, rules } = screening;
  const findings = [...(await scanner.scan(text, { signal }))];
  if (name !== undefined) {
    const before = `${name}: `;
    findings.push(...findingsBehind(before.length, await scanner.scan(before + text, { signal })));
  }
  for (const { rule } of findings) rules.add(rule);
  return new ScreenedText(text, findings.toSorted(byStart)).text;
}

/** Findings after an offset, relative to it. A finding that begins before the offset is cut there, but not dropped. */
function findingsBehind(offset: number, findings: readonly SecretFinding[]): readonly SecretFinding[] {
  return findings
    .filter(({ endOffset }) => endOffset > offset)
    .map((finding) => ({
      ...finding,
      startOffset: Math.max(0, finding.startOffset - offset),
      endOffset: finding.endOffset - offset,
    }));
}

function byStart(one: SecretFinding, other: SecretFinding): number {
  return one.startOffset - other.startOffset;
}

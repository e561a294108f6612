import type { CallOptions, ISecretScanner, WithheldSecret } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';
import { screenTexts } from './screen-texts.js';
import { distinctSecrets } from './screened-text.js';

/** The shown form of a name that contains secrets. */
export interface ReplacedName {
  readonly shown: string;
  readonly rules: readonly string[];
}

/**
 * Shown forms of names: paths, symbols, headings, ids. Opening a file or querying a store needs the original name.
 * Shown forms are distinct.
 */
export class ShownNames {
  private readonly originals: ReadonlyMap<string, string>;

  /** @param replaced by original name */
  constructor(readonly replaced: ReadonlyMap<string, ReplacedName> = new Map()) {
    this.originals = new Map([...replaced].map(([original, { shown }]) => [shown, original]));
  }

  /** Whether any name contains a secret. */
  get isChanged(): boolean {
    return this.replaced.size > 0;
  }

  /** Returns the shown form of a name; the name itself if it has no secret. */
  of(name: string): string {
    return this.replaced.get(name)?.shown ?? name;
  }

  /** Returns the original of a shown name. */
  originalOf(shown: string): string {
    return this.originals.get(shown) ?? shown;
  }

  /** Returns the distinct secrets that were replaced in a name. */
  secretsIn(name: string, place: string): readonly WithheldSecret[] {
    const rules = this.replaced.get(name)?.rules ?? [];
    return distinctSecrets(rules.map((rule) => ({ rule, place })));
  }

  /** Replaces the name at the beginning of a text, such as `path:3` or an id. */
  startOf(text: string, name: string): string {
    const replaced = this.replaced.get(name);
    return replaced === undefined || !text.startsWith(name) ? text : replaced.shown + text.slice(name.length);
  }
}

/** Options of {@link screenNames}. */
export interface ScreenNamesOptions extends CallOptions {
  /** Names that were replaced before: they keep their shown form, and the result includes them. */
  readonly previous?: ShownNames | undefined;
}

/**
 * Replaces the secrets in names. If shown forms are equal, all but the first are numbered: ` (2)`, ` (3)`, in the order
 * of the originals, so that the order of the given names does not matter.
 *
 * @throws the signal's reason
 */
export async function screenNames(
  names: Iterable<string>,
  scanner: ISecretScanner,
  { previous = new ShownNames(), signal }: ScreenNamesOptions = {},
): Promise<ShownNames> {
  const distinct = [...new Set(names)].sort(compareText);
  const screened = await screenTexts(distinct, scanner, { signal });
  const taken = new Set(distinct.filter((_, index) => screened[index]?.isChanged !== true));
  for (const { shown } of previous.replaced.values()) taken.add(shown);
  const replaced = new Map(previous.replaced);
  const numbers = new Map<string, number>();
  for (const [index, name] of distinct.entries()) {
    const { text = name, findings = [], isChanged = false } = screened[index] ?? {};
    if (!isChanged || replaced.has(name)) continue;
    const shown = firstFree(text, taken, numbers);
    taken.add(shown);
    replaced.set(name, { shown, rules: findings.map(({ rule }) => rule) });
  }
  return new ShownNames(replaced);
}

/** @param numbers next number to try by text, so that the time is linear in the number of equal texts */
function firstFree(text: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string {
  if (!taken.has(text)) return text;
  let number = numbers.get(text) ?? 2;
  while (taken.has(`${text} (${number})`)) number += 1;
  numbers.set(text, number + 1);
  return `${text} (${number})`;
}

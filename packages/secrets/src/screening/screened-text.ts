import type { CallOptions, ISecretScanner, SecretFinding, TextRange, WithheldSecret } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

/** How secrets are replaced. */
export interface ReplaceSecretsOptions {
  /** Whether what follows a secret of several lines keeps its line numbers: blank lines take the place of the others. */
  readonly keepsLines?: boolean | undefined;
}

/** A part of a text that a placeholder has taken the place of. */
interface Replacement {
  readonly original: TextRange;
  readonly screened: TextRange;
}

/** What stands in a text in place of a secret. */
export function secretPlaceholder(rule: string): string {
  return `[secret: ${rule}]`;
}

/** Whether a name has a placeholder in it, so that nothing can be opened under it. */
export function hasSecretPlaceholder(name: string): boolean {
  return /\[secret: [^\]\s]+\]/u.test(name);
}

/** A text with placeholders in place of secrets, and where its parts were before. */
export class ScreenedText {
  readonly text: string;
  private readonly replacements: readonly Replacement[];

  /** @param findings of the text, by start */
  constructor(
    original: string,
    readonly findings: readonly SecretFinding[],
    options: ReplaceSecretsOptions = {},
  ) {
    const replacements: Replacement[] = [];
    let text = '';
    let end = 0;
    for (const { rule, ...range } of joinOverlapping(findings)) {
      text += original.slice(end, range.startOffset);
      const startOffset = text.length;
      text += secretPlaceholder(rule);
      if (options.keepsLines === true) text += lineEndsIn(original, range);
      replacements.push({ original: range, screened: { startOffset, endOffset: text.length } });
      end = range.endOffset;
    }
    this.text = text + original.slice(end);
    this.replacements = replacements;
  }

  /** Whether something was replaced. */
  get isChanged(): boolean {
    return this.replacements.length > 0;
  }

  /** Where an offset of the original is now; within a secret, the beginning of its placeholder. */
  offsetOf(offset: number): number {
    return this.placeOf(offset, 'startOffset');
  }

  /** Where a range of the original is now; what has a part of a secret has all of its placeholder. */
  rangeOf({ startOffset, endOffset }: TextRange): TextRange {
    return { startOffset: this.placeOf(startOffset, 'startOffset'), endOffset: this.placeOf(endOffset, 'endOffset') };
  }

  private placeOf(offset: number, side: keyof TextRange): number {
    let shift = 0;
    for (const { original, screened } of this.replacements) {
      if (offset <= original.startOffset) break;
      if (offset < original.endOffset) return screened[side];
      shift = screened.endOffset - original.endOffset;
    }
    return offset + shift;
  }
}

/** @throws the signal's reason */
export async function screenText(
  text: string,
  scanner: ISecretScanner,
  { signal, ...options }: ReplaceSecretsOptions & CallOptions = {},
): Promise<ScreenedText> {
  return new ScreenedText(text, await scanner.scan(text, { signal }), options);
}

/** Findings as a report names them, each once. @param placeOf such as `path:3` */
export function withheldSecrets(
  findings: readonly SecretFinding[],
  placeOf: (finding: SecretFinding) => string,
): readonly WithheldSecret[] {
  return distinctSecrets(findings.map((finding) => ({ rule: finding.rule, place: placeOf(finding) })));
}

/** Each secret once, in the order in which they come. */
export function distinctSecrets(secrets: readonly WithheldSecret[]): readonly WithheldSecret[] {
  return [...new Map(secrets.map((secret) => [JSON.stringify([secret.place, secret.rule]), secret])).values()];
}

/** Where a finding is in a file, such as `src/app.ts:3` or `src/app.ts:3-20`. */
export function placeInFile(
  path: string,
  { startLine, endLine }: Pick<SecretFinding, 'startLine' | 'endLine'>,
): string {
  return `${path}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`;
}

/** What several rules found is one, under the name of the first. */
function joinOverlapping(findings: readonly SecretFinding[]): readonly (TextRange & { readonly rule: string })[] {
  const joined: (TextRange & { readonly rule: string })[] = [];
  for (const { rule, startOffset, endOffset } of findings) {
    const last = joined.at(-1);
    if (last === undefined || last.endOffset <= startOffset) joined.push({ rule, startOffset, endOffset });
    else joined[joined.length - 1] = { ...last, endOffset: Math.max(last.endOffset, endOffset) };
  }
  return joined;
}

function lineEndsIn(text: string, { startOffset, endOffset }: TextRange): string {
  return '\n'.repeat(new LineIndex(text.slice(startOffset, endOffset)).count - 1);
}

import type { CallOptions, ISecretScanner, SecretFinding, TextRange, WithheldSecret } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

/** Options for replacing secrets. */
export interface ReplaceSecretsOptions {
  /** Whether blank lines replace the lines of a secret, so that the text after it keeps its line numbers. */
  readonly keepsLines?: boolean | undefined;
}

/** A part of a text that a placeholder replaced. */
interface Replacement {
  readonly original: TextRange;
  readonly screened: TextRange;
}

/** Returns the placeholder of a secret. */
export function secretPlaceholder(rule: string): string {
  return `[secret: ${rule}]`;
}

/** Whether a name contains a placeholder, so that nothing can be opened under it. */
export function hasSecretPlaceholder(name: string): boolean {
  return /\[secret: [^\]\s]+\]/u.test(name);
}

/** A text with placeholders instead of secrets, and the original offsets of its parts. */
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

  /** Whether a secret was replaced. */
  get isChanged(): boolean {
    return this.replacements.length > 0;
  }

  /** The screened offset of an offset of the original; within a secret, the start of its placeholder. */
  offsetOf(offset: number): number {
    return this.shiftedOffset(offset, 'startOffset');
  }

  /** The screened range of a range of the original; a part of a secret becomes its whole placeholder. */
  rangeOf({ startOffset, endOffset }: TextRange): TextRange {
    return {
      startOffset: this.shiftedOffset(startOffset, 'startOffset'),
      endOffset: this.shiftedOffset(endOffset, 'endOffset'),
    };
  }

  private shiftedOffset(offset: number, side: keyof TextRange): number {
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

/** Converts findings to distinct report entries. @param locationOf path and lines, such as `path:3` */
export function withheldSecrets(
  findings: readonly SecretFinding[],
  locationOf: (finding: SecretFinding) => string,
): readonly WithheldSecret[] {
  return distinctSecrets(findings.map((finding) => ({ rule: finding.rule, place: locationOf(finding) })));
}

/** Removes repeated secrets; keeps their order. */
export function distinctSecrets(secrets: readonly WithheldSecret[]): readonly WithheldSecret[] {
  return [...new Map(secrets.map((secret) => [JSON.stringify([secret.place, secret.rule]), secret])).values()];
}

/** Path and lines of a finding, such as `src/app.ts:3` or `src/app.ts:3-20`. */
export function locationInFile(
  path: string,
  { startLine, endLine }: Pick<SecretFinding, 'startLine' | 'endLine'>,
): string {
  return `${path}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`;
}

/** Joins overlapping findings of several rules under the name of the first rule. */
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

import type { ISecretScanner, SecretFinding } from '@lexichord/abstractions';

/** Finds what begins with `secret:` or stands between `BEGIN KEY` and `END KEY`, whatever the real rules are. */
export class PatternSecretScanner implements ISecretScanner {
  /** Texts that were scanned, in order. */
  readonly scanned: string[] = [];

  scan(text: string): Promise<readonly SecretFinding[]> {
    this.scanned.push(text);
    const found = [...text.matchAll(/(?<token>secret:\w+)|BEGIN KEY[^]*?(?:END KEY|$)/gu)];
    const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
    return Promise.resolve(
      found.map(({ index, 0: value, groups }) => ({
        rule: groups?.['token'] === undefined ? 'private-key' : 'token',
        startOffset: index,
        endOffset: index + value.length,
        startLine: lineOf(index),
        endLine: lineOf(index + value.length - 1),
      })),
    );
  }
}

import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { type CallOptions, ILogger, type Token, token } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform';
import { LRUCache } from 'lru-cache';
import { inject, injectable } from 'tsyringe';

import type { PresetRule } from './preset-rules.js';
import type { SecretFinding, SecretSpot } from './secret-finding.js';

/** Finds what looks like a secret (DESIGN §9). */
export interface ISecretScanner {
  /**
   * @param text all of a file or output: a part of a key is not known for one
   * @returns by first line, then rule; findings of a rule do not overlap
   * @throws the signal's reason
   */
  scan(text: string, options?: CallOptions): Promise<readonly SecretFinding[]>;
}
export const ISecretScanner: Token<ISecretScanner> = token('ISecretScanner');

/** Texts whose findings are remembered: those of files that are packed again and again. */
const remembered = 5_000;

/** A longer text is looked through between other work, in UTF-16 units. */
const longText = 500_000;

/** Secretlint's rules and some more, each over the whole text, whatever its file's name and comments say. */
@injectable()
export class SecretScanner implements ISecretScanner {
  private readonly log: ILogger;
  private readonly known = new LRUCache<string, readonly SecretFinding[]>({ max: remembered });
  private loading: Promise<readonly PresetRule[]> | undefined;

  constructor(@inject(ILogger) log: ILogger) {
    this.log = log.forSource('SecretScanner');
  }

  async scan(text: string, { signal }: CallOptions = {}): Promise<readonly SecretFinding[]> {
    signal?.throwIfAborted();
    const key = createHash('sha256').update(text, 'utf16le').digest('base64');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const findings = findingsOf(await this.findSpots(text, { signal }), text);
    this.known.set(key, findings);
    return findings;
  }

  private async findSpots(text: string, { signal }: CallOptions): Promise<readonly SecretSpot[]> {
    this.loading ??= import('./preset-rules.js').then(({ loadPresetRules }) => loadPresetRules());
    const rules = await this.loading;
    const { findFurtherSecrets } = await import('./further-rules.js');
    const spots = [...findFurtherSecrets(text)];
    for (const { name, find } of rules) {
      if (text.length > longText) await otherWork();
      signal?.throwIfAborted();
      try {
        for (const spot of await find(text)) spots.push(spot);
      } catch (error) {
        // What could not be looked through is not sent.
        this.log.error('A rule for secrets failed, so that the text is left out: {rule}', { rule: name }, error);
        spots.push({ rule: name, startOffset: 0, endOffset: text.length });
      }
    }
    return spots;
  }
}

/** Spots as lines, those of a rule that touch the same lines together. */
function findingsOf(spots: readonly SecretSpot[], text: string): readonly SecretFinding[] {
  if (spots.length === 0) return [];
  const lines = new LineIndex(text);
  const findings = spots
    .map(({ rule, startOffset, endOffset }) => ({
      rule,
      startLine: lines.lineAt(startOffset) + 1,
      endLine: lines.lineAt(Math.max(startOffset, endOffset - 1)) + 1,
    }))
    .sort((one, other) => compareRules(one, other) || one.startLine - other.startLine || one.endLine - other.endLine);
  const joined: SecretFinding[] = [];
  for (const finding of findings) {
    const last = joined.at(-1);
    if (last?.rule !== finding.rule || last.endLine < finding.startLine) joined.push(finding);
    else joined[joined.length - 1] = { ...last, endLine: Math.max(last.endLine, finding.endLine) };
  }
  return joined.sort((one, other) => one.startLine - other.startLine || compareRules(one, other));
}

function compareRules({ rule: one }: SecretFinding, { rule: other }: SecretFinding): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

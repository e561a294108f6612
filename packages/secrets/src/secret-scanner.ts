import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { type CallOptions, ILogger, type ISecretScanner, type SecretFinding } from '@lexichord/abstractions';
import { LineIndex, compareText } from '@lexichord/platform/internal';
import { LRUCache } from 'lru-cache';
import { inject, injectable } from 'tsyringe';

import { type PresetRule, loadPresetRules } from './preset-rules.js';
import { findPrivateKeys } from './private-keys.js';
import { findByRules } from './rules/find-by-rules.js';
import type { SecretSpot } from './rules/secret-rule.js';

/** Maximum number of texts whose findings are cached, for files that are packed repeatedly. */
const maxRemembered = 5_000;

/** Maximum total length of cached texts, which need no hash, in UTF-16 units: the texts of a few packs. */
const maxKeptUnits = 4_000_000;

/** Minimum length of texts that are scanned in steps with other work between them, in UTF-16 units. */
const minSteppedLength = 500_000;

/**
 * Scans texts with the rules of the table and of secretlint, each on the whole text, independent of file names and
 * comments.
 */
@injectable()
export class SecretScanner implements ISecretScanner {
  private readonly log: ILogger;
  private readonly cache = new LRUCache<string, readonly SecretFinding[]>({ max: maxRemembered });
  private readonly recent = new LRUCache<string, readonly SecretFinding[]>({
    maxSize: maxKeptUnits,
    sizeCalculation: (_findings, text) => Math.max(1, text.length),
  });
  private loading: Promise<readonly PresetRule[]> | undefined;

  constructor(@inject(ILogger) log: ILogger) {
    this.log = log.forSource('SecretScanner');
  }

  async scan(text: string, { signal }: CallOptions = {}): Promise<readonly SecretFinding[]> {
    signal?.throwIfAborted();
    const recent = this.recent.get(text);
    if (recent !== undefined) return recent;
    const key = createHash('sha256').update(text, 'utf16le').digest('base64');
    const findings = this.cache.get(key) ?? findingsOf(await this.findSpots(text, { signal }), text);
    this.cache.set(key, findings);
    this.recent.set(text, findings);
    return findings;
  }

  private async findSpots(text: string, { signal }: CallOptions): Promise<readonly SecretSpot[]> {
    this.loading ??= loadPresetRules();
    const rules = await this.loading;
    const spots = [...findPrivateKeys(text), ...findByRules(text)];
    for (const { name, find } of rules) {
      if (text.length > minSteppedLength) await otherWork();
      signal?.throwIfAborted();
      try {
        for (const spot of await find(text)) spots.push(spot);
      } catch (error) {
        // A text that could not be scanned completely must not be sent.
        this.log.error('A rule for secrets failed, so that the text is left out: {rule}', { rule: name }, error);
        spots.push({ rule: name, startOffset: 0, endOffset: text.length });
      }
    }
    return spots;
  }
}

/**
 * Converts spots to findings with line numbers. Joins overlapping spots of one rule, and drops generic ones that
 * overlap specific ones.
 */
export function findingsOf(spots: readonly SecretSpot[], text: string): readonly SecretFinding[] {
  if (spots.length === 0) return [];
  const lines = new LineIndex(text);
  return joinedByRule(withoutCoveredGenerics(spots))
    .map(({ rule, startOffset, endOffset }) => ({
      ...{ rule, startOffset, endOffset },
      startLine: lines.lineAt(startOffset) + 1,
      endLine: lines.lineAt(Math.max(startOffset, endOffset - 1)) + 1,
    }))
    .sort(byOffset);
}

function withoutCoveredGenerics(spots: readonly SecretSpot[]): readonly SecretSpot[] {
  const ordered = spots.toSorted(byOffset);
  const nextStarts = new Array<number>(ordered.length);
  let nextStart = Number.POSITIVE_INFINITY;
  for (const [index, { isGeneric, startOffset }] of [...ordered.entries()].reverse()) {
    nextStarts[index] = nextStart;
    if (isGeneric !== true) nextStart = startOffset;
  }
  let coveredTo = 0;
  return ordered.filter(({ isGeneric, startOffset, endOffset }, index) => {
    if (isGeneric === true) return startOffset >= coveredTo && endOffset <= (nextStarts[index] as number);
    coveredTo = Math.max(coveredTo, endOffset);
    return true;
  });
}

function joinedByRule(spots: readonly SecretSpot[]): SecretSpot[] {
  const joined: SecretSpot[] = [];
  for (const spot of spots.toSorted((one, other) => compareText(one.rule, other.rule) || byOffset(one, other))) {
    const last = joined.at(-1);
    if (last?.rule !== spot.rule || last.endOffset <= spot.startOffset) joined.push(spot);
    else joined[joined.length - 1] = { ...last, endOffset: Math.max(last.endOffset, spot.endOffset) };
  }
  return joined;
}

function byOffset(one: SecretSpot, other: SecretSpot): number {
  return one.startOffset - other.startOffset || one.endOffset - other.endOffset || compareText(one.rule, other.rule);
}

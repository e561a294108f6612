import type { ConversationMessage } from '@lexichord/abstractions';
import { type TextIndex, TextIndexBuilder, indexWords } from '@lexichord/text-index';
import { bestOf } from '@lexichord/text-index/internal';
import { setImmediate } from 'node:timers/promises';

import { cutNear } from '../language/cut-content.js';

/**
 * Maximum length of a message that is searched completely; of a longer one, only the stretches that match best. All
 * lengths in UTF-16 units.
 */
const maxWholeLength = 64 * 1024;
const stretchLength = 16 * 1024;
const maxStretches = maxWholeLength / stretchLength;

/** Length of text that is read before yielding to the event loop: about 10 ms of work. */
const readAtOnce = 128 * 1024;

/** Part of a message's content, in UTF-16 units. */
export interface Stretch {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** An index of the words of messages, to which more messages can be added. */
export class TurnWords {
  private readonly builder = new TextIndexBuilder();
  private built: TextIndex | undefined;
  /** Words of the stretches of very long messages. */
  private readonly stretchBuilder = new TextIndexBuilder();
  private builtStretches: TextIndex | undefined;
  /** By turn: the number of its first stretch. */
  private readonly firstStretches = new Map<number, number>();
  private scores = new WeakMap<ReadonlyMap<string, number>, Float64Array>();
  private readSince = 0;

  /** @throws the signal's reason; turns that were not added by then can be added again */
  async add(messages: readonly ConversationMessage[], signal?: AbortSignal): Promise<void> {
    while (this.builder.size < messages.length) {
      const turn = this.builder.size;
      const { content } = messages[turn] as ConversationMessage;
      const stretches = stretchesOf(content);
      const isLong = stretches.length > 1;
      if (isLong) this.firstStretches.set(turn, this.stretchBuilder.size);
      for (const { start, end } of stretches) {
        const words = indexWords(content.slice(start, end));
        this.builder.count(words);
        if (isLong) this.stretchBuilder.count(words).endDocument();
        if (this.isRestDue(end - start)) await setImmediate();
      }
      this.builder.endDocument();
      this.built = undefined;
      if (isLong) this.forgetStretches();
      signal?.throwIfAborted();
    }
  }

  /** Index of all added messages; a document is a message. */
  get index(): TextIndex {
    return (this.built ??= this.builder.build());
  }

  /**
   * The stretches of a message to search for words, in order: all of it, or for a very long one the stretches that
   * match best; if none matches, its beginning.
   */
  stretches(content: string, turn: number, words: ReadonlyMap<string, number>): readonly Stretch[] {
    const all = stretchesOf(content);
    const first = this.firstStretches.get(turn);
    if (first === undefined) return all;
    const scores = this.stretchScores(words).slice(first, first + all.length);
    const hasScore = scores.some((score) => score > 0);
    const chosen = hasScore ? bestOf(scores, maxStretches) : [...all.keys()].slice(0, maxStretches);
    return chosen.toSorted((a, b) => a - b).map((number) => all[number] as Stretch);
  }

  private forgetStretches(): void {
    this.builtStretches = undefined;
    this.scores = new WeakMap();
  }

  private isRestDue(read: number): boolean {
    this.readSince += read;
    if (this.readSince < readAtOnce) return false;
    this.readSince = 0;
    return true;
  }

  /** Scores of all stretches, by number; cached, because one question needs them repeatedly. */
  private stretchScores(words: ReadonlyMap<string, number>): Float64Array {
    const cached = this.scores.get(words);
    if (cached !== undefined) return cached;
    this.builtStretches ??= this.stretchBuilder.build();
    const scores = this.builtStretches.scoreWords(words);
    this.scores.set(words, scores);
    return scores;
  }
}

function stretchesOf(content: string): readonly Stretch[] {
  if (content.length <= maxWholeLength) return [{ start: 0, end: content.length }];
  const stretches: Stretch[] = [];
  for (let start = 0; start < content.length;) {
    const limit = start + stretchLength;
    const end = limit >= content.length ? content.length : cutNear(content, limit, stretchLength);
    stretches.push({ start, end });
    start = end;
  }
  return stretches;
}

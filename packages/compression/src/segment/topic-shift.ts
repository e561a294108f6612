/** Number of messages after a cut that are compared with those before it. */
const windowBehind = 5;

/** Number of messages before a cut that are compared with those after it. */
const windowBefore = 12;

/** Number of later cuts that are compared with a cut. */
const rivals = 3;

/** Minimum number of messages on each side of a change of topic. */
const minMessages = 4;

/** Minimum difference, in standard errors, between the similarity within the sides of a cut and across it. */
const threshold = 3.5;

/** Minimum standard deviation, because equal messages differ only by rounding. */
const minDeviation = 0.01;

/** Number of messages after a cut that are needed to test it, unless the conversation ends before. */
export const topicLookAhead = windowBehind + rivals;

/** Minimum number of messages that are divided by topic. */
export const minMessagesToCut = 2 * minMessages;

/** Maximum distance between compared messages, exclusive. */
export const comparedReach = windowBefore + windowBehind;

/** Similarity of two messages by their indexes; `undefined` if one has no words. */
export type Likeness = (first: number, second: number) => number | undefined;

/** A stretch of messages, by index. */
export interface Stretch {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Whether the topic changes at a cut: whether messages are more similar to those on their own side than to those on the
 * other, by a significant difference. Significance is measured by the variation of the messages themselves, so that a
 * varied conversation needs a deeper valley. Of several close cuts, the one with the deepest valley counts.
 *
 * @param index index of the first message of the new topic
 */
export function isTopicShift(index: number, { start, end }: Stretch, likeness: Likeness): boolean {
  if (index - start < minMessages || end - index < minMessages) return false;
  const depth = valleyDepth(index, { start, end }, likeness);
  if (depth < threshold) return false;
  for (let rival = index + 1; rival <= index + rivals && rival < end; rival += 1) {
    if (valleyDepth(rival, { start, end }, likeness) > depth) return false;
  }
  return true;
}

/** Depth of the valley in standard errors; negative without a valley or without enough messages. */
function valleyDepth(index: number, { start, end }: Stretch, likeness: Likeness): number {
  const first = Math.max(start, index - windowBefore);
  const last = Math.min(end, index + windowBehind);
  const leanings: number[] = [];
  for (let message = first; message < last; message += 1) {
    const before = meanLikeness(message, { start: first, end: index }, likeness);
    const behind = meanLikeness(message, { start: index, end: last }, likeness);
    if (before === undefined || behind === undefined) continue;
    leanings.push(message < index ? before - behind : behind - before);
  }
  if (leanings.length < minMessagesToCut) return -1;
  const mean = leanings.reduce((sum, value) => sum + value, 0) / leanings.length;
  const variance = leanings.reduce((sum, value) => sum + (value - mean) ** 2, 0) / leanings.length;
  return (mean * Math.sqrt(leanings.length - 1)) / Math.max(Math.sqrt(variance), minDeviation);
}

/** Mean similarity of a message to all others of a stretch; `undefined` if none is comparable. */
function meanLikeness(message: number, { start, end }: Stretch, likeness: Likeness): number | undefined {
  let [sum, count] = [0, 0];
  for (let other = start; other < end; other += 1) {
    if (other === message) continue;
    const value = other < message ? likeness(other, message) : likeness(message, other);
    if (value === undefined) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
}

/** Messages behind a place that are compared with those before it. */
const windowBehind = 5;

/** Messages before a place that are compared with those behind it. */
const windowBefore = 12;

/** Places behind a place that may be a better one. */
const rivals = 3;

/** On neither side of a change of topic is there less: a few messages say nothing of what is talked about. */
const minMessages = 4;

/** Standard errors by which messages are more like those on their own side of a place than those on the other. */
const threshold = 3.5;

/** Messages that are all alike differ by rounding alone. */
const minDeviation = 0.01;

/** Messages that have to be known from a place on before it is judged, unless the text ends before. */
export const topicLookAhead = windowBehind + rivals;

/** Fewer messages than this are of one topic, whatever they say. */
export const minMessagesToCut = 2 * minMessages;

/** Messages that are compared are less than so many messages apart. */
export const comparedReach = windowBefore + windowBehind;

/** How alike two messages are, by their indexes; `undefined` where one says nothing. */
export type Likeness = (first: number, second: number) => number | undefined;

/** A stretch of messages, by index. */
export interface Stretch {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Whether the topic changes at a place: whether each message is more like those on its own side of it than those on the
 * other, by more than chance explains. Chance is measured by how much the messages themselves differ in that, so that a
 * lively conversation needs a deeper valley than a quiet one. Of places close to each other the deepest valley counts.
 *
 * @param place index of the first message of the new topic
 */
export function isTopicShift(place: number, { start, end }: Stretch, likeness: Likeness): boolean {
  if (place - start < minMessages || end - place < minMessages) return false;
  const depth = valleyDepth(place, { start, end }, likeness);
  if (depth < threshold) return false;
  for (let rival = place + 1; rival <= place + rivals && rival < end; rival += 1) {
    if (valleyDepth(rival, { start, end }, likeness) > depth) return false;
  }
  return true;
}

/** In standard errors; negative without a valley or without enough to judge by. */
function valleyDepth(place: number, { start, end }: Stretch, likeness: Likeness): number {
  const first = Math.max(start, place - windowBefore);
  const last = Math.min(end, place + windowBehind);
  const leanings: number[] = [];
  for (let message = first; message < last; message += 1) {
    const before = meanLikeness(message, { start: first, end: place }, likeness);
    const behind = meanLikeness(message, { start: place, end: last }, likeness);
    if (before === undefined || behind === undefined) continue;
    leanings.push(message < place ? before - behind : behind - before);
  }
  if (leanings.length < minMessagesToCut) return -1;
  const mean = leanings.reduce((sum, value) => sum + value, 0) / leanings.length;
  const variance = leanings.reduce((sum, value) => sum + (value - mean) ** 2, 0) / leanings.length;
  return (mean * Math.sqrt(leanings.length - 1)) / Math.max(Math.sqrt(variance), minDeviation);
}

/** Of a message to all others of a stretch; `undefined` without one that it can be compared with. */
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

import { stemOf, stopWords } from '@lexichord/text-index';

import type { Need } from '../phrases/find-need.js';
import type { Sentence } from '../reading/sentences.js';
import type { Candidate, Candidates } from './shown-context.js';
import { hasWord, searchWords } from './word-hashes.js';

/** Words around a request count so much of what its own count. */
const neighbourWeight = 0.3;

/** A segment that is less likely than this share of the best is not meant. */
const closeToBest = 0.75;

/** So many segments are named at most. */
const maxSegments = 3;

/** Words that requests are made of, whatever they ask for. */
const requestWords =
  'remind conversation chat thread discussion discuss exchange history earlier previous previously before context message ' +
  'detail details summary again mention mentioned said say tell told talk talked decide decided agree agreed remember recall ' +
  'access see saw part exact exactly full text wording need needed enough information please could would will can may might ' +
  'have has had not don didn isn doesn couldn any more most some only just know find view missing lack provide give gave ' +
  'share shared send paste repeat once time let get got about above after because but though however also here our your ' +
  'you my me us them they she her him his its mine yours original complete verbatim refresh memory recap segment section ' +
  'expand longer further answer continue go back look sorry help first last start beginning end middle quoted one two thing ' +
  'did does doing been being am want wanted like able unable sure still now so if';

let passedStems: ReadonlySet<string> | undefined;

/** The segments that needs are about, the likeliest first; those that share no word with them are not among them. */
export function rankByWords(
  needs: readonly Need[],
  sentences: readonly Sentence[],
  candidates: Candidates,
): readonly Candidate[] {
  const weights = wordWeights(needs, sentences);
  for (const [word, weight] of weights) {
    const holding = candidates.all.filter(({ words }) => hasWord(words, word)).length;
    weights.set(word, holding === 0 ? 0 : weight * Math.log(1 + candidates.all.length / holding));
  }
  const scored = candidates.open.map((candidate) => {
    let score = 0;
    for (const [word, weight] of weights) if (weight > 0 && hasWord(candidate.words, word)) score += weight;
    return { candidate, score };
  });
  // Of two that are as likely the later one: people come back to what was said lately.
  scored.sort((a, z) => z.score - a.score || z.candidate.number - a.candidate.number);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score > 0 && score >= best * closeToBest)
    .slice(0, maxSegments)
    .map(({ candidate }) => candidate);
}

function wordWeights(needs: readonly Need[], sentences: readonly Sentence[]): Map<string, number> {
  passedStems ??= new Set(requestWords.split(' ').flatMap((word) => [word, stemOf(word)]));
  const passed = passedStems;
  const weights = new Map<string, number>();
  const add = (sentence: Sentence | undefined, weight: number): void => {
    for (const word of searchWords(sentence?.text ?? '')) {
      if (word.length < 2 || passed.has(word) || stopWords.has(word)) continue;
      weights.set(word, Math.max(weights.get(word) ?? 0, weight));
    }
  };
  for (const { index } of needs) {
    add(sentences[index], 1);
    add(sentences[index - 1], neighbourWeight);
    add(sentences[index + 1], neighbourWeight);
  }
  return weights;
}

const aboutBeginning = /\b(?:beginning|start|outset|opening|first|initial|initially|kickoff)\b/iu;

/** Where a need names nothing: the beginning if it says so, else what was said last. */
export function mostLikely(needs: readonly Need[], { open }: Candidates): readonly Candidate[] {
  const isAboutBeginning = needs.some(({ sentence }) => aboutBeginning.test(sentence.text));
  const candidate = isAboutBeginning ? open[0] : open.at(-1);
  return candidate === undefined ? [] : [candidate];
}

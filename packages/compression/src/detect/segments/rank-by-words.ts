import { hasWord, inverseFrequency, stemOf, stopWords } from '@lexichord/text-index/internal';

import type { Need } from '../phrases/find-need.js';
import type { Sentence } from '../reading/sentences.js';
import type { Candidate, Candidates } from './shown-context.js';
import { searchWords } from './search-words.js';

/** Weight of words in neighbouring sentences, relative to those of the request. */
const neighbourWeight = 0.3;

/** Minimum score of a segment, as a share of the best score. */
const minRelativeScore = 0.75;

/** Maximum number of segments in a decision. */
const maxSegments = 3;

/** Words of the requests themselves, which do not indicate the topic. */
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

/**
 * Ranks segments by the words that they share with the needs, the likeliest first. Segments without a common word are
 * left out.
 */
export function rankByWords(
  needs: readonly Need[],
  sentences: readonly Sentence[],
  candidates: Candidates,
): readonly Candidate[] {
  const weights = wordWeights(needs, sentences);
  for (const [word, weight] of weights) {
    const holding = candidates.all.filter(({ words }) => hasWord(words, word)).length;
    weights.set(word, weight * inverseFrequency(holding, candidates.all.length));
  }
  const scored = candidates.open.map((candidate) => {
    let score = 0;
    for (const [word, weight] of weights) if (hasWord(candidate.words, word)) score += weight;
    return { candidate, score };
  });
  // With equal scores, the later segment wins: references are mostly to recent messages.
  scored.sort((a, z) => z.score - a.score || z.candidate.number - a.candidate.number);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score > 0 && score >= best * minRelativeScore)
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

/** Candidates for needs without topic words: the first segment if the beginning is mentioned, else the last. */
export function bestCandidates(needs: readonly Need[], { open }: Candidates): readonly Candidate[] {
  const isAboutBeginning = needs.some(({ sentence }) => aboutBeginning.test(sentence.text));
  const candidate = isAboutBeginning ? open[0] : open.at(-1);
  return candidate === undefined ? [] : [candidate];
}

import 'reflect-metadata';
import {
  type AssembledContext,
  CompressionLevel,
  type CompressionLevelName,
  type DetectOptions,
  type ExpansionDecision,
  ICompressionStore,
  type IExpansionTriggerDetector,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { ISegmentLevels } from '../segment-levels.js';
import { type DetailedCandidate, findDetails, holds, missingDetails } from './details.js';
import { needText, nextLevel, segmentText, shownText, targetLevel, withLessDetail } from './expansion-decision.js';
import { type FoundNeeds, findNeeds } from './phrases/find-need.js';
import { ownLines, withoutQuotations } from './reading/own-words.js';
import { bestCandidates, rankByWords } from './segments/rank-by-words.js';
import { SegmentWordReader, type StoredConversations } from './segments/segment-words.js';
import {
  type Candidate,
  type Candidates,
  type ShownContext,
  findCandidates,
  shownContext,
} from './segments/shown-context.js';
import { searchWordsOf } from './segments/search-words.js';

/** An answer's own words, and the needs and markers in them. */
interface ReadAnswer extends FoundNeeds {
  /** Lines of the author, without block quotations, but with short ones. */
  readonly lines: string;
  readonly markers: readonly ExplicitMarker[];
}

/**
 * Decides whether an agent's answer needs more of a conversation than its context showed: read the answer's own words ►
 * markers ► phrases ► details that the context lacks ► segments, level and reason (COMP-06 §5).
 */
@injectable()
export class ExpansionTriggerDetector implements IExpansionTriggerDetector {
  private readonly reader: SegmentWordReader;

  constructor(
    @inject(ICompressionStore) store: StoredConversations,
    @inject(ISegmentLevels) private readonly levels: ISegmentLevels,
  ) {
    this.reader = new SegmentWordReader(store, levels);
  }

  async shouldExpand(
    agentResponse: string,
    currentContext: AssembledContext,
    { conversationId, signal }: DetectOptions = {},
  ): Promise<ExpansionDecision> {
    signal?.throwIfAborted();
    const answer = readAnswer(agentResponse);
    const shown = shownContext(currentContext, conversationId);
    if (shown.conversationId === undefined) return decideByPhrase(answer);

    const segments = await this.reader.read(shown.conversationId, { signal });
    const candidates = findCandidates(segments, shown);
    if (candidates.open.length === 0) return nothingLeft(candidates);
    return (
      decideByMarkers(answer.markers, candidates) ??
      decideByNeeds(answer, candidates) ??
      (await this.decideByDetails(answer, candidates, { shown, signal })) ??
      refusedMarkers(answer.markers) ??
      no('The answer requests nothing beyond the context.')
    );
  }

  private async decideByDetails(
    { lines, isSatisfied }: ReadAnswer,
    candidates: Candidates,
    { shown, signal }: { readonly shown: ShownContext; readonly signal: AbortSignal | undefined },
  ): Promise<ExpansionDecision | undefined> {
    if (isSatisfied) return undefined;
    const details = findDetails(lines);
    if (details.length === 0) return undefined;
    const found = missingDetails(details, candidates, searchWordsOf(shown.texts));
    const [best] = found;
    if (best === undefined) return undefined;
    const levels: CompressionLevel[] = [];
    for (const one of found) levels.push(await this.levelHolding(one, signal));
    const level = Math.min(...levels) as CompressionLevel;
    const gaining = withLessDetail(
      found.map(({ candidate }) => candidate),
      level,
    );
    const { segmentId, shown: shownAt } = best.candidate;
    const why = `The answer has details of segment ${segmentId}, which is ${shownText(shownAt)}, that are not in the context`;
    return yes(gaining, level, why);
  }

  /** The shortest level that contains the missing details. */
  private async levelHolding(
    { candidate, details }: DetailedCandidate,
    signal: AbortSignal | undefined,
  ): Promise<CompressionLevel> {
    for (let level = nextLevel(candidate.shown); level > CompressionLevel.full; level = nextLevel(level)) {
      const { content } = await this.levels.level(candidate.segmentId, level, { signal });
      const words = searchWordsOf([content]);
      if (details.every((detail) => holds(words, detail))) return level;
    }
    return CompressionLevel.full;
  }
}

function readAnswer(answer: string): ReadAnswer {
  const lines = ownLines(answer);
  const words = withoutQuotations(lines);
  return { lines, markers: explicitMarkers(words), ...findNeeds(words) };
}

function decideByPhrase({ markers, needs }: ReadAnswer): ExpansionDecision {
  const unknown = 'no conversation was given';
  const [marker] = markers;
  if (marker !== undefined) {
    const reason = `The answer asks to expand a segment, but ${unknown}.`;
    return { shouldExpand: true, segmentIds: [], targetLevel: marker.level, reason };
  }
  const [need] = needs;
  if (need === undefined) return no('The answer requests nothing beyond the context.');
  const reason = `${needText(need.kind)}, but ${unknown}.`;
  return { shouldExpand: true, segmentIds: [], targetLevel: targetLevel(needs, CompressionLevel.brief), reason };
}

/**
 * Decides by explicit markers. Only segments of this conversation count, at levels with more detail than the context.
 */
function decideByMarkers(markers: readonly ExplicitMarker[], { open }: Candidates): ExpansionDecision | undefined {
  const requested = markers.flatMap(({ segmentId, level }) => {
    const candidate = open.find((one) => one.segmentId === segmentId);
    return candidate === undefined || level >= candidate.shown ? [] : [{ candidate, level }];
  });
  if (requested.length === 0) return undefined;
  const level = Math.min(...requested.map((one) => one.level)) as CompressionLevel;
  const candidates = [...new Set(requested.map(({ candidate }) => candidate))];
  return yes(candidates, level, 'The answer has an expansion marker');
}

function decideByNeeds({ needs, sentences }: ReadAnswer, candidates: Candidates): ExpansionDecision | undefined {
  const [first] = needs;
  if (first === undefined) return undefined;
  const meant = rankByWords(needs, sentences, candidates);
  const ranked = meant.length > 0 ? meant : bestCandidates(needs, candidates);
  const [best] = ranked;
  if (best === undefined) return undefined;
  const level = targetLevel(needs, best.shown);
  const match =
    meant.length > 0 ? 'has most of the words' : 'is the most likely one, because the answer has no specific words';
  const which = `${best.segmentId}, ${shownText(best.shown)}, ${match}`;
  return yes(withLessDetail(ranked, level), level, `${needText(first.kind)}, and segment ${which}`);
}

function refusedMarkers(markers: readonly ExplicitMarker[]): ExpansionDecision | undefined {
  if (markers.length === 0) return undefined;
  return no(
    'The answer has a marker, but its segment is already in the context at that level, or belongs to another conversation.',
  );
}

function nothingLeft({ all }: Candidates): ExpansionDecision {
  return no(
    all.length === 0
      ? 'The conversation has no stored messages.'
      : 'The context already has every message of the conversation.',
  );
}

function yes(candidates: readonly Candidate[], level: CompressionLevel, why: string): ExpansionDecision {
  const segmentIds = candidates.map(({ segmentId }) => segmentId);
  return {
    shouldExpand: true,
    segmentIds,
    targetLevel: level,
    reason: `${why}: expand ${segmentText(segmentIds, level)}.`,
  };
}

function no(reason: string): ExpansionDecision {
  return { shouldExpand: false, segmentIds: [], targetLevel: CompressionLevel.full, reason };
}

/** A request for a segment in the agent's answer. */
interface ExplicitMarker {
  readonly segmentId: string;
  readonly level: CompressionLevel;
}

/** Maximum number of markers; further ones are ignored. */
const maxMarkers = 100;

const marker = /\[\[expand:(?<segmentId>[0-9a-f]{8}-[1-9][0-9]{0,8}):(?<level>full|detailed|brief|tags)\]\]/giu;

/** Finds markers of the form `[[expand:<segment id>:<level name>]]`, in the order of the text. */
function explicitMarkers(text: string): readonly ExplicitMarker[] {
  const found: ExplicitMarker[] = [];
  for (const { groups } of text.matchAll(marker)) {
    const level = groups?.['level']?.toLowerCase() as CompressionLevelName;
    found.push({ segmentId: groups?.['segmentId']?.toLowerCase() ?? '', level: CompressionLevel[level] });
    if (found.length === maxMarkers) break;
  }
  return found;
}

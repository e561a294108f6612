import type { AssemblyRecord } from '../../protocol/preview-message.js';
import { type AssemblySurroundings, assemblyView } from '../assembly/assembly-view.js';
import { questionView } from '../assembly/preview-question.js';
import { documentView } from '../document/document-view.js';
import type { AssemblyView, ComparisonView, PreviewState } from '../preview-state.js';
import { colorOf } from '../sources/source-colors.js';
import { listSources } from '../sources/source-list.js';
import { comparisonView, timelineView } from '../timeline/timeline-view.js';
import { keepUnchanged, rememberLast } from './keep-unchanged.js';
import { type PreviewFacts, shownRecord } from './preview-facts.js';

const none: readonly never[] = [];

/**
 * Builds the state from the facts. A part is recomputed only when its facts change, and stays the same object when
 * nothing in it changed, so that the cost of a key press does not grow with the prompt.
 */
export class StateBuilder {
  private before: PreviewState | undefined;
  /** The state before as it was made, of which `before` was kept. */
  private made: PreviewState | undefined;
  private readonly shown = rememberLast(shownView);
  private readonly question = rememberLast(questionView);
  private readonly document = rememberLast(documentView);
  private readonly lists = rememberLast(listSources);
  private readonly timeline = rememberLast(timelineView);
  private readonly comparison = rememberLast(comparedView);

  build(facts: PreviewFacts): PreviewState {
    const made = this.stateOf(facts);
    const state = keepUnchanged(this.before, this.withKnownParts(made));
    this.made = made;
    this.before = state;
    return state;
  }

  /** Keeps the objects of unchanged parts; parts that were not rebuilt need no comparison. */
  private withKnownParts(made: PreviewState): PreviewState {
    const { made: last, before } = this;
    if (last === undefined || before === undefined) return made;
    const names = Object.keys(made) as (keyof PreviewState)[];
    const unchanged = names.filter((name) => Object.is(made[name], last[name]));
    return { ...made, ...Object.fromEntries(unchanged.map((name) => [name, before[name]])) };
  }

  private stateOf(facts: PreviewFacts): PreviewState {
    const { connection, conversations, phase, failure, notice, panel } = facts;
    const shown = this.shownOf(facts);
    return {
      connection,
      workspaceName: panel?.workspaceName ?? '',
      tier: panel?.tier ?? 'Core',
      agents: panel?.agents ?? none,
      conversations,
      question: this.questionOf(facts),
      ...(facts.document === undefined ? {} : { document: this.document(facts.document) }),
      phase,
      ...(failure === undefined ? {} : { failure: { code: failure.code, message: failure.message } }),
      ...(notice === undefined ? {} : { notice }),
      warnings: panel?.warnings ?? none,
      ...(shown === undefined ? {} : { shown }),
      ...this.listsOf(facts, shown),
      ...this.timelineOf(facts),
    };
  }

  private shownOf(facts: PreviewFacts): AssemblyView | undefined {
    const record = shownRecord(facts);
    if (record === undefined) return undefined;
    const { lastOfAgent, expansions, numbers, panel, pinned } = facts;
    const isCurrent = pinned === undefined && !facts.isOutdated;
    return this.shown({ record, lastOfAgent, expansions, numbers, panel, isCurrent });
  }

  private questionOf({ agentId, query, conversationId, budget, panel }: PreviewFacts): PreviewState['question'] {
    return this.question({ agentId, query, conversationId, budget, panel });
  }

  private listsOf(facts: PreviewFacts, shown: AssemblyView | undefined): Pick<PreviewState, 'sources' | 'locked'> {
    return this.lists({
      strategies: facts.panel?.strategies ?? none,
      fragments: shown?.fragments ?? none,
      skipped: shownRecord(facts)?.result.skipped ?? none,
      switching: facts.switching,
      folding: facts.folding,
    });
  }

  private timelineOf(facts: PreviewFacts): Pick<PreviewState, 'timeline' | 'comparison'> {
    const { summaries, compared, comparison, panel } = facts;
    const timeline = this.timeline({ summaries, shownId: shownRecord(facts)?.correlationId, compared });
    return comparison === undefined ? { timeline } : { timeline, comparison: this.comparison({ comparison, panel }) };
  }
}

function shownView({
  record,
  panel,
  numbers,
  ...surroundings
}: Omit<AssemblySurroundings, 'nameOf' | 'colorOf'> & {
  readonly record: AssemblyRecord;
  readonly panel: PreviewFacts['panel'];
  readonly numbers: PreviewFacts['numbers'];
}): AssemblyView {
  return assemblyView(record, {
    ...surroundings,
    nameOf: namesOf(panel),
    colorOf: (sourceId) => colorOf(numbers, sourceId),
  });
}

function comparedView({
  comparison,
  panel,
}: {
  readonly comparison: NonNullable<PreviewFacts['comparison']>;
  readonly panel: PreviewFacts['panel'];
}): ComparisonView {
  return comparisonView(...comparison, namesOf(panel));
}

function namesOf(panel: PreviewFacts['panel']): (sourceId: string) => string {
  const names = new Map(panel?.strategies.map(({ strategyId, displayName }) => [strategyId, displayName]));
  return (sourceId) => names.get(sourceId) ?? sourceId;
}

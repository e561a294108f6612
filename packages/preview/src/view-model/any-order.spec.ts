import { ErrorCode, LexichordError, combineContent } from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';
import fc from 'fast-check';

import type { AssemblyRecord, PreviewMessage } from '../protocol/preview-message.js';
import type { IContextPreviewViewModel } from './preview-actions.js';
import type { PreviewState } from './preview-state.js';
import { aPanel, aRecord, aStrategyOf } from './test-support/a-panel.js';
import { type TestViewer, aViewer } from './test-support/a-viewer.js';
import { settled } from './test-support/manual-timers.js';

const sourceIds = ['document', 'style', 'heading', 'rag', '__proto__'] as const;
const sourceId = fc.constantFrom(...sourceIds);
const ofAgents = fc.constantFrom('agent-1', 'agent-2');
const correlationId = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('own-1', 'own-2', 'own-3') },
  { weight: 2, arbitrary: ofAgents },
);

/** Every result that was told, by its id: what is on view must be one of them. */
const fragments = fc
  .uniqueArray(sourceId, { maxLength: 4 })
  .chain((ids) =>
    fc.tuple(...ids.map((id) => fc.constantFrom('One.', '```\nopen', '').map((content) => ({ id, content })))),
  )
  .map((parts) => parts.map(({ id, content }) => aFragment({ sourceId: id, label: id, content, tokenEstimate: 5 })));

const recordOf = (ids: fc.Arbitrary<string>): fc.Arbitrary<AssemblyRecord> =>
  fc
    .record({ id: ids, given: fragments, isLive: fc.boolean() })
    .map(({ id, given, isLive }) =>
      aRecord(id, { isLive, origin: id.startsWith('agent') ? 'agent' : 'preview', result: { fragments: given } }),
    );
const record = recordOf(correlationId);

const panel = fc.record({ licensed: fc.boolean(), enabled: fc.boolean() }).map((state) =>
  aPanel({
    strategies: sourceIds.map((id, place) => aStrategyOf(id, place % 2 === 0 ? state : { licensed: false })),
  }),
);

const message: fc.Arbitrary<PreviewMessage> = fc.oneof(
  record.map((assembly) => ({ kind: 'assembled', assembly }) as const),
  record.map((assembly) => ({ kind: 'assembly-started', assembly }) as const),
  panel.map((given) => ({ kind: 'panel', panel: given }) as const),
  fc
    .option(recordOf(ofAgents), { nil: undefined })
    .map((given) => ({ kind: 'history', assemblies: [], lastOfAgent: given }) as const),
  fc.record({ id: correlationId, outcome: fc.constantFrom('failed', 'cancelled') }).map(
    ({ id, outcome }) =>
      ({
        kind: 'assembly-failed',
        correlationId: id,
        origin: id.startsWith('agent') ? 'agent' : 'preview',
        outcome,
        code: 'internal',
        message: 'It ended.',
      }) as const,
  ),
  fc
    .record({ id: sourceId, enabled: fc.boolean() })
    .map(({ id, enabled }) => ({ kind: 'strategy-toggled', strategyId: id, enabled }) as const),
  fc.constantFrom<PreviewMessage>(
    { kind: 'document-changed', path: 'a.md' },
    { kind: 'configuration-reloaded', change: { appliedKeys: [], restartKeys: [] } },
    { kind: 'refresh-requested' },
    { kind: 'stopping' },
  ),
);

type Action = (viewModel: IContextPreviewViewModel) => unknown;

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.constantFrom<Action>(
    (viewModel) => viewModel.refresh(),
    (viewModel) => viewModel.cancel(),
    (viewModel) => viewModel.openDocument('a.md'),
    (viewModel) => viewModel.closeDocument(),
    (viewModel) => viewModel.discardEdits(),
    (viewModel) => viewModel.expandAll(false),
    (viewModel) => viewModel.closeComparison(),
    (viewModel) => viewModel.setAgent('editor'),
    (viewModel) => viewModel.show(undefined),
  ),
  fc.string().map(
    (text): Action =>
      (viewModel) =>
        viewModel.setQuery(text),
  ),
  fc.string().map(
    (text): Action =>
      (viewModel) =>
        viewModel.edit(text, { anchor: 9, head: 1 }),
  ),
  fc.integer().map(
    (offset): Action =>
      (viewModel) =>
        viewModel.setPlace({ anchor: offset, head: 0 }),
  ),
  fc.double().map(
    (tokens): Action =>
      (viewModel) =>
        viewModel.setBudget(tokens),
  ),
  sourceId.map(
    (id): Action =>
      (viewModel) =>
        viewModel.toggle(id),
  ),
  sourceId.map(
    (id): Action =>
      (viewModel) =>
        viewModel.toggleExpanded(id),
  ),
  correlationId.map(
    (id): Action =>
      (viewModel) =>
        viewModel.show(id),
  ),
  correlationId.map(
    (id): Action =>
      (viewModel) =>
        viewModel.toggleCompared(id),
  ),
);

type Step =
  | { readonly do: 'tell'; readonly message: PreviewMessage }
  | { readonly do: 'act'; readonly action: Action }
  | { readonly do: 'status'; readonly status: 'open' | 'lost' | 'connecting' }
  | { readonly do: 'fail'; readonly isFailing: boolean }
  | { readonly do: 'wait'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: message.map((given) => ({ do: 'tell', message: given }) as const) },
  { weight: 4, arbitrary: action.map((given) => ({ do: 'act', action: given }) as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('open', 'lost', 'connecting').map((status) => ({ do: 'status', status }) as const),
  },
  { weight: 1, arbitrary: fc.boolean().map((isFailing) => ({ do: 'fail', isFailing }) as const) },
  { weight: 2, arbitrary: fc.constantFrom(0, 60, 200).map((ms) => ({ do: 'wait', ms }) as const) },
);

async function take({ viewModel, connection, timers }: TestViewer, taken: Step): Promise<void> {
  if (taken.do === 'tell') connection.tell(taken.message);
  if (taken.do === 'act') void taken.action(viewModel);
  if (taken.do === 'status') connection.status(taken.status);
  const error = new LexichordError(ErrorCode.ioFailed, 'Gone.');
  if (taken.do === 'fail') connection.fail('assemble', taken.isFailing ? error : undefined);
  if (taken.do === 'wait') await timers.pass(taken.ms);
}

/** What holds at every moment. */
function check(state: PreviewState, told: readonly AssemblyRecord[]): void {
  const { shown, sources, locked, timeline, question } = state;
  const listed = [...sources, ...locked].map((source) => source.sourceId);
  expect(new Set(listed).size).toBe(listed.length);
  expect(locked.filter(({ hasSwitch, fragment }) => hasSwitch || fragment !== undefined)).toEqual([]);
  expect(new Set(timeline.map((entry) => entry.correlationId)).size).toBe(timeline.length);
  expect(question.maxTokens).toBeLessThanOrEqual(question.maxBudget);
  expect(question.maxTokens).toBeGreaterThanOrEqual(0);
  expect(state.phase === 'failed' ? (shown?.isCurrent ?? false) && shown?.origin === 'preview' : false).toBe(false);
  if (shown === undefined) return;
  const source = told.find(
    ({ correlationId: id, result }) =>
      id === shown.correlationId && combineContent(result) === shown.prompt.map(({ text }) => text).join(''),
  );
  expect(source).toBeDefined();
  expect(shown.totalTokens).toBe(source?.result.totalTokens);
  expect(shown.fragments.map(({ tokens }) => tokens)).toEqual(source?.result.fragments.map((one) => one.tokenEstimate));
  expect(sources.filter(({ fragment }) => fragment !== undefined)).toHaveLength(shown.fragments.length);
}

it('in any order of messages and actions, the panel says what is true of a result that it was told', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const viewer = aViewer();
      const told = steps.flatMap((taken) => (taken.do === 'tell' ? recordIn(taken.message) : []));
      viewer.viewModel.start();
      viewer.connection.begin();
      for (const taken of steps) {
        await take(viewer, taken);
        check(viewer.viewModel.state, told);
      }
      await settled();
      await viewer.timers.pass(1_000);
      check(viewer.viewModel.state, told);
      viewer.viewModel.dispose();
    }),
    { numRuns: 150 },
  );
});

function recordIn(given: PreviewMessage): readonly AssemblyRecord[] {
  if (given.kind === 'assembled') return [given.assembly];
  return given.kind === 'history' && given.lastOfAgent !== undefined ? [given.lastOfAgent] : [];
}

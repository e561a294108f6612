import { CompressionLevel } from '@lexichord/abstractions';
import { countOf } from '@lexichord/platform/number-text';
import type { JSX } from 'preact';

import { tokensText } from '../../budget/amounts.js';
import { useViewModel } from '../../state/panel-context.js';
import type { SegmentExpansion, SegmentView } from '../../../view-model/preview-state.js';
import { furtherLevels, levelName } from './segment-levels.js';
import { TextForm } from './text-form.js';

interface ConversationFormProps {
  readonly content: string;
  readonly label: string;
  readonly segments: readonly SegmentView[];
}

/** The segments that were recalled, each with its level and a way to see more of it, above the text that was sent. */
export function ConversationForm({ content, label, segments }: ConversationFormProps): JSX.Element {
  return (
    <>
      <ul role="list" class="segments" data-part="segments">
        {segments.map((segment, index) => (
          <SegmentRow key={index} segment={segment} />
        ))}
      </ul>
      <TextForm content={content} label={label} />
    </>
  );
}

function SegmentRow({ segment }: { readonly segment: SegmentView }): JSX.Element {
  const { segmentId, level, expansion } = segment;
  return (
    <li class="segment" data-part="conversation-segment" data-segment={segmentId}>
      <div class="segment-top">
        <span class="mark" data-part="level">
          {levelName(level)}
        </span>
        <span class="segment-id">{segmentId}</span>
        <span class="note numbers">{messagesText(segment)}</span>
        <SegmentActions segment={segment} />
      </div>
      <div aria-live="polite">
        {expansion === undefined ? null : <Expansion segment={segment} expansion={expansion} />}
      </div>
    </li>
  );
}

function messagesText({ messageIds }: SegmentView): string {
  return countOf(messageIds.length, 'message');
}

function SegmentActions({ segment: { segmentId, level, expansion } }: { readonly segment: SegmentView }): JSX.Element {
  const viewModel = useViewModel();
  const isLoading = expansion?.phase === 'loading';
  // A failed expansion can be repeated.
  const expanded = expansion?.phase === 'ready' ? expansion.level : undefined;
  const isPart = level === CompressionLevel.full;
  return (
    <div class="segment-actions">
      {furtherLevels(level, expanded).map((further, index) => (
        <button
          key={further}
          class="button button-quiet"
          type="button"
          data-part="expand"
          data-level={levelName(further).toLowerCase()}
          aria-label={`${isPart ? 'Show the whole' : `Expand to ${levelName(further)}:`} segment ${segmentId}`}
          aria-disabled={isLoading}
          onClick={() => {
            if (!isLoading) void viewModel.expandSegment(segmentId, further);
          }}
        >
          {isPart ? 'Show the whole segment' : index === 0 ? `Expand to ${levelName(further)}` : levelName(further)}
        </button>
      ))}
      {expansion === undefined ? null : (
        <button
          class="button button-quiet"
          type="button"
          data-part="fold-segment"
          aria-label={`Fold segment ${segmentId}`}
          onClick={() => void viewModel.expandSegment(segmentId, undefined)}
        >
          Fold
        </button>
      )}
    </div>
  );
}

interface ExpansionProps {
  readonly segment: SegmentView;
  readonly expansion: SegmentExpansion;
}

function Expansion({ segment, expansion }: ExpansionProps): JSX.Element {
  const name = levelName(expansion.level);
  if (expansion.phase === 'loading') return <p class="note">{`Expanding to ${name}…`}</p>;
  if (expansion.phase === 'failed') {
    return (
      <p class="segment-failure" data-part="expansion-failure" data-code={expansion.failure.code}>
        {expansion.failure.message}
      </p>
    );
  }
  const inPrompt = segment.level === CompressionLevel.full ? messagesText(segment) : levelName(segment.level);
  const original = expansion.isFullTranscript ? ', the original messages' : '';
  return (
    <>
      <p class="note numbers" data-part="expansion-tokens">
        {`${name}: ${tokensText(expansion.tokenCount)}${original}. In the prompt: ${inPrompt}.`}
      </p>
      <TextForm content={expansion.content} label={`segment ${segment.segmentId}, ${name}`} part="expansion" />
    </>
  );
}

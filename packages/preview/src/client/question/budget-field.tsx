import { formatCount } from '@lexichord/platform/number-text';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { QuestionView } from '../../view-model/preview-state.js';
import { budgetEntry } from '../budget/amounts.js';
import { usePreviewState, useViewModel } from '../state/panel-context.js';

/** Step of the arrows, in tokens. */
const step = 500;

/** The budget in tokens: the agent's own until the viewer sets another. */
export function BudgetField(): JSX.Element {
  const viewModel = useViewModel();
  const { budget, maxTokens, isClamped } = usePreviewState((state) => state.question);
  const [draft, setDraft] = useState<string>();
  const isInvalid = draft !== undefined && budgetEntry(draft) === 'invalid';
  const enter = (text: string): void => {
    setDraft(text);
    const entry = budgetEntry(text);
    if (entry !== 'invalid') viewModel.setBudget(entry === 'agent' ? undefined : entry);
  };
  const reset = (): void => {
    setDraft(undefined);
    viewModel.setBudget(undefined);
  };
  return (
    <div class="question-budget">
      <label class="label" for="question-budget">
        Budget in tokens
      </label>
      <input
        id="question-budget"
        class="input numbers"
        data-part="budget-input"
        type="number"
        min={0}
        step={step}
        inputMode="numeric"
        value={draft ?? String(budget ?? maxTokens)}
        aria-describedby="question-budget-note"
        aria-invalid={isInvalid}
        onInput={(event) => enter(event.currentTarget.value)}
        onBlur={() => setDraft(undefined)}
      />
      <div class="question-budget-note">
        <span id="question-budget-note" data-part="budget-note" aria-live="polite">
          {noteOf({ isInvalid, isClamped, budget, maxTokens })}
        </span>
        {budget === undefined ? null : (
          <button class="button button-quiet" type="button" data-part="budget-reset" onClick={reset}>
            Agent’s own
          </button>
        )}
      </div>
    </div>
  );
}

function noteOf({
  isInvalid,
  isClamped,
  budget,
  maxTokens,
}: Pick<QuestionView, 'isClamped' | 'budget' | 'maxTokens'> & { readonly isInvalid: boolean }): string {
  if (isInvalid) return 'A whole number from 1.';
  if (isClamped) return `Lowered to ${formatCount(maxTokens)}, the panel’s limit.`;
  return budget === undefined ? 'The agent’s own.' : '';
}

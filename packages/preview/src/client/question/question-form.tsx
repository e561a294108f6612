import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { usePreviewState, useViewModel } from '../state/panel-context.js';
import { BudgetField } from './budget-field.js';

/** The request: query, agent, budget and conversation. Changes apply while typing. */
export function QuestionForm(): JSX.Element {
  return (
    <form class="question" data-part="question" aria-label="Question" onSubmit={(event) => event.preventDefault()}>
      <div class="question-fields">
        <QueryField />
        <AgentField />
        <BudgetField />
        <ConversationField />
      </div>
    </form>
  );
}

function QueryField(): JSX.Element {
  const viewModel = useViewModel();
  const query = usePreviewState((state) => state.question.query);
  // While the user types, the field keeps the typed text: a late state would remove letters.
  const [draft, setDraft] = useState<string>();
  return (
    <div class="question-query">
      <label class="label" for="question-query">
        Question
      </label>
      <textarea
        id="question-query"
        class="input"
        data-part="query"
        rows={2}
        spellcheck={false}
        autocomplete="off"
        placeholder="What the sources are searched for. Empty: the selection, else the paragraph at the cursor."
        value={draft ?? query}
        onInput={({ currentTarget: { value } }) => {
          setDraft(value);
          viewModel.setQuery(value);
        }}
        onBlur={() => setDraft(undefined)}
      />
    </div>
  );
}

function AgentField(): JSX.Element {
  const viewModel = useViewModel();
  const agents = usePreviewState((state) => state.agents);
  const agentId = usePreviewState((state) => state.question.agentId);
  const isListed = agents.some((agent) => agent.agentId === agentId);
  return (
    <div>
      <label class="label" for="question-agent">
        Agent
      </label>
      <select
        id="question-agent"
        class="input"
        data-part="agent"
        value={agentId}
        onChange={(event) => viewModel.setAgent(event.currentTarget.value)}
      >
        {isListed ? null : <option value={agentId}>{agentId}</option>}
        {agents.map((agent) => (
          <option key={agent.agentId} value={agent.agentId}>
            {agent.displayName}
          </option>
        ))}
      </select>
    </div>
  );
}

function ConversationField(): JSX.Element | null {
  const viewModel = useViewModel();
  const conversations = usePreviewState((state) => state.conversations);
  const conversationId = usePreviewState((state) => state.question.conversationId);
  if (conversations.length === 0 && conversationId === undefined) return null;
  const isListed = conversationId === undefined || conversations.includes(conversationId);
  return (
    <div class="question-conversation">
      <label class="label" for="question-conversation">
        Conversation
      </label>
      <select
        id="question-conversation"
        class="input"
        data-part="conversation"
        value={conversationId ?? ''}
        onChange={({ currentTarget: { value } }) => viewModel.setConversation(value === '' ? undefined : value)}
      >
        <option value="">None</option>
        {isListed ? null : <option value={conversationId}>{conversationId}</option>}
        {conversations.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </div>
  );
}

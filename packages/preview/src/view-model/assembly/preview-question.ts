import type { ContextHints } from '@lexichord/abstractions';

import type { PreviewRequest } from '../../protocol/preview-connection.js';
import type { PanelDescription } from '../../protocol/preview-message.js';
import { selectionOf } from '../document/document-view.js';
import type { QuestionView } from '../preview-state.js';
import type { PreviewFacts } from '../state/preview-facts.js';

/** Whether the viewer has a question of its own; without one it follows agents. */
export function hasOwnQuestion({ document, query, conversationId }: PreviewFacts): boolean {
  return document !== undefined || query.trim() !== '' || conversationId !== undefined;
}

/** Whether there is a question to assemble for. */
export function hasSomethingToAsk(facts: PreviewFacts): boolean {
  return hasOwnQuestion(facts) || facts.followed !== undefined || facts.newest !== undefined;
}

/** The state of the question form. */
export function questionView({
  agentId,
  query,
  conversationId,
  budget,
  panel,
}: Pick<PreviewFacts, 'agentId' | 'query' | 'conversationId' | 'budget' | 'panel'>): QuestionView {
  const agent = listedAgent(panel, agentId);
  const maxBudget = panel?.maxBudget ?? Number.MAX_SAFE_INTEGER;
  const wantedTokens = budget ?? defaultBudgetOf(panel, agent);
  return {
    agentId: agent,
    query,
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(budget === undefined ? {} : { budget }),
    maxTokens: Math.min(wantedTokens, maxBudget),
    maxBudget,
    isClamped: budget !== undefined && budget > maxBudget,
  };
}

/**
 * The current request: the viewer's own question or, without one, that of the agent it follows, with the budget that
 * the panel shows.
 */
export function requestFor(facts: PreviewFacts, isLive: boolean): PreviewRequest {
  const question = questionView(facts);
  const live = isLive ? { isLive } : {};
  const { followed } = facts;
  if (hasOwnQuestion(facts) || followed === undefined) {
    return {
      request: { agentId: question.agentId, ...positionsOf(facts), ...hintsOf(facts) },
      ...(question.budget === undefined ? {} : { maxTokens: question.maxTokens }),
      ...live,
    };
  }
  const maxTokens = question.budget ?? followed.maxTokens;
  return {
    request: { ...followed.request, agentId: listedAgent(facts.panel, followed.request.agentId) },
    ...(maxTokens === undefined ? {} : { maxTokens: Math.min(maxTokens, question.maxBudget) }),
    ...live,
  };
}

/** The agent if the panel lists it, else the default agent. */
function listedAgent(panel: PanelDescription | undefined, agentId: string | undefined): string {
  if (panel === undefined) return agentId ?? '';
  const isListed = panel.agents.some((agent) => agent.agentId === agentId);
  return isListed && agentId !== undefined ? agentId : panel.defaultAgentId;
}

function defaultBudgetOf(panel: PanelDescription | undefined, agentId: string): number {
  return panel?.agents.find((agent) => agent.agentId === agentId)?.defaultBudget ?? 0;
}

function positionsOf({ document }: PreviewFacts): Partial<PreviewRequest['request']> {
  if (document === undefined) return {};
  const selectedText = selectionOf(document);
  return {
    documentPath: document.path,
    ...(document.place === undefined ? {} : { cursorPosition: document.place.head }),
    ...(selectedText === '' ? {} : { selectedText }),
  };
}

function hintsOf({ document, query, conversationId }: PreviewFacts): { readonly hints?: ContextHints } {
  const hints: ContextHints = {
    ...(query.trim() === '' ? {} : { query }),
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(document?.place === undefined || selectionOf(document) === ''
      ? {}
      : {
          selectionRange: {
            startOffset: Math.min(document.place.anchor, document.place.head),
            endOffset: Math.max(document.place.anchor, document.place.head),
          },
        }),
  };
  return Object.keys(hints).length === 0 ? {} : { hints };
}

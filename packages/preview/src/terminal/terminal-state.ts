import type { Page } from './pages/page.js';
import { chosenItem } from './pages/page.js';

/** View in the middle of the screen. */
export type TerminalView = 'sources' | 'prompt' | 'left-out' | 'timeline' | 'help';

/** Views in the order of the tab key. */
export const tabbedViews = ['sources', 'prompt', 'left-out', 'timeline'] as const satisfies readonly TerminalView[];

/** Text input, or a choice from a list. */
export interface TerminalInput {
  readonly kind: 'query' | 'budget' | 'line' | 'document' | 'agent';
  readonly text: string;
}

/** State of the terminal view beside the panel's state. */
export interface TerminalState {
  readonly view: TerminalView;
  readonly input?: TerminalInput | undefined;
  /** Chosen item of each view; for a list of choices under its input's kind. */
  readonly selected: Readonly<Partial<Record<TerminalView | TerminalInput['kind'], string>>>;
  /** First line of the page on the screen. */
  readonly top: number;
  /** Whether the screen follows the choice, rather than the user's scrolling. */
  readonly isFollowing: boolean;
}

export const firstState: TerminalState = { view: 'sources', selected: {}, top: 0, isFollowing: true };

/** Key of the choice on the current screen. */
export function selectionKey({ view, input }: TerminalState): TerminalView | TerminalInput['kind'] {
  return input?.kind === 'document' || input?.kind === 'agent' ? input.kind : view;
}

export function selectedId(state: TerminalState): string | undefined {
  return state.selected[selectionKey(state)];
}

/** The first line to show, so that the window lies within the page and, if it follows, holds the choice. */
export function visibleTop(page: Page, state: TerminalState, height: number): number {
  const last = Math.max(0, page.lines.length - height);
  const chosen = state.isFollowing ? chosenItem(page, selectedId(state)) : undefined;
  if (chosen === undefined) return clamp(state.top, 0, last);
  // Content before the first item, such as a comparison, belongs to it.
  const first = chosen.id === page.items[0]?.id ? 0 : chosen.line;
  return clamp(clamp(state.top, chosen.line - height + 1, first), 0, last);
}

/** The item `steps` further, at most the first or last one. */
export function moved(page: Page, state: TerminalState, steps: number): TerminalState {
  const chosen = chosenItem(page, selectedId(state));
  const index = page.items.findIndex(({ id }) => id === chosen?.id);
  const target = page.items[clamp(index + steps, 0, page.items.length - 1)];
  if (target === undefined) return state;
  return { ...state, selected: { ...state.selected, [selectionKey(state)]: target.id }, isFollowing: true };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

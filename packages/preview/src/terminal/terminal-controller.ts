import { formatCount } from '@lexichord/platform/number-text';

import { startOfLine } from '../view-model/document/document-place.js';
import type { IContextPreviewViewModel } from '../view-model/preview-actions.js';
import { type KeyPress, keyOf } from './key-press.js';
import { type Choice, choicePage } from './pages/choice-page.js';
import { footerLines } from './pages/footer-lines.js';
import { headerLines } from './pages/header-lines.js';
import { helpPage } from './pages/help-page.js';
import { leftOutPage } from './pages/left-out-page.js';
import { type Page, type PageFrame, chosenItem } from './pages/page.js';
import { promptPage } from './pages/prompt-page.js';
import { sourcesPage } from './pages/sources-page.js';
import { timelinePage } from './pages/timeline-page.js';
import { graphemesOf } from './screen/cell-width.js';
import type { Paint } from './screen/paint.js';
import { type TerminalLine, emptyLine } from './screen/terminal-line.js';
import {
  type TerminalInput,
  type TerminalState,
  type TerminalView,
  firstState,
  moved,
  selectedId,
  tabbedViews,
  visibleTop,
} from './terminal-state.js';

const pages = { sources: sourcesPage, prompt: promptPage, 'left-out': leftOutPage, timeline: timelinePage } as const;

const views: Readonly<Record<string, TerminalView>> = {
  s: 'sources',
  p: 'prompt',
  w: 'left-out',
  t: 'timeline',
  '?': 'help',
};

const inputs: Readonly<Record<string, TerminalInput['kind']>> = {
  '/': 'query',
  b: 'budget',
  l: 'line',
  d: 'document',
  a: 'agent',
};

/** Collaborators of the controller. */
export interface ControllerParts {
  readonly viewModel: IContextPreviewViewModel;
  readonly paint: Paint;
  readonly quit: () => void;
  /** Called when the screen changes for other reasons than the view model. */
  readonly onChange: () => void;
}

/** Handles keys and computes the lines of the screen, without drawing them. */
export class TerminalController {
  private state: TerminalState = firstState;
  private documents: { readonly choices: readonly Choice[]; readonly more: number } = { choices: [], more: 0 };
  private search = 0;
  private page: Page = { lines: [], items: [] };
  private height = 1;

  constructor(private readonly parts: ControllerParts) {}

  /** Exactly as many lines as a screen has, but for the last: a terminal that is wholly filled scrolls. */
  draw(columns: number, rows: number): readonly TerminalLine[] {
    const { viewModel, paint } = this.parts;
    const room = Math.max(1, rows - 1);
    const header = headerLines(viewModel.state, columns, paint);
    const footer = footerLines(this.state, columns, paint);
    this.height = Math.max(1, room - header.length - footer.length);
    this.page = this.pageFor({ columns, paint, selectedId: selectedId(this.state) });
    const top = visibleTop(this.page, this.state, this.height);
    this.state = { ...this.state, top };
    const body = this.page.lines.slice(top, top + this.height);
    const filling = Array.from({ length: this.height - body.length }, () => emptyLine);
    return [...header, ...body, ...filling, ...footer].slice(-room);
  }

  press(press: KeyPress): void {
    if (this.state.input === undefined) this.browse(press);
    else this.type(press, this.state.input);
    this.parts.onChange();
  }

  private pageFor(frame: PageFrame): Page {
    const { input, view } = this.state;
    if (input?.kind === 'document') return choicePage(this.documents.choices, this.documents.more, frame);
    if (input?.kind === 'agent') return choicePage(this.agentChoices(input.text), 0, frame);
    return view === 'help' ? helpPage(frame) : pages[view](this.parts.viewModel.state, frame);
  }

  private browse(press: KeyPress): void {
    const key = keyOf(press);
    if (key === 'escape') this.leave();
    else if (key !== undefined) this.move(key);
    // Keys that were pressed quickly come together.
    else for (const letter of press.input) this.act(letter);
  }

  private move(key: NonNullable<ReturnType<typeof keyOf>>): void {
    const { view } = this.state;
    const hasItems = view === 'sources' || view === 'timeline';
    const step = (lines: number): void => (hasItems ? this.select(lines) : this.scroll(lines));
    if (key === 'up') step(-1);
    else if (key === 'down') step(1);
    else if (key === 'pageup') this.scroll(1 - this.height);
    else if (key === 'pagedown') this.scroll(this.height - 1);
    else if (key === 'home') this.scroll(-this.page.lines.length);
    else if (key === 'end') this.scroll(this.page.lines.length);
    else if (key === 'tab') this.open(nextView(view));
    else if (key === 'enter') this.choose();
  }

  private act(letter: string): void {
    const { viewModel, quit } = this.parts;
    const view = views[letter];
    const input = inputs[letter];
    if (view !== undefined) this.open(view);
    else if (input !== undefined) this.ask(input);
    else if (letter === ' ') this.mark();
    else if (letter === 'j') this.scroll(1);
    else if (letter === 'k') this.scroll(-1);
    else if (letter === 'r') void viewModel.refresh();
    else if (letter === 'x') void viewModel.cancel();
    else if (letter === 'n') void viewModel.show(undefined);
    else if (letter === 'e') viewModel.expandAll(!viewModel.state.sources.some(({ isExpanded }) => isExpanded));
    else if (letter === 'q') quit();
  }

  /** The space key. */
  private mark(): void {
    const chosen = this.chosen();
    if (chosen === undefined) return;
    if (this.state.view === 'sources') void this.parts.viewModel.toggle(chosen);
    if (this.state.view === 'timeline') void this.parts.viewModel.toggleCompared(chosen);
    this.state = { ...this.state, isFollowing: true };
  }

  /** The enter key. */
  private choose(): void {
    const chosen = this.chosen();
    if (chosen === undefined) return;
    if (this.state.view === 'sources') this.parts.viewModel.toggleExpanded(chosen);
    if (this.state.view === 'timeline') void this.parts.viewModel.show(chosen);
  }

  /** The chosen item, which stays chosen when its line moves. */
  private chosen(): string | undefined {
    const chosen = chosenItem(this.page, selectedId(this.state))?.id;
    if (chosen === undefined) return undefined;
    this.state = moved(this.page, this.state, 0);
    return chosen;
  }

  /** The escape key. */
  private leave(): void {
    const { viewModel } = this.parts;
    if (viewModel.state.failure !== undefined) viewModel.dismissFailure();
    else if (viewModel.state.comparison !== undefined) viewModel.closeComparison();
    else this.open('sources');
  }

  private open(view: TerminalView): void {
    this.state = { ...this.state, view, input: undefined, top: 0, isFollowing: view !== 'prompt' };
  }

  private select(steps: number): void {
    this.state = moved(this.page, this.state, steps);
  }

  private scroll(lines: number): void {
    const top = Math.max(0, Math.min(this.page.lines.length - this.height, this.state.top + lines));
    this.state = { ...this.state, top, isFollowing: false };
  }

  private ask(kind: TerminalInput['kind']): void {
    const { question } = this.parts.viewModel.state;
    const texts: Partial<Record<TerminalInput['kind'], string>> = {
      query: question.query,
      budget: question.budget === undefined ? '' : formatCount(question.budget),
    };
    const selected = { ...this.state.selected, document: undefined, agent: question.agentId };
    this.state = { ...this.state, input: { kind, text: texts[kind] ?? '' }, selected, isFollowing: true };
    if (kind === 'document') void this.find('');
  }

  private type(press: KeyPress, input: TerminalInput): void {
    const key = keyOf(press);
    if (key === 'escape') this.state = { ...this.state, input: undefined };
    else if (key === 'enter') this.accept(input);
    else if (key === 'up') this.select(-1);
    else if (key === 'down') this.select(1);
    else if (key === 'backspace') this.write(input, [...graphemesOf(input.text)].slice(0, -1).join(''));
    else if (key === 'clear') this.write(input, '');
    else if (key === undefined) this.write(input, input.text + press.input.replaceAll(/\p{Cc}/gu, ''));
  }

  /** Takes the input; a search for words starts with each key. */
  private write(input: TerminalInput, text: string): void {
    this.state = { ...this.state, input: { ...input, text } };
    if (input.kind === 'query') this.parts.viewModel.setQuery(text);
    if (input.kind === 'document') void this.find(text);
  }

  private accept({ kind, text }: TerminalInput): void {
    const { viewModel } = this.parts;
    const chosen = chosenItem(this.page, selectedId(this.state))?.id;
    if (kind === 'budget') viewModel.setBudget(numberIn(text));
    if (kind === 'line') this.goTo(text);
    if (kind === 'agent' && chosen !== undefined) viewModel.setAgent(chosen);
    if (kind === 'document' && chosen !== undefined) void viewModel.openDocument(chosen);
    this.state = { ...this.state, input: undefined };
  }

  /** `12` or `12:5`, 1-based; nothing takes the cursor away. */
  private goTo(text: string): void {
    const { viewModel } = this.parts;
    if (text.trim() === '') {
      viewModel.setPlace(undefined);
      return;
    }
    const [, line, column = '1'] = /^\s*(\d{1,9})(?::(\d{1,9}))?\s*$/u.exec(text) ?? [];
    const { document } = viewModel.state;
    if (line === undefined || document === undefined) return;
    const start = startOfLine(document.content, Number(line));
    const end = startOfLine(document.content, Number(line) + 1);
    const offset = start + Math.max(0, Number(column) - 1);
    const head = end > start ? Math.min(offset, end - 1) : offset;
    viewModel.setPlace({ anchor: head, head });
  }

  private async find(words: string): Promise<void> {
    this.search += 1;
    const { search } = this;
    const { documents, total } = await this.parts.viewModel.findDocuments(words);
    // An answer to fewer letters may come late.
    if (this.search !== search) return;
    const choices = documents.map(({ path, language }) => ({ id: path, title: path, detail: language }));
    this.documents = { choices, more: total - documents.length };
    this.parts.onChange();
  }

  private agentChoices(words: string): readonly Choice[] {
    return this.parts.viewModel.state.agents
      .filter(({ agentId, displayName }) => `${agentId} ${displayName}`.toLowerCase().includes(words.toLowerCase()))
      .map(({ agentId, displayName, defaultBudget }) => ({
        id: agentId,
        title: displayName,
        detail: `${formatCount(defaultBudget)} tokens`,
      }));
  }
}

function nextView(view: TerminalView): TerminalView {
  const index = tabbedViews.findIndex((candidate) => candidate === view);
  return tabbedViews[(index + 1) % tabbedViews.length] ?? 'sources';
}

/** A number with or without groups; empty for any other text. */
function numberIn(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,._]/gu, '');
  return /^\d{1,15}$/u.test(digits) ? Number(digits) : undefined;
}

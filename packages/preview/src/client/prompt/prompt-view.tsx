import type { JSX, RefObject } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import type { AssemblyView, FragmentView } from '../../view-model/preview-state.js';
import { sourceAt, usePointedMark, usePointing } from '../budget/use-pointing.js';
import { usePreviewState } from '../state/panel-context.js';
import { useSourceFocus } from '../state/source-focus.js';
import { selectContent, selectedTextIn } from './copying.js';
import { PromptPartView, PromptSeparator } from './prompt-part-view.js';
import { PromptToolbar } from './prompt-toolbar.js';

/** The prompt exactly as it was sent, each part marked with the source that it comes from. */
export function PromptView(): JSX.Element {
  const shown = usePreviewState((state) => state.shown);
  const text = useRef<HTMLDivElement>(null);
  const onRefused = useCallback(() => {
    if (text.current !== null) selectContent(text.current);
  }, []);
  return (
    <div class="prompt-view">
      <PromptToolbar onRefused={onRefused} />
      {shown === undefined || shown.prompt.length === 0 ? (
        <p class="prompt-empty note" data-part="prompt-empty">
          {shown === undefined
            ? 'Nothing has been assembled yet.'
            : 'The prompt is empty: no source contributed anything. "Left out" says why.'}
        </p>
      ) : (
        <PromptText text={text} shown={shown} />
      )}
    </div>
  );
}

interface PromptTextProps {
  readonly text: RefObject<HTMLDivElement | null>;
  readonly shown: AssemblyView;
}

/** Length from which blocks out of view are not laid out, in UTF-16 units. */
const longPrompt = 100_000;

function PromptText({ text, shown: { prompt, fragments } }: PromptTextProps): JSX.Element {
  const { visit } = useSourceVisit();
  const pointing = usePointing();
  const bySource = useMemo(() => new Map(fragments.map((fragment) => [fragment.sourceId, fragment])), [fragments]);
  const isLong = useMemo(() => prompt.reduce((length, part) => length + part.text.length, 0) > longPrompt, [prompt]);
  return (
    <div
      class="prompt-scroll"
      role="region"
      aria-label="Prompt as sent"
      tabIndex={0}
      onClick={({ target }) => {
        const sourceId = target instanceof HTMLButtonElement ? sourceAt(target) : undefined;
        if (sourceId !== undefined) visit(sourceId);
      }}
      onCopy={(event) => copyExactly(event, text.current)}
      {...pointing}
    >
      <FollowFocus text={text} />
      <div ref={text} class="prompt-text" data-part="prompt" data-long={isLong}>
        {prompt.map((part, index) =>
          part.sourceId === undefined ? (
            <PromptSeparator
              key={`separator-${String(index)}`}
              text={part.text}
              continues={part.text.startsWith('\n') && prompt[index - 1]?.text.endsWith('\n') === false}
            />
          ) : (
            <PromptPartView
              key={part.sourceId}
              text={part.text}
              sourceId={part.sourceId}
              {...labelOf(bySource.get(part.sourceId), part.sourceId)}
            />
          ),
        )}
      </div>
    </div>
  );
}

function labelOf(fragment: FragmentView | undefined, sourceId: string) {
  return { label: fragment?.label ?? sourceId, tokens: fragment?.tokens ?? 0, color: fragment?.color ?? 0 };
}

/** The visit action, without redraws when the pointed source changes. */
function useSourceVisit(): { readonly visit: (sourceId: string) => void } {
  const focus = useSourceFocus();
  const latest = useRef(focus);
  latest.current = focus;
  return { visit: useCallback((sourceId: string) => latest.current.visit(sourceId, 'prompt'), []) };
}

function copyExactly(event: ClipboardEvent, element: HTMLElement | null): void {
  const selected = element === null ? undefined : selectedTextIn(element);
  if (selected === undefined || selected === '' || event.clipboardData === null) return;
  event.clipboardData.setData('text/plain', selected);
  event.preventDefault();
}

/** Draws nothing: marks the part of the pointed source, and scrolls to a source that is visited from another view. */
export function FollowFocus({ text }: { readonly text: RefObject<HTMLDivElement | null> }): null {
  const { sourceId, from, visits } = useSourceFocus();
  const seen = useRef(visits);
  usePointedMark(text);
  useLayoutEffect(() => {
    if (visits === seen.current) return;
    seen.current = visits;
    if (sourceId === undefined || from === undefined || from === 'prompt') return;
    const part = partOf(text.current, sourceId);
    if (part === null) return;
    // The tab may be opened by the same visit.
    requestAnimationFrame(() => bringIntoView(part, from));
  }, [text, sourceId, from, visits]);
  return null;
}

function partOf(text: HTMLElement | null, sourceId: string): HTMLElement | null {
  return text?.querySelector<HTMLElement>(`[data-source="${CSS.escape(sourceId)}"]`) ?? null;
}

/** Scrolls the prompt. Scrolls the page as a whole only when the user asked to go there. */
function bringIntoView(part: HTMLElement, from: 'list' | 'bar' | 'why'): void {
  const scroller = part.closest('.prompt-scroll');
  if (scroller === null) return;
  if (from === 'list') scroller.scrollIntoView({ block: 'nearest' });
  scrollTo(part, scroller, { attempts: 8 });
}

/** Repeats, because blocks that are laid out only in view may change their height and move the following ones. */
function scrollTo(part: HTMLElement, scroller: Element, { attempts }: { readonly attempts: number }): void {
  const before = scroller.scrollTop;
  scroller.scrollTop += part.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  if (attempts <= 1 || Math.abs(scroller.scrollTop - before) < 2) return;
  requestAnimationFrame(() => scrollTo(part, scroller, { attempts: attempts - 1 }));
}

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { usePointedMark } from '../budget/use-pointing.js';
import { useSourceFocus } from '../state/focused-source.js';

/** Draws nothing: marks the part of the source that is pointed at, and scrolls to one that is visited from elsewhere. */
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

/** The page itself moves, where it scrolls as a whole, only for who wants to go there. */
function bringIntoView(part: HTMLElement, from: 'list' | 'bar' | 'why'): void {
  const scroller = part.closest('.prompt-scroll');
  if (scroller === null) return;
  if (from === 'list') scroller.scrollIntoView({ block: 'nearest' });
  scrollTo(part, scroller, { attempts: 8 });
}

/** What is laid out only when it comes into view is higher or lower than was thought, and moves what is below it. */
function scrollTo(part: HTMLElement, scroller: Element, { attempts }: { readonly attempts: number }): void {
  const before = scroller.scrollTop;
  scroller.scrollTop += part.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  if (attempts <= 1 || Math.abs(scroller.scrollTop - before) < 2) return;
  requestAnimationFrame(() => scrollTo(part, scroller, { attempts: attempts - 1 }));
}

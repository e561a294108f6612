import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';

import { useSourceFocus } from '../state/source-focus.js';

/** Handlers for an element that holds others, each of them with `data-source`. */
export interface Pointing {
  readonly onPointerOver: (event: Event) => void;
  readonly onPointerLeave: () => void;
  readonly onFocusIn: (event: Event) => void;
  readonly onFocusOut: (event: FocusEvent) => void;
}

/** Points at the source under the mouse or the focus: one set of handlers for any number of sources. */
export function usePointing(): Pointing {
  const { point } = useSourceFocus();
  const latest = useRef(point);
  latest.current = point;
  const pointed = useRef<string | undefined>(undefined);
  const pointTo = useCallback((sourceId: string | undefined) => {
    if (pointed.current === sourceId) return;
    pointed.current = sourceId;
    latest.current(sourceId);
  }, []);
  return {
    onPointerOver: useCallback((event) => pointTo(sourceAt(event.target)), [pointTo]),
    onPointerLeave: useCallback(() => pointTo(undefined), [pointTo]),
    onFocusIn: useCallback((event) => pointTo(sourceAt(event.target)), [pointTo]),
    onFocusOut: useCallback(
      ({ currentTarget, relatedTarget }) => {
        const stays =
          relatedTarget instanceof Node && currentTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!stays) pointTo(undefined);
      },
      [pointTo],
    ),
  };
}

/** Id of the source that an element belongs to. */
export function sourceAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const marked = target.closest('[data-source]');
  return marked instanceof HTMLElement ? marked.dataset.source : undefined;
}

/**
 * Marks the pointed source's element below `root` with `data-pointed`, without redrawing, and calls `onVisit` with it
 * when the user goes to it from elsewhere. Call it in a separate component.
 */
export function usePointedMark(root: RefObject<HTMLElement | null>, onVisit?: (element: HTMLElement) => void): void {
  const { sourceId, from, visits } = useSourceFocus();
  const visited = useRef(visits);
  useLayoutEffect(() => {
    const element = sourceId === undefined ? undefined : elementOf(root.current, sourceId);
    element?.setAttribute('data-pointed', '');
    return (): void => element?.removeAttribute('data-pointed');
  }, [root, sourceId]);
  useLayoutEffect(() => {
    if (visits === visited.current) return;
    visited.current = visits;
    if (sourceId === undefined || from === 'list') return;
    const element = elementOf(root.current, sourceId);
    if (element !== undefined) onVisit?.(element);
  }, [root, sourceId, from, visits, onVisit]);
}

function elementOf(root: HTMLElement | null, sourceId: string): HTMLElement | undefined {
  return root?.querySelector<HTMLElement>(`[data-source="${CSS.escape(sourceId)}"]`) ?? undefined;
}

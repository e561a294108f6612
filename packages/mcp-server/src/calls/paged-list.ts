import type { Continuation, ToolAnswer } from '../answers/tool-answer.js';
import type { CallLimits } from './call-limits.js';
import { continuationHandle } from './continuation-store.js';

/** A page of a list. */
export interface ListPage<Item> {
  readonly shown: readonly Item[];
  /** Number of items before it. */
  readonly before: number;
  /** Number of items after it. */
  readonly after: number;
  /** Handle of the next page; `undefined` after the last one, and if not even one item fits. */
  readonly more: string | undefined;
}

/** A list that an answer shows page by page. */
export interface PagedList<Item, Data> {
  /** Key of the list; equal keys have equal handles. */
  readonly key: readonly unknown[];
  readonly items: readonly Item[];
  /** Checks the caller of a page, whose roots may differ. @throws {LexichordError} `path-denied` */
  readonly check?: ((limits: CallLimits) => void) | undefined;
  readonly render: (page: ListPage<Item>) => ToolAnswer<Data>;
}

/**
 * Renders the page of a list from an item on, with as many items as fit.
 *
 * @param first index of the item
 * @throws {LexichordError} `budget-exceeded` if the page does not fit without items; the errors of the list's `check`
 */
export function pageOfList<Item, Data>(
  list: PagedList<Item, Data>,
  first: number,
  limits: CallLimits,
): ToolAnswer<Data> {
  list.check?.(limits);
  const items = list.items.slice(first);
  return limits.fit.firstItems(items.length, (count) => {
    const after = items.length - count;
    const rest = after === 0 || count === 0 ? undefined : restOfList(list, first + count);
    const more = rest && continuationHandle(rest);
    return { ...list.render({ shown: items.slice(0, count), before: first, after, more }), rest };
  });
}

/** Continuation of a list from an item on. @param first index of the item */
export function restOfList<Item, Data>(list: PagedList<Item, Data>, first: number): Continuation {
  return {
    key: [...list.key, first],
    next: (limits) => Promise.resolve(pageOfList(list, first, limits)),
  };
}

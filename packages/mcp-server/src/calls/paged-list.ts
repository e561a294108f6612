import type { Continuation, ToolAnswer } from '../answers/tool-answer.js';
import type { CallLimits } from './call-limits.js';
import { continuationHandle } from './continuation-store.js';

/** Items of one page of a list. */
export interface ListPage<Item> {
  readonly shown: readonly Item[];
  /** Items before it. */
  readonly before: number;
  /** Items behind it. */
  readonly after: number;
  /** Handle of the next page; absent behind the last one, and where not even one item fits. */
  readonly more: string | undefined;
}

/** A list that an answer shows page by page. */
export interface PagedList<Item, Data> {
  /** Key of the list: the same one has the same handles. */
  readonly key: readonly unknown[];
  readonly items: readonly Item[];
  /** Must be fit for the caller of a later page, whose roots may be others. @throws {LexichordError} `path-denied` */
  readonly check?: ((limits: CallLimits) => void) | undefined;
  readonly render: (page: ListPage<Item>) => ToolAnswer<Data>;
}

/**
 * The page of a list that begins with an item, with as many items as fit.
 *
 * @param first index of the item
 * @throws {LexichordError} `budget-exceeded` when the page does not fit without any item; what the list's `check` throws
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

/** The items of a list from one on. */
export function restOfList<Item, Data>(list: PagedList<Item, Data>, first: number): Continuation {
  return {
    key: [...list.key, first],
    next: (limits) => Promise.resolve(pageOfList(list, first, limits)),
  };
}

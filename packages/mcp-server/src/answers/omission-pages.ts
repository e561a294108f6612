import type { CallLimits } from '../calls/call-limits.js';
import { continuationHandle } from '../calls/continuation-store.js';
import { type PagedList, restOfList } from '../calls/paged-list.js';
import { joinSections } from './notes.js';
import { type LeftOut, omissionLine } from './omissions.js';
import type { Continuation } from './tool-answer.js';

/** All omissions of an answer, which names the first ones. */
export interface OmissionList {
  /** Key of the answer. */
  readonly key: readonly unknown[];
  /** Plural, such as `pieces`. */
  readonly things: string;
  readonly items: readonly LeftOut[];
  /** Sentence on how to get one of them. */
  readonly how: string;
  readonly check?: ((limits: CallLimits) => void) | undefined;
}

/** Continuation for the omissions that an answer does not name. */
export interface UnnamedOmissions {
  /** `undefined` if all are named. */
  readonly rest: Continuation | undefined;
  readonly more: string | undefined;
  /** Sentence on how to list them; empty if all are named. */
  readonly note: string;
}

/** @param named number of omissions that the answer names */
export function unnamedOmissions(list: OmissionList, named: number): UnnamedOmissions {
  const unnamed = list.items.length - named;
  if (unnamed === 0) return { rest: undefined, more: undefined, note: '' };
  const rest = restOfList(pagesOf(list), named);
  const more = continuationHandle(rest);
  return { rest, more, note: `expand_context with the handle ${more} names ${unnamed} more.` };
}

function pagesOf({ key, things, items, how, check }: OmissionList): PagedList<LeftOut, object> {
  return {
    ...{ key: [...key, 'omissions'], items, check },
    render: ({ shown, before, after, more }) => {
      const head = `Left out, after the first ${before} ${things}. ${how}`;
      const rest = more === undefined ? 'Ask with a larger budget_tokens.' : `The handle ${more} names them.`;
      const lines = shown.map(omissionLine).join('\n');
      return { text: joinSections([head, lines, after === 0 ? '' : `${after} more are left out. ${rest}`]), data: {} };
    },
  };
}

import type { AnswerFit } from '../answers/answer-fit.js';
import type { Continuation, ToolAnswer } from '../answers/tool-answer.js';
import type { CallLimits } from '../calls/call-limits.js';
import { continuationHandle } from '../calls/continuation-store.js';

/** A text that answers show in parts. */
export interface PagedText {
  readonly text: string;
  /** Adds text around a part: opens and closes a truncated block of code. */
  readonly frame: (part: string) => string;
  /** Key of the text; equal keys have equal handles. */
  readonly key: readonly unknown[];
  /** Sentence on another way to see more of it; may be empty. */
  readonly how: string;
  /** Creates the answer that begins at an offset of the text. */
  from(start: number, limits: CallLimits): Promise<ToolAnswer>;
}

/** A part of a text. */
export interface TextPart {
  /** Shown text, with its frame. */
  readonly shown: string;
  /** Note on the rest; `undefined` for the last part. */
  readonly leftOut: string | undefined;
  readonly rest: Continuation | undefined;
}

/** Start of a part, in UTF-16 units, with its limits. */
export interface PartLocation {
  readonly start: number;
  readonly fit: AnswerFit;
}

/**
 * Creates the answer with as much text from an offset on as fits. It ends at a line end, unless not even one line fits.
 *
 * @throws {LexichordError} `budget-exceeded`
 */
export function pageOfText<Data>(
  paged: PagedText,
  { start, fit }: PartLocation,
  render: (part: TextPart) => ToolAnswer<Data>,
): ToolAnswer<Data> {
  const text = paged.text.slice(start);
  const beginning = (part: string): ToolAnswer<Data> => render(partOf(paged, start, part));
  const whole = beginning(text);
  if (fit.holds(whole)) return whole;
  const page = fit.cut(text, fit.budgetTokens);
  const lines = page.split(/(?<=\n)/u);
  const count = fit.maxFitting(lines.length - 1, (shown) => beginning(lines.slice(0, shown).join('')));
  const wholeLines = lines.slice(0, Math.max(0, count)).join('');
  if (wholeLines.trim() !== '') return beginning(wholeLines);
  const tokens = fit.maxFitting(fit.budgetTokens, (shown) => beginning(fit.cut(page, shown)));
  if (tokens > 0) return beginning(fit.cut(page, tokens));
  throw fit.tooSmall();
}

function partOf(paged: PagedText, start: number, part: string): TextPart {
  const { text, frame, key, how } = paged;
  const end = start + part.length;
  const shown = frame(part);
  if (end === text.length) return { shown, leftOut: undefined, rest: undefined };
  const rest: Continuation = { key: [...key, end], next: (limits) => paged.from(end, limits) };
  const handle = continuationHandle(rest);
  const leftOut = `Left out: the end of it. expand_context with the handle ${handle} shows what comes next. ${how}`;
  return { shown, leftOut: leftOut.trimEnd(), rest };
}

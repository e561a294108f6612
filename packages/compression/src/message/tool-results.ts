import type { ConversationMessage } from '@lexichord/abstractions';

/** Label before the result of a tool in a message of another role. */
export type ResultLabel = 'tool result' | 'tool error';

/** The result of a tool in a message of another role. */
export interface ToolResult {
  /** For example `[tool result]`. */
  readonly label: string;
  /** Start of the label, in UTF-16 units. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const labelBefore = /(?:^|\n)(?<label>\[tool (?:result|error)\]) /gu;

/** All lines of a result are indented, except its first line and empty ones. */
const endOfResult = /\n(?! {2}|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]|$)/gu;

/**
 * The results of tools in a message of another role, by the labels in its content. Text that a person writes after such
 * a label counts as a tool's, which weighs less; a tool cannot make its words count as a person's.
 */
export class ToolResults {
  private readonly results: readonly ToolResult[];

  constructor(content: string) {
    this.results = findResults(content);
  }

  /** The result at an offset of the content. */
  at(offset: number): ToolResult | undefined {
    let [from, to] = [0, this.results.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.results[middle] as ToolResult).end <= offset) from = middle + 1;
      else to = middle;
    }
    const result = this.results[from];
    return result !== undefined && result.start <= offset ? result : undefined;
  }

  /**
   * The label to put before a part that starts at an offset: the label of its result, with a space; empty if the part
   * starts with it.
   */
  labelFor(start: number): string {
    const result = this.at(start);
    return result === undefined || start === result.start ? '' : `${result.label} `;
  }

  /** Whether a part that starts at an offset continues the result of the part before it. */
  isWithin(endBefore: number | undefined, start: number): boolean {
    const result = this.at(start);
    return result !== undefined && endBefore !== undefined && endBefore > result.start;
  }
}

/** Whether a role is that of tools. */
export function isToolRole(role: string): boolean {
  return role === 'tool' || role === 'function';
}

/** Whether a message is from a tool: by its role, or because it consists only of results. */
export function isFromTool({ role, content }: Pick<ConversationMessage, 'role' | 'content'>): boolean {
  if (isToolRole(role)) return true;
  const results = findResults(content);
  const gaps = results.map(({ start }, index) => content.slice(results[index - 1]?.end ?? 0, start));
  return results.length > 0 && [...gaps, content.slice(results.at(-1)?.end)].every((gap) => gap.trim() === '');
}

/** Whether a message starts with a tool's result. */
export function beginsWithResult(message: Pick<ConversationMessage, 'role' | 'content'>): boolean {
  return isToolRole(message.role) || new ToolResults(message.content).at(0) !== undefined;
}

function findResults(content: string): readonly ToolResult[] {
  const results: ToolResult[] = [];
  // Most contents have none, and some have megabytes.
  for (let from = content.includes('[tool ') ? 0 : content.length; from < content.length;) {
    labelBefore.lastIndex = from;
    const found = labelBefore.exec(content);
    if (found === null) break;
    const { label = '' } = found.groups ?? {};
    const start = found.index + found[0].length - label.length - 1;
    endOfResult.lastIndex = start;
    from = endOfResult.exec(content)?.index ?? content.length;
    results.push({ label, start, end: from });
  }
  return results;
}

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** One item of a character class: a range of code points, or an escape such as `\d` or `\p{L}`. */
export type ClassMember = { readonly from: number; readonly to: number } | { readonly escape: string };

/** What a group of a pattern does beside holding its body together. */
export type GroupRole = 'capture' | 'plain' | 'ahead' | 'not-ahead' | 'behind' | 'not-behind';

/** A place that a pattern can demand without consuming text. */
export type AnchorName = 'line-start' | 'line-end' | 'text-start' | 'text-end' | 'word-edge' | 'no-word-edge';

/**
 * A pattern as a tree. Inline flags are already worked into the nodes that they touch, so that printing, looking for
 * hazards and making samples need no context.
 */
export type PatternNode =
  | { readonly kind: 'alternatives'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'character'; readonly codePoint: number; readonly ignoreCase: boolean }
  | {
      readonly kind: 'class';
      readonly members: readonly ClassMember[];
      readonly negated: boolean;
      readonly ignoreCase: boolean;
    }
  | { readonly kind: 'any'; readonly dotAll: boolean }
  | { readonly kind: 'anchor'; readonly name: AnchorName }
  | { readonly kind: 'group'; readonly role: GroupRole; readonly index: number; readonly body: PatternNode }
  | { readonly kind: 'reference'; readonly index: number }
  | {
      readonly kind: 'repeat';
      readonly body: PatternNode;
      readonly min: number;
      /** `Infinity` when unbounded. */
      readonly max: number;
      readonly lazy: boolean;
    };

/** The nodes directly below a node, in order. */
export function childNodes(node: PatternNode): readonly PatternNode[] {
  switch (node.kind) {
    case 'alternatives':
      return node.options;
    case 'sequence':
      return node.items;
    case 'group':
    case 'repeat':
      return [node.body];
    default:
      return [];
  }
}

/** Whether a node, or one below it, answers to `test`. */
export function someNode(node: PatternNode, test: (node: PatternNode) => boolean): boolean {
  return test(node) || childNodes(node).some((child) => someNode(child, test));
}

/** A pattern that cannot be used. Whoever reads the file that it comes from makes a sentence of the reason. */
export class PatternProblem extends LexichordError {
  override readonly name = 'PatternProblem';

  /** @param reason the end of a sentence, such as `a "(" is not closed` */
  constructor(readonly reason: string) {
    super(ErrorCode.invalidArgument, `The pattern cannot be used: ${reason}.`, { details: { reason } });
  }
}

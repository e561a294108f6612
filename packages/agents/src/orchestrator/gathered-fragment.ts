import type { ContextFragment, IContextStrategy, WithheldSecret } from '@lexichord/abstractions';

/** A fragment on its way through the orchestrator, with the facts that the later stages need. */
export interface GatheredFragment {
  /** The strategy's; higher is more important. */
  readonly priority: number;
  readonly fragment: ContextFragment;
  /** Whether the budget requires the strategy. */
  readonly isRequired: boolean;
  /**
   * How many times more tokens the strategy claims than the orchestrator counts, at least 1. Kept when the
   * fragment is shortened, so that a claim never shrinks by more than the text does.
   */
  readonly inflation: number;
  /** What was kept out of it. */
  readonly secrets: readonly WithheldSecret[];
  /** The strategy's own way of making the fragment shorter, while the fragment is as the strategy made it. */
  readonly shorten: IContextStrategy['shorten'];
}

import {
  type IContextStrategy,
  ISemanticSearchService,
  IStyleRuleRepository,
  type StrategyDescriptor,
  type Token,
} from '@lexichord/abstractions';
import type { ClassProvider } from 'tsyringe';
import { CursorContextStrategy } from './cursor-context-strategy.js';
import { DocumentContextStrategy } from './document-context-strategy.js';
import { HeadingContextStrategy } from './heading-context-strategy.js';
import { RagContextStrategy } from './rag-context-strategy.js';
import { SelectionContextStrategy } from './selection-context-strategy.js';
import { strategyDescriptors } from './strategy-descriptors.js';
import { StyleContextStrategy } from './style-context-strategy.js';

/** A strategy of this package: its class, and its descriptor, which is listed without a licence, too. */
export interface StrategyRow {
  readonly descriptor: StrategyDescriptor;
  readonly strategy: ClassProvider<IContextStrategy>['useClass'];
  /** A service of another package that must be registered; without it the strategy is not available. */
  readonly requires?: Token<unknown>;
}

/** Every strategy of this package, highest priority first, with its licence tier (SBD-072 §1.4). */
export const strategyCatalog: readonly StrategyRow[] = [
  { descriptor: strategyDescriptors.document, strategy: DocumentContextStrategy },
  { descriptor: strategyDescriptors.selection, strategy: SelectionContextStrategy },
  { descriptor: strategyDescriptors.cursor, strategy: CursorContextStrategy },
  { descriptor: strategyDescriptors.heading, strategy: HeadingContextStrategy },
  { descriptor: strategyDescriptors.rag, strategy: RagContextStrategy, requires: ISemanticSearchService },
  { descriptor: strategyDescriptors.style, strategy: StyleContextStrategy, requires: IStyleRuleRepository },
];

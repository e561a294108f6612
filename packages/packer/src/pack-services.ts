import type { IContextPacker, IPackRecorder, ISourceFinder, IStateCheck, Token } from '@lexichord/abstractions';
import { oncePerContainer } from '@lexichord/platform';
import type { DependencyContainer } from 'tsyringe';

import { ChangeCutter } from './change/change-cutter.js';
import { ISourceChunker } from './chunk/source-chunker.js';
import { StructuralSourceChunker } from './chunk/structural-source-chunker.js';
import { ISourceCollector } from './collect/source-collector.js';
import { WorkspaceSourceCollector } from './collect/workspace-source-collector.js';
import { RelatedCodeFinder } from './closure/related-search.js';
import { ContextPacker } from './context-packer.js';
import { IDeduplicator, RankedDeduplicator } from './deduplicate/ranked-deduplicator.js';
import { IFormatter } from './format/formatter.js';
import { TemplateFormatter } from './format/template-formatter.js';
import { PackLog } from './pack/pack-log.js';
import { PackRecordCheck, PackRecordFile } from './record/pack-record-file.js';
import { IRanker } from './rank/ranker.js';
import { WeightedRanker } from './rank/weighted-ranker.js';
import { IBudgetManagerFactory, TokenBudgetFactory } from './select/token-budget.js';
import { GreedySelector } from './select/greedy-selector.js';
import { ISelector } from './select/selector.js';
import { SourceFinder } from './sources/source-finder.js';

/** Creates the packer of a container, with its stages. A stage that a host has registered replaces the built-in one. */
export function createPacker(container: DependencyContainer): IContextPacker {
  const unlessGiven = <T>(token: Token<T>, stage: new (...services: never[]) => T): void => {
    if (container.isRegistered(token, true)) return;
    container.register<T>(token, { useClass: stage as new (...services: unknown[]) => T }, oncePerContainer);
  };
  unlessGiven(ISourceCollector, WorkspaceSourceCollector);
  unlessGiven(ISourceChunker, StructuralSourceChunker);
  unlessGiven(IRanker, WeightedRanker);
  unlessGiven(IDeduplicator, RankedDeduplicator);
  unlessGiven(IBudgetManagerFactory, TokenBudgetFactory);
  unlessGiven(ISelector, GreedySelector);
  unlessGiven(IFormatter, TemplateFormatter);
  container.register(RelatedCodeFinder, { useClass: RelatedCodeFinder }, oncePerContainer);
  container.register(PackLog, { useClass: PackLog }, oncePerContainer);
  container.register(ChangeCutter, { useClass: ChangeCutter }, oncePerContainer);
  return container.resolve(ContextPacker);
}

export function createSourceFinder(container: DependencyContainer): ISourceFinder {
  return container.resolve(SourceFinder);
}

export function createPackRecorder(container: DependencyContainer): IPackRecorder {
  return container.resolve(PackRecordFile);
}

export function createRecordCheck(container: DependencyContainer): IStateCheck {
  return container.resolve(PackRecordCheck);
}

import {
  type ContextFragment,
  type IContextStrategy,
  type IDocumentStructureService,
  type IEditorService,
  type ILogger,
  type ISecretScanner,
  type ITokenCounter,
  type NothingGathered,
  isNothingGathered,
} from '@lexichord/abstractions';
import { MemoryEditorService, PatternSecretScanner, RecordingLogger, WordTokenCounter } from '@lexichord/testing';
import { FencedStructureService } from './fenced-structure-service.js';

type DocumentStrategyClass = new (
  editor: IEditorService,
  structure: IDocumentStructureService,
  tokenCounter: ITokenCounter,
  log: ILogger,
  scanner: ISecretScanner,
) => IContextStrategy;

/** A strategy over documents in memory, with what it works with. */
export interface StrategyFixture {
  readonly strategy: IContextStrategy;
  readonly editor: MemoryEditorService;
  readonly structure: IDocumentStructureService;
  readonly tokenCounter: ITokenCounter;
  readonly log: RecordingLogger;
}

/** Makes one of the strategies that need nothing but a document. Counts words unless told otherwise. */
export function aDocumentStrategy(
  Strategy: DocumentStrategyClass,
  documents: Readonly<Record<string, string>>,
  tokenCounter: ITokenCounter = new WordTokenCounter(),
): StrategyFixture {
  const editor = new MemoryEditorService(documents);
  const structure = new FencedStructureService();
  const log = new RecordingLogger();
  const strategy = new Strategy(editor, structure, tokenCounter, log, new PatternSecretScanner());
  return { strategy, editor, structure, tokenCounter, log };
}

/** The fragment of an answer that must have one. */
export function fragmentOf(answer: ContextFragment | NothingGathered | undefined): ContextFragment {
  if (answer === undefined || isNothingGathered(answer)) {
    throw new TypeError(`There is no fragment: ${answer?.message ?? 'undefined'}`);
  }
  return answer;
}

/** `word1 word2 …`, so that a text's place in a document shows. */
export function words(count: number, name = 'word'): string {
  return Array.from({ length: count }, (_, index) => `${name}${index + 1}`).join(' ');
}

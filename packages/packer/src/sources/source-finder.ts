import {
  type CallOptions,
  type ContextSource,
  IChunker,
  IClock,
  IEditorService,
  IIndexChunker,
  ILogger,
  ISemanticSearchService,
  type ISourceFinder,
  IWorkspaceGuard,
  IWorkspaceListing,
  type SourceLoadOptions,
  type PendingContextSource,
  type SearchResult,
  type SourceRequest,
  type ToolOutput,
  describeDoubt,
} from '@lexichord/abstractions';
import { raceWithSignal, withDeadline } from '@lexichord/platform/internal';
import { type FileReference, findFileReferences, isSameFile } from '@lexichord/text-index/internal';
import { countOf } from '@lexichord/platform/number-text';
import { inject, injectable } from 'tsyringe';

import { ChangeSurroundings } from '../change/change-surroundings.js';
import { toolPath } from '../collect/tool-outputs.js';
import { PackingOptions } from '../packing-options.js';
import { hitSources } from './hit-sources.js';
import { findFailingTests } from './failing-tests.js';
import { locateTests } from './locate-tests.js';
import { lookUpNames } from './named-files.js';
import { type MissingLine, readPlaces } from './read-places.js';
import { readPrevious } from './read-previous.js';
import { type ReadOutput, readToolOutput } from './read-tool-output.js';

/** Maximum length of a text that is searched for names, in UTF-16 units. */
const maxTextLength = { task: 20_000, toolOutput: 1_000_000 };

/** Requested hits of a search: one per `tokensPerHit` tokens of the pack, at least `minSearchHits`. */
const tokensPerHit = 25;
const minSearchHits = 100;

/** Minimum tokens of a pack that ranks whole files: the best chunks of a search do not fill it. */
const minTokensForFiles = 16_000;

/** Maximum number of places to look up. */
const maxPlaces = 50;

/** Share of a pack's time within which an output must be read, so that the places that it names are looked up. */
const shareOfReading = 0.5;

/** The output of a tool, which is read once. */
interface GivenOutput extends Pick<ToolOutput, 'isAwaited'> {
  /** `tool:` and a name. */
  readonly filePath: string;
  readonly read: (options: CallOptions) => Promise<ReadOutput>;
}

/**
 * Finds the sources of a task: the index, the files that the user has open or names, the outputs of tools, and the
 * places that the task and these outputs name (T-016 FR-016-27, AC-011, AC-141).
 */
@injectable()
export class SourceFinder implements ISourceFinder {
  private readonly log: ILogger;

  constructor(
    @inject(IWorkspaceGuard) private readonly guard: IWorkspaceGuard,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IWorkspaceListing) private readonly listing: IWorkspaceListing,
    @inject(IChunker) private readonly chunker: IChunker,
    @inject(IIndexChunker) private readonly indexChunker: IChunker,
    @inject(PackingOptions) private readonly options: PackingOptions,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) log: ILogger,
    @inject(ISemanticSearchService, { isOptional: true }) private readonly searchService?: ISemanticSearchService,
    @inject(ChangeSurroundings) private readonly surroundings?: ChangeSurroundings,
  ) {
    this.log = log.forSource('SourceFinder');
  }

  async find(request: SourceRequest, { signal }: CallOptions = {}): Promise<readonly PendingContextSource[]> {
    const { task, openFiles = [], references = [], toolOutputs = [], change } = request;
    const outputs = toolOutputs.map(({ name, text, isAwaited }): GivenOutput => {
      return { filePath: toolPath(name), isAwaited, read: this.readerOf(text, task) };
    });
    await readAwaited(outputs, { signal });
    return [
      ...outputs.map((output) => this.outputOf(output)),
      ...openFiles.map((path) => this.fileOf(path, 'open-file')),
      ...this.placesOf(request, outputs),
      ...(change === undefined ? [] : (this.surroundings?.sourcesAround(change) ?? [])),
      ...this.searchOf(request),
      ...this.previousOf(request),
      ...references.map((path) => this.fileOf(path, 'reference')),
    ];
  }

  /** Reads an output once, at the first request. */
  private readerOf(text: ToolOutput['text'], task: string): GivenOutput['read'] {
    let reading: Promise<ReadOutput> | undefined;
    const { maxOutputBytes: maxBytes } = this.options;
    return ({ signal }) => (reading ??= readToolOutput(text, { task, maxBytes, signal }));
  }

  /** Tool outputs are dated now, so that they rank as recent: a task is usually about the latest failure. */
  private outputOf({ filePath, read }: GivenOutput): PendingContextSource {
    const timestampMs = this.clock.now();
    const load = async ({ signal, onWarning }: SourceLoadOptions): Promise<readonly ContextSource[]> => {
      const { sections, omission } = await read({ signal });
      if (omission !== undefined) onWarning?.(`${filePath} ${omission}`);
      return sections.map(({ startLine, endLine, content }) => {
        const lineRange = omission === undefined ? {} : { lineRange: { startLine, endLine } };
        return { sourceType: 'tool-result', filePath, content, ...lineRange, timestampMs };
      });
    };
    return { name: filePath, sourceType: 'tool-result', load };
  }

  private fileOf(path: string, sourceType: 'open-file' | 'reference'): PendingContextSource {
    const load = async (options: CallOptions): Promise<readonly ContextSource[]> => {
      const { path: filePath, content, language } = await this.editor.getDocument(path, options);
      return [{ sourceType, filePath, content, language }];
    };
    return { name: path, sourceType, load };
  }

  private placesOf(request: SourceRequest, outputs: readonly GivenOutput[]): readonly PendingContextSource[] {
    const { task, anchors = [], excludedFiles = [] } = request;
    if (task.trim() === '' && outputs.length === 0 && anchors.length === 0) return [];
    const { guard, listing, editor, chunker, log, searchService: search } = this;
    const load = async (options: SourceLoadOptions): Promise<readonly ContextSource[]> => {
      const { signal, onWarning } = options;
      const texts = searchedTexts(task, await this.readInTime(outputs, options));
      const failed = texts.flatMap(findFailingTests);
      const tests = await locateTests(failed, { guard, listing, editor, chunker, search, signal });
      const names = namesIn({ anchors, tests, texts });
      const places = await lookUpNames(names, { guard, listing, editor, maxPlaces, signal });
      const wanted = places.filter(({ path }) => !excludedFiles.includes(path));
      // An old stack trace may name removed lines; a caller that passes a cursor position expects its line.
      const isGiven = ({ path, line }: MissingLine): boolean =>
        anchors.some((anchor) => anchor.startLine === line && isSameFile(path, anchor.path.replaceAll('\\', '/')));
      const onMissingLine = (missing: MissingLine): void => {
        if (isGiven(missing)) onWarning?.(missingWarning(missing));
      };
      return readPlaces(wanted, { editor, chunker, log, onMissingLine, signal });
    };
    return [{ name: 'named places', sourceType: 'search-result', load }];
  }

  /** Without unreadable outputs, which are reported as sources, and those that take too long. */
  private async readInTime(
    outputs: readonly GivenOutput[],
    { signal, onWarning }: SourceLoadOptions,
  ): Promise<readonly ReadOutput[]> {
    if (outputs.length === 0) return [];
    const timeoutMs = Math.ceil(this.options.timeoutMs * shareOfReading);
    const reads = await withDeadline({ timeoutMs, clock: this.clock }, (late) =>
      Promise.all(
        outputs.map(async ({ filePath, read }): Promise<readonly ReadOutput[]> => {
          try {
            return [await raceWithSignal(read({ signal }), late)];
          } catch {
            if (late.aborted)
              onWarning?.(`${filePath} took too long to read, so the files and lines that it names are not included.`);
            return [];
          }
        }),
      ),
    );
    signal?.throwIfAborted();
    return reads.flat();
  }

  private previousOf({ previous }: SourceRequest): readonly PendingContextSource[] {
    if (previous === undefined || previous.chunks.length === 0) return [];
    const { editor, chunker, indexChunker, log } = this;
    const load = ({ signal }: CallOptions): Promise<readonly ContextSource[]> =>
      readPrevious(previous, { editor, chunker, indexChunker, log, signal });
    return [{ name: 'pack before', sourceType: 'search-result', load }];
  }

  private searchOf(request: SourceRequest): readonly PendingContextSource[] {
    const { task, excludedFiles, searchHits } = request;
    const { searchService } = this;
    const { maxSearchHits } = this.options;
    if (searchService === undefined || task.trim() === '' || (searchHits ?? maxSearchHits) < 1) return [];
    const load = async ({ signal, budgetTokens, onWarning }: SourceLoadOptions): Promise<readonly ContextSource[]> => {
      const result = await searchService.search(task, {
        topK: searchHits ?? Math.min(maxSearchHits, hitsThatFill(budgetTokens)),
        filter: excludedFiles === undefined ? undefined : { excludedFiles },
        relevantOnly: 'best',
        prefer: 'code',
        purpose: 'pack',
        wholeFiles: budgetTokens !== undefined && budgetTokens >= minTokensForFiles,
        signal,
      });
      for (const warning of warningsOf(result, request)) onWarning?.(warning);
      return hitSources(result, budgetTokens ?? 0);
    };
    return [{ name: 'search', sourceType: 'search-result', load }];
  }
}

/** Number of hits that fills the tokens of a pack, although some are excluded as too weak or as duplicates. */
function hitsThatFill(budgetTokens = 0): number {
  return Math.max(minSearchHits, Math.ceil(budgetTokens / tokensPerHit));
}

/** Reads the outputs that may still be written. Unreadable ones are reported as sources. */
async function readAwaited(outputs: readonly GivenOutput[], { signal }: CallOptions): Promise<void> {
  const awaited = outputs.filter(({ isAwaited }) => isAwaited === true);
  const reading = Promise.allSettled(awaited.map(({ read }) => read({ signal })));
  await (signal === undefined ? reading : raceWithSignal(reading, signal));
}

function missingWarning({ path, line, lineCount }: MissingLine): string {
  return `${path} has no line ${line}: it has ${countOf(lineCount, 'line')}.`;
}

/** Warnings of the search, or the warning that it may have found nothing. */
function warningsOf(result: SearchResult, request: SourceRequest): readonly string[] {
  const { warnings = [] } = result;
  const doubt = isAllThatIsGiven(request) ? describeDoubt(result) : undefined;
  return doubt === undefined ? warnings : [...warnings, doubt];
}

/** Whether the request has no input except the task, and the task names no file. */
function isAllThatIsGiven({
  task,
  openFiles = [],
  anchors = [],
  references = [],
  toolOutputs = [],
}: SourceRequest): boolean {
  const named = [...findFileReferences(task.slice(0, maxTextLength.task))];
  return [openFiles, anchors, references, toolOutputs, named].every(({ length }) => length === 0);
}

/** The task, then what was read of the outputs. */
function searchedTexts(task: string, outputs: readonly ReadOutput[]): readonly string[] {
  const read = outputs.map(({ sections }) => sections.map(({ content }) => content).join(''));
  return [task.slice(0, maxTextLength.task), ...read.map((text) => text.slice(0, maxTextLength.toolOutput))];
}

/** Yields the names of the caller, then failed tests, then the names in the texts. */
function* namesIn({
  anchors,
  tests,
  texts,
}: {
  readonly anchors: NonNullable<SourceRequest['anchors']>;
  readonly tests: readonly FileReference[];
  readonly texts: readonly string[];
}): Generator<FileReference> {
  for (const { path, startLine, endLine } of anchors) {
    yield { path: path.replaceAll('\\', '/'), line: startLine, endLine };
  }
  yield* tests;
  for (const text of texts) yield* findFileReferences(text);
}

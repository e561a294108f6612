import 'reflect-metadata';

import {
  type AxiomViolation,
  ErrorCode,
  type FactSource,
  IClock,
  type IKnowledgeImporter,
  ILogger,
  type ImportOptions,
  type ImportProblem,
  type ImportReport,
  type ImportedDocument,
  type KnowledgeFile,
  LexichordError,
  isLexichordError,
} from '@lexichord/abstractions';
import { compareText, Turns } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { checkAxioms } from '../check/check-axioms.js';
import { plainName, showEntity } from '../check/show-facts.js';
import { type ChangeOutcome, IFactStore, type LooseRelationship } from '../graph/fact-store.js';
import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { IEntityIndex } from '../search/graph-entity-index.js';
import type { DocumentReading } from './document-reading.js';
import { readDocument } from './read-document.js';
import { resolveFacts } from './resolve-facts.js';
import { SourceParser } from './source/source-parser.js';

/** Maximum attempts of an import; each failed one means that another writer has committed. */
const maxAttempts = 50;

/** Maximum number of removed relationships that are named; the others are counted. */
const maxWarnings = 20;

/** The readings of the files of an import. */
interface ReadFiles {
  /** In the order of the files. */
  readonly readings: readonly DocumentReading[];
  /** Problems of these, and of files that could not be read. */
  readonly problems: readonly ImportProblem[];
}

/** The result of storing; without `applied` nothing was stored. */
interface Stored extends Pick<ImportReport, 'problems' | 'violations'> {
  readonly entities: number;
  readonly applied?: ChangeOutcome | undefined;
}

/** Reads documents into the graph: read ► resolve ends ► plan ► check rules ► store ► index. */
@injectable()
export class KnowledgeImporter implements IKnowledgeImporter {
  private readonly logger: ILogger;

  constructor(
    @inject(IFactStore) private readonly store: IFactStore,
    @inject(IEntityIndex) private readonly index: IEntityIndex,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) logger: ILogger,
  ) {
    this.logger = logger.forSource('KnowledgeImporter');
  }

  async importFiles(files: readonly KnowledgeFile[], options: ImportOptions = {}): Promise<ImportReport> {
    const { signal } = options;
    const startedMs = this.clock.monotonicMs();
    signal?.throwIfAborted();
    requireDistinctPaths(files);

    const read = await readFiles(files, options);
    const { entities, problems, violations, applied } = await this.storeFacts(read, options);
    const warnings =
      applied === undefined ? [] : [...looseWarnings(applied.loose), ...(await this.refreshIndex(signal))];

    const durationMs = this.clock.monotonicMs() - startedMs;
    const isRefused = applied === undefined;
    this.log({ files: files.length, entities, problems: problems.length, durationMs, isRefused });
    return {
      documents: read.readings.map(documentOf),
      changes: applied?.report,
      problems,
      violations,
      warnings,
      durationMs,
    };
  }

  /** Stores facts; if another process has committed meanwhile, resolves ends and checks rules again. */
  private async storeFacts(
    read: ReadFiles,
    { strict = false, partial = false, signal }: ImportOptions,
  ): Promise<Stored> {
    const { readings } = read;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const planned = await this.store.plan((graph) => resolveFacts(readings, graph), { signal });
      const { changes } = planned;
      const violations = violationsIn(planned.after, readings);
      const problems = sorted([...read.problems, ...changes.problems]);
      const facts = { entities: changes.entities.length, problems, violations };

      const isUnread = problems.some(({ isWarning }) => isWarning !== true);
      const isWrong = problems.length > 0 || violations.some(({ severity }) => severity === 'error');
      if ((isUnread && !partial) || (strict && isWrong)) return facts;
      const applied = await planned.commit({ signal });
      if (applied !== undefined) return { ...facts, applied };
      this.logger.debug('Resolving what was read again: another writer was faster, {attempt} times', { attempt });
    }
    throw new LexichordError(
      ErrorCode.storageFailed,
      'Other processes changed the facts repeatedly during the import. Nothing was stored. Import the files again.',
    );
  }

  /** Updates the index. The facts are stored already: a failure of the index must not report them as lost. */
  private async refreshIndex(signal: AbortSignal | undefined): Promise<readonly string[]> {
    try {
      return (await this.index.refresh({ signal })).warnings;
    } catch (error) {
      const code = isLexichordError(error) ? error.code : signal?.aborted === true ? 'cancelled' : 'unknown';
      this.logger.warn('The index of entities is behind the graph: {code}', { code });
      return [`The facts are stored, but their search index is not up to date yet (${code}).`];
    }
  }

  private log(fields: Readonly<Record<string, number | boolean>>): void {
    this.logger.info(
      'Imported {files} files with {entities} entities, {problems} problems, in {durationMs} ms',
      fields,
    );
  }
}

function requireDistinctPaths(files: readonly KnowledgeFile[]): void {
  const paths = new Set<string>();
  for (const { documentPath } of files) {
    if (documentPath === '') {
      throw new LexichordError(ErrorCode.invalidArgument, 'A file without a path cannot be imported; give it a name.');
    }
    if (paths.has(documentPath)) {
      const message = `Two files have the path "${documentPath}". Import them under different names.`;
      throw new LexichordError(ErrorCode.invalidArgument, message, { details: { documentPath } });
    }
    paths.add(documentPath);
  }
}

async function readFiles(files: readonly KnowledgeFile[], { signal, onProgress }: ImportOptions): Promise<ReadFiles> {
  const parser = new SourceParser();
  const context = { parser, files, signal };
  const readings: DocumentReading[] = [];
  const problems: ImportProblem[] = [];
  const turns = new Turns(signal);
  let entities = 0;
  try {
    for (const [filesDone, file] of files.entries()) {
      signal?.throwIfAborted();
      await turns.yieldToEventLoop();
      onProgress?.({ filesDone, filesTotal: files.length, entities });
      const reading = await readDocument(file, context);
      if ('message' in reading) problems.push({ documentPath: file.documentPath, ...reading });
      else {
        // One by one, because there may be more than the maximum number of arguments of a call.
        for (const problem of reading.problems) problems.push(problem);
        if (reading.isUnreadable === true) continue;
        readings.push(reading);
        entities += reading.entities.length;
      }
    }
  } finally {
    await parser.end();
  }
  onProgress?.({ filesDone: files.length, filesTotal: files.length, entities });
  return { readings, problems };
}

/**
 * Violations that involve the imported documents: they state the entity, a fact in the evidence, or the rule. A
 * relationship or a rule may concern an entity of any document.
 */
function violationsIn(graph: KnowledgeGraph, readings: readonly DocumentReading[]): readonly AxiomViolation[] {
  const paths = new Set(readings.map(({ documentPath }) => documentPath));
  if (paths.size === 0) return [];
  const isImported = (source: FactSource): boolean => paths.has(source.documentPath);
  return checkAxioms(graph).violations.filter(
    ({ entityId, evidence }) => evidence.some(isImported) || graph.entity(entityId)?.sources.some(isImported),
  );
}

/** Sorts by document and line. */
function sorted(problems: readonly ImportProblem[]): readonly ImportProblem[] {
  return [...problems].sort(
    (a, b) => compareText(a.documentPath, b.documentPath) || a.line - b.line || compareText(a.message, b.message),
  );
}

function documentOf({ documentPath, format, entities, relationships, axioms }: DocumentReading): ImportedDocument {
  return {
    documentPath,
    format,
    entities: entities.length,
    relationships: relationships.length,
    axioms: axioms.length,
  };
}

/** Warnings about relationships of other documents that were removed together with an entity of the imported ones. */
function looseWarnings(loose: readonly LooseRelationship[]): readonly string[] {
  const warnings = loose.slice(0, maxWarnings).map(({ type, from, to, source: { documentPath, startLine } }) => {
    const relationship = `${plainName(type)} from ${showEntity(from)} to ${showEntity(to)}`;
    return `The relationship ${relationship} (${documentPath}:${startLine}) was removed, because one of its entities was removed. Import ${documentPath} again.`;
  });
  const more = loose.length - warnings.length;
  if (more > 0) warnings.push(`${more} more relationships of other files were removed. Import these files again.`);
  return warnings;
}

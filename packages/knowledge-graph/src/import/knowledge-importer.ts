import 'reflect-metadata';

import {
  type AxiomViolation,
  ErrorCode,
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
import { IFactStore } from '../graph/fact-store.js';
import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { IEntityIndex } from '../search/graph-entity-index.js';
import type { DocumentReading } from './document-reading.js';
import { readDocument } from './read-document.js';
import { resolveFacts } from './resolve-facts.js';
import { SourceParser } from './source/source-parser.js';

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
    const { strict = false, partial = false, signal } = options;
    const startedMs = this.clock.monotonicMs();
    signal?.throwIfAborted();
    requireDistinctPaths(files);

    const { readings, problems: unread } = await readFiles(files, options);
    const { changes, problems: unresolved } = resolveFacts(readings, await this.store.graph({ signal }));
    const planned = await this.store.plan(changes, { signal });
    const violations = violationsIn(planned.after, readings);
    const problems = sorted([...readings.flatMap((reading) => reading.problems), ...unread, ...unresolved]);

    const isUnread = problems.some(({ isWarning }) => isWarning !== true);
    const isWrong = problems.length > 0 || violations.some(({ severity }) => severity === 'error');
    const isRefused = (isUnread && !partial) || (strict && isWrong);
    const applied = isRefused ? undefined : await planned.commit({ signal });
    const warnings = applied === undefined ? [] : await this.refreshIndex(signal);

    const durationMs = this.clock.monotonicMs() - startedMs;
    this.log({
      files: files.length,
      entities: changes.entities?.length ?? 0,
      problems: problems.length,
      durationMs,
      isRefused,
    });
    return {
      documents: readings.map(documentOf),
      changes: applied?.report,
      problems,
      violations,
      warnings,
      durationMs,
    };
  }

  /** The facts are stored by now: whatever happens to the index is no reason to say that they are not. */
  private async refreshIndex(signal: AbortSignal | undefined): Promise<readonly string[]> {
    try {
      return (await this.index.refresh({ signal })).warnings;
    } catch (error) {
      const code = isLexichordError(error) ? error.code : signal?.aborted === true ? 'cancelled' : 'unknown';
      this.logger.warn('The index of entities is behind the graph: {code}', { code });
      return [`The facts are stored, but the index for searching them is not up to date yet (${code}).`];
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

/** In the order of the files. */
async function readFiles(
  files: readonly KnowledgeFile[],
  { signal, onProgress }: ImportOptions,
): Promise<{ readonly readings: readonly DocumentReading[]; readonly problems: readonly ImportProblem[] }> {
  const parser = new SourceParser();
  const context = { parser, files, signal };
  const readings: DocumentReading[] = [];
  const problems: ImportProblem[] = [];
  const turns = new Turns(signal);
  let entities = 0;
  try {
    for (const [filesDone, file] of files.entries()) {
      signal?.throwIfAborted();
      await turns.pass();
      onProgress?.({ filesDone, filesTotal: files.length, entities });
      const reading = await readDocument(file, context);
      if ('message' in reading) problems.push({ documentPath: file.documentPath, ...reading });
      else if (reading.isUnreadable === true) {
        problems.push(...reading.problems);
      } else {
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

function violationsIn(graph: KnowledgeGraph, readings: readonly DocumentReading[]): readonly AxiomViolation[] {
  const paths = new Set(readings.map(({ documentPath }) => documentPath));
  const [documentPath] = paths;
  if (paths.size <= 1) return documentPath === undefined ? [] : checkAxioms(graph, { documentPath }).violations;
  return checkAxioms(graph).violations.filter(({ entityId }) =>
    graph.entity(entityId)?.sources.some((source) => paths.has(source.documentPath)),
  );
}

/** By document and line. */
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

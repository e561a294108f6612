import {
  type CallOptions,
  type ChunkKind,
  type DocumentSnapshot,
  type DocumentStructure,
  ICodeOutliner,
  type IDocumentStructureService,
  IClock,
  ILogger,
  type OutlinedSymbol,
} from '@lexichord/abstractions';
import { LineIndex, raceWithSignal } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import type { MarkdownTask, MarkdownTaskResult } from '../../worker/parse-markdown.mjs';
import { WorkspaceOptions } from '../workspace-options.js';
import { createStructure } from './document-outline.js';
import { type MarkdownOutline, outlineMarkdown } from './markdown-outline.js';
import { MarkdownWorkerClient, isQuickToParse } from './markdown-worker-client.js';
import type { OutlineHeading } from './outline.js';
import { blocksByBlankLines } from './outline-by-lines.js';

/** Maximum length of front matter that is read for its title, in UTF-16 units. */
const maxFrontMatterLength = 65_536;

/** Maximum level of headings; definitions can be nested deeper. */
const maxHeadingLevel = 6;

/** A variable has no section of its own. */
const withoutSection: ReadonlySet<ChunkKind> = new Set(['variable', 'imports', 'lines']);

/** Kinds that a heading does not name. */
const unnamedKinds: ReadonlySet<ChunkKind> = new Set(['block', 'section']);

/**
 * Headings and blocks of documents (SBD-072 §2.1), parsed once for each snapshot.
 *
 * Markdown and MDX have headings; for code, definitions are headings if the host has an `ICodeOutliner`; other text has
 * blocks between blank lines. Text that takes the parser too much effort is outlined by its lines, depending only on
 * the text. Parser work of more than a few kilobytes runs on another thread; after `parseTimeoutMs`, which should not
 * happen, the document is outlined by its lines this time only. The structure and a warning report both.
 */
@injectable()
export class DocumentStructureService implements IDocumentStructureService {
  private readonly log: ILogger;
  private readonly worker: MarkdownWorkerClient;
  private readonly structures = new WeakMap<DocumentSnapshot, Promise<DocumentStructure>>();

  constructor(
    @inject(WorkspaceOptions) private readonly options: WorkspaceOptions,
    @inject(IClock) clock: IClock,
    @inject(ILogger) log: ILogger,
    @inject(ICodeOutliner, { isOptional: true }) private readonly outliner?: ICodeOutliner,
  ) {
    this.log = log.forSource('DocumentStructureService');
    this.worker = new MarkdownWorkerClient({ timeoutMs: options.parseTimeoutMs, clock });
  }

  async getStructure(document: DocumentSnapshot, { signal }: CallOptions = {}): Promise<DocumentStructure> {
    signal?.throwIfAborted();
    let structure = this.structures.get(document);
    if (structure === undefined) {
      structure = this.build(document).then((built) => {
        // Not cached, because it depends on the load: the next request tries again.
        if (built.approximationReason === 'time-limit') this.structures.delete(document);
        return built;
      });
      this.structures.set(document, structure);
    }
    // The work is shared and bounded, so that no single caller needs to cancel it.
    return signal === undefined ? structure : raceWithSignal(structure, signal);
  }

  /** Ends the parser's thread. Later documents start another one. */
  async dispose(): Promise<void> {
    await this.worker.dispose();
  }

  private async build(document: DocumentSnapshot): Promise<DocumentStructure> {
    const { path, content, language } = document;
    const lines = new LineIndex(content);
    if (language !== 'markdown' && language !== 'mdx') {
      const blocks = blocksByBlankLines(lines, language === 'plaintext' ? 'paragraph' : 'code');
      return createStructure(lines, { ...(await this.outlineCode(document, lines)), blocks }, undefined);
    }

    const outline = await outlineMarkdown(content, (tasks, labels) => this.parse(tasks, labels));
    this.warnOf(outline, path);
    const first = outline.blocks[0];
    const isMarked = first?.kind === 'frontMatter';
    const title = isMarked ? await frontMatterTitle(content.slice(first.startOffset, first.endOffset)) : undefined;
    return createStructure(lines, outline, title);
  }

  private async outlineCode(
    document: DocumentSnapshot,
    lines: LineIndex,
  ): Promise<Pick<MarkdownOutline, 'headings' | 'approximationReason'>> {
    if (this.outliner?.supports(document.language) !== true) return { headings: [] };
    const { symbols, fallback } = await this.outliner.outline(document);
    if (fallback === undefined) return { headings: headingsOfCode(symbols, lines) };
    this.log.warn('{path} has no outline: {reason}', { path: document.path, reason: fallback.reason });
    return { headings: [], approximationReason: fallback.reason === 'parse-timeout' ? 'time-limit' : 'hard-text' };
  }

  private warnOf({ approximationReason }: MarkdownOutline, path: string): void {
    const { parseTimeoutMs } = this.options;
    if (approximationReason === 'hard-text') {
      this.log.warn('Parts of {path} are too hard to parse; outlined them by their lines', { path });
    } else if (approximationReason === 'time-limit') {
      this.log.warn('Could not parse all of {path} within {parseTimeoutMs} ms; outlined the rest by its lines', {
        path,
        parseTimeoutMs,
      });
    }
  }

  private async parse(
    tasks: readonly MarkdownTask[],
    definedLabels: ReadonlySet<string>,
  ): Promise<readonly (MarkdownTaskResult | undefined)[]> {
    if (tasks.length === 0) return [];
    if (!isQuickToParse(tasks)) return this.worker.run(tasks, definedLabels);
    const { runMarkdownTask } = await import('../../worker/parse-markdown.mjs');
    try {
      return await Promise.all(tasks.map((task) => runMarkdownTask(task, definedLabels)));
    } catch {
      // On the thread, only the failing task has no result.
      return this.worker.run(tasks, definedLabels);
    }
  }
}

/**
 * The title in YAML front matter, given with its fences; `undefined` if it is missing or no single value, or the front
 * matter is not valid YAML.
 */
async function frontMatterTitle(frontMatter: string): Promise<string | undefined> {
  if (!frontMatter.startsWith('---') || frontMatter.length > maxFrontMatterLength) return undefined;
  const { parseDocument } = await import('yaml');
  const body = frontMatter.slice(3).replace(/---[ \t]*$/u, '');
  const document = parseDocument(body, { logLevel: 'silent', schema: 'core' });
  if (document.errors.length > 0) return undefined;

  // The node and not the whole document: aliases are never expanded.
  const title: unknown = document.get('title');
  if (typeof title !== 'string' && typeof title !== 'number') return undefined;
  const text = String(title).replace(/\s+/gu, ' ').trim();
  return text === '' ? undefined : text;
}

/** Definitions of a code file as headings, such as `class UserService`. */
function headingsOfCode(symbols: readonly OutlinedSymbol[], lines: LineIndex): readonly OutlineHeading[] {
  return symbols
    .filter(({ kind }) => !withoutSection.has(kind))
    .map(({ name, kind, level, startOffset }) => ({
      level: Math.min(level, maxHeadingLevel),
      text: unnamedKinds.has(kind) ? name : `${kind} ${name}`,
      startOffset,
      endOffset: lines.end(lines.lineAt(startOffset)),
    }));
}

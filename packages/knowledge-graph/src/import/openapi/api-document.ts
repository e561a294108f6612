import type { KnowledgeFile } from '@lexichord/abstractions';
import { Turns } from '@lexichord/platform/internal';
import { formatCount } from '@lexichord/platform/number-text';

import type { FactCollector, Lines } from '../fact-collector.js';
import type { ReadingContext } from '../document-reading.js';
import type { SourceValue } from '../source/source-value.js';
import { type ApiFile, ApiNode } from './api-node.js';
import { type ReferencePath, pathName, referencePath, shown } from './reference-path.js';

/** Maximum number of files that are read; descriptions written by hand have fewer. */
const maxFiles = 5_000;

/** Maximum length of a chain of references. */
export const maxChainLength = 50;

/** Target of a reference. */
export interface ReferenceTarget {
  readonly node: ApiNode;
  /** The path in the reference. */
  readonly path: ReferencePath;
}

/** A resolved reference; parts that do not exist are absent. */
interface FoundReference {
  readonly path?: ReferencePath;
  readonly file?: ApiFile | undefined;
  readonly found?: SourceValue | undefined;
}

/** An API description, and the other files that it refers to. */
export class ApiDocument {
  readonly root: ApiNode;
  private readonly files = new Map<string, ApiFile>();
  /** Cache by file and reference: a large description has many references to few targets. */
  private readonly resolved = new Map<ApiFile, Map<string, FoundReference>>();
  /** Keys of references that were reported. */
  private readonly reported = new Set<string>();

  private constructor(
    root: SourceValue,
    private readonly collector: FactCollector,
  ) {
    const file = { path: '', root };
    this.files.set('', file);
    this.root = new ApiNode(file, root, root);
  }

  /** Reads the referenced files, and those that they refer to. Files that cannot be read are reported. */
  static async load(
    root: SourceValue,
    file: KnowledgeFile,
    { collector, context }: { readonly collector: FactCollector; readonly context: ReadingContext },
  ): Promise<ApiDocument> {
    const document = new ApiDocument(root, collector);
    const waiting = document.filesReferredTo({ path: '', root }, root);
    const seen = new Set(['', ...waiting.keys()]);
    const turns = new Turns(context.signal);
    let read = 0;
    for (const [path, lines] of waiting) {
      context.signal?.throwIfAborted();
      await turns.yieldToEventLoop();
      read += 1;
      if (read > maxFiles) {
        const limit = formatCount(maxFiles);
        collector.addProblem(lines.startLine, `More than ${limit} files are referenced; the others were not read.`);
        break;
      }
      const beside = await document.readFile(path, lines, { file, context });
      if (beside === undefined) continue;
      for (const [next, at] of document.filesReferredTo(beside, lines)) {
        // One more than the limit, so that exceeding it is reported.
        if (seen.has(next) || seen.size > maxFiles + 1) continue;
        seen.add(next);
        // A map is walked in the order of insertion, including entries inserted on the way.
        waiting.set(next, at);
      }
    }
    return document;
  }

  /**
   * Resolves a node through references; `undefined` if a target does not exist, which is reported.
   *
   * @returns the node itself, without a path, if it is not a reference
   */
  follow(node: ApiNode): { readonly node: ApiNode; readonly path?: ReferencePath | undefined } | undefined {
    let current = node;
    let first: ReferencePath | undefined;
    for (let length = 0; length < maxChainLength; length += 1) {
      const target = this.target(current);
      if (target === 'none') return { node: current, path: first };
      if (target === undefined) return undefined;
      first ??= target.path;
      current = target.node;
    }
    this.report(node, 'refers only to further references, or to itself.');
    return undefined;
  }

  /** One step of {@link follow}; `none` for a node without a reference. */
  target(node: ApiNode): ReferenceTarget | 'none' | undefined {
    const reference = node.isMap ? node.source.get('$ref')?.value : undefined;
    if (typeof reference !== 'string') return 'none';
    const { path, file, found } = this.resolve(reference, node.file);
    if (path === undefined || file === undefined) return undefined;
    if (found === undefined) {
      this.report(node, 'leads to nothing.');
      return undefined;
    }
    return { node: new ApiNode(file, found, file.path === '' ? found : node.lines), path };
  }

  private resolve(reference: string, from: ApiFile): FoundReference {
    const cache = this.resolved.get(from) ?? new Map<string, FoundReference>();
    this.resolved.set(from, cache);
    const remembered = cache.get(reference);
    if (remembered !== undefined) return remembered;
    const found = this.lookUp(reference, from);
    cache.set(reference, found);
    return found;
  }

  private lookUp(reference: string, from: ApiFile): FoundReference {
    const path = referencePath(reference, from.path, this.collector.documentPath);
    if (typeof path === 'string') return {};
    const file = this.files.get(path.file);
    let found = file?.root;
    for (const key of path.keys) found = found?.get(key);
    return { path, file, found };
  }

  /** The target path of a reference as text; `undefined` for any other node, or if the target does not exist. */
  locationOf(node: ApiNode): string | undefined {
    const target = this.target(node);
    return target === undefined || target === 'none' ? undefined : pathName(target.path);
  }

  private report(node: ApiNode, what: string): void {
    const reference = shown(String(node.source.get('$ref')?.value));
    const line = node.file.path === '' ? (node.source.get('$ref') ?? node.source).startLine : node.lines.startLine;
    const key = `${line} ${reference}`;
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.collector.addWarning(line, `The reference ${reference} ${what}`);
  }

  /** Paths of referenced files, each with the lines of the description from which it is reached. */
  private filesReferredTo(file: ApiFile, lines: Lines): Map<string, Lines> {
    const found = new Map<string, Lines>();
    for (const { reference, at } of referencesIn(file.root)) {
      const origin = file.path === '' ? at : lines;
      const path = referencePath(reference, file.path, this.collector.documentPath);
      if (typeof path !== 'string') {
        if (path.file !== file.path && !found.has(path.file)) found.set(path.file, origin);
      } else if (!this.reported.has(path)) {
        this.reported.add(path);
        this.collector.addWarning(origin.startLine, `The reference ${path}`);
      }
    }
    return found;
  }

  private async readFile(
    path: string,
    { startLine }: Lines,
    { file, context }: { readonly file: KnowledgeFile; readonly context: ReadingContext },
  ): Promise<ApiFile | undefined> {
    const text = await file.readBeside?.(path);
    if (text === undefined) {
      this.collector.addProblem(startLine, `The referenced file ${shown(path)} cannot be read.`);
      return undefined;
    }
    const { root, problems } = await context.parser.parse(text, context.signal);
    for (const { line, message } of problems) {
      this.collector.addProblem(startLine, `In ${shown(path)}, line ${line}: ${message}`);
    }
    const beside = { path, root };
    this.files.set(path, beside);
    return beside;
  }
}

/** Maps whose keys are names rather than keys of the format: a property may be called `example`. */
const mapsOfNames: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', 'definitions', '$defs', 'schemas', 'parameters'],
  ...['responses', 'requestBodies', 'headers', 'paths', 'content', 'encoding', 'callbacks', 'links', 'pathItems'],
]);

/** Every `$ref` in a file, in order. */
function referencesIn(root: SourceValue): readonly { readonly reference: string; readonly at: SourceValue }[] {
  const found: { readonly reference: string; readonly at: SourceValue }[] = [];
  const seen = new Set<unknown>();
  const visit = (value: SourceValue, hasNames: boolean): void => {
    if (typeof value.value !== 'object' || value.value === null || seen.has(value.value)) return;
    seen.add(value.value);
    for (const [key, entry] of value.entries()) {
      if (key === '$ref' && typeof entry.value === 'string') found.push({ reference: entry.value, at: entry });
      // Content of examples is not part of the description.
      else if (hasNames || (key !== 'example' && key !== 'examples')) visit(entry, !hasNames && mapsOfNames.has(key));
    }
    for (const item of value.items()) visit(item, false);
  };
  visit(root, false);
  return found;
}

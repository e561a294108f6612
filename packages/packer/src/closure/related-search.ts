import 'reflect-metadata';
import {
  type CallOptions,
  IEditorService,
  type IncludedChunk,
  ISecretScanner,
  ISymbolGraph,
  ITokenCounter,
  type PackProfile,
  isLexichordError,
} from '@lexichord/abstractions';
import { raceWithSignal, sharedSignal } from '@lexichord/platform/internal';
import pLimit from 'p-limit';
import { inject, injectable } from 'tsyringe';

import { isToolPath } from '../collect/tool-outputs.js';
import { furtherRelations } from '../rank/profiles.js';
import { furtherCode } from './further-code.js';
import { GraphReader } from './graph-reader.js';
import { RelatedCodeReader, type SignatureChunk, type UnreadReason } from './read-related.js';
import { distinctCode, type RelatedCode } from './related-code.js';
import { usedCode } from './used-code.js';

/** Maximum number of bodies whose related code is searched, best first. */
const maxBodies = 200;

/** Maximum number of signatures that are read for one pack. */
const maxSignatures = 600;

const readsAtOnce = 8;

/** Related code that belongs beside bodies. */
export interface RelatedSignatures {
  /** By priority. */
  readonly signatures: readonly SignatureChunk[];
  /** Number of definitions that cannot be shown, by reason; `limit`: not read because there are too many. */
  readonly unread: Readonly<Record<UnreadReason | 'limit', number>>;
  /** Whether the time was over before the search ended. */
  readonly isPartial: boolean;
}

/** Options of the search for one pack. */
export interface RelatedSearchOptions extends CallOptions {
  readonly profile: PackProfile | undefined;
  readonly deadline: AbortSignal;
}

/** Finds code related to bodies, for one pack. Caches results of the graph, and reads each file once. */
export interface RelatedSearch {
  /** Returns `undefined` without an index. @param bodies best first */
  find(bodies: readonly IncludedChunk[]): Promise<RelatedSignatures | undefined>;
}

/** Finds code that packed bodies use, and for some profiles code that uses them. */
@injectable()
export class RelatedCodeFinder {
  constructor(
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(ISymbolGraph, { isOptional: true }) private readonly graph?: ISymbolGraph,
  ) {}

  open({ profile, signal, deadline }: RelatedSearchOptions): RelatedSearch {
    const { editor, scanner, counter, graph } = this;
    if (graph === undefined) return { find: () => Promise.resolve(undefined) };
    const options = { signal: signal === undefined ? deadline : sharedSignal([signal, deadline]) };
    const context = {
      ...{ graph, relations: furtherRelations(profile) },
      ...{ graphReader: new GraphReader(graph, options) },
      codeReader: new RelatedCodeReader({ editor, scanner, counter }, options),
    };
    return {
      find: async (bodies) => {
        try {
          return await raceWithSignal(findRelated(bodies.slice(0, maxBodies), context), options.signal);
        } catch (error) {
          signal?.throwIfAborted();
          if (deadline.aborted) return { ...none, isPartial: true };
          if (isLexichordError(error)) return undefined;
          throw error;
        }
      },
    };
  }
}

const none: RelatedSignatures = {
  signatures: [],
  unread: { changed: 0, unreadable: 0, secret: 0, limit: 0 },
  isPartial: false,
};

/** Services of one search. */
interface SearchContext {
  readonly graph: ISymbolGraph;
  readonly relations: ReturnType<typeof furtherRelations>;
  readonly graphReader: GraphReader;
  readonly codeReader: RelatedCodeReader;
}

/** Indexed bodies ► code that they use ► further code of the profile ► signatures. */
async function findRelated(
  bodies: readonly IncludedChunk[],
  { graph, relations, graphReader, codeReader }: SearchContext,
): Promise<RelatedSignatures> {
  const known: IncludedChunk[] = [];
  for (const body of bodies) {
    if (!isToolPath(body.filePath) && (await isIndexed(body, graphReader, codeReader))) known.push(body);
  }
  const found: RelatedCode[] = [];
  for (const body of known) found.push(...(await usedCode(body, graphReader)));
  for (const relation of relations) found.push(...(await furtherCode(relation, known, { reader: graphReader, graph })));
  const missing = distinctCode(found).filter((code) => !bodies.some((body) => shows(body, code)));
  const wanted = inTurn(missing);

  const limit = pLimit(readsAtOnce);
  const read = await Promise.all(wanted.slice(0, maxSignatures).map((code) => limit(() => codeReader.read(code))));
  const unread = { ...none.unread, limit: Math.max(0, wanted.length - maxSignatures) };
  for (const one of read) if (typeof one === 'string') unread[one] += 1;
  return { signatures: read.filter((one) => typeof one !== 'string'), unread, isPartial: false };
}

/** Alternates used code with further code of the profile, which after all used code would not fit. */
function inTurn(code: readonly RelatedCode[]): readonly RelatedCode[] {
  const used = code.filter(({ because }) => because.kind === 'used-by');
  const further = code.filter(({ because }) => because.kind !== 'used-by');
  const both = used.flatMap((one, index) => [one, ...further.slice(index, index + 1)]);
  return [...both, ...further.slice(used.length)];
}

/** Whether a file is unchanged since it was indexed; otherwise the lines of the graph are invalid. */
async function isIndexed(
  { filePath }: IncludedChunk,
  graphReader: GraphReader,
  codeReader: RelatedCodeReader,
): Promise<boolean> {
  const [first] = await graphReader.definitionsOf(filePath);
  return first !== undefined && (await codeReader.isCurrent(filePath, first.contentHash));
}

/** Whether a body contains the first line of a definition and its members. */
function shows(body: IncludedChunk, { filePath, startLine, members }: RelatedCode): boolean {
  const has = (line: number): boolean => body.startLine <= line && line <= body.endLine;
  return body.filePath === filePath && has(startLine) && members.every(({ line }) => has(line));
}

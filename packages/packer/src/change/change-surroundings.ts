import 'reflect-metadata';
import { hash } from 'node:crypto';

import {
  type ChangeRelation,
  type ContextSource,
  IChunker,
  ICommitHistory,
  ISemanticSearchService,
  IEditorService,
  ILogger,
  ISymbolExtractor,
  ISymbolGraph,
  IWorkspaceGuard,
  IWorkspaceListing,
  type PendingContextSource,
  type SourceLoadOptions,
  type WorkspaceChange,
  isLexichordError,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { toolPath } from '../collect/tool-outputs.js';
import type { NamedPlace } from '../sources/named-files.js';
import { readPlaces } from '../sources/read-places.js';
import { changedTogether } from './changed-together.js';
import { type ChangedDefinition, changedDefinitions } from './changed-definitions.js';
import { type MovedUse, usesOfMoved } from './moved-files.js';
import { isOwnWord, namingDocuments } from './naming-documents.js';
import { usesOfRemoved } from './removed-names.js';
import { type UntouchedUse, type UseLookUp, touchedLines, untouchedCallers, untouchedTests } from './untouched-uses.js';

/** Maximum number of changed definitions whose users are looked up. */
const maxDefinitions = 100;

/** Maximum number of places of each role in a pack. */
const maxPerKind = { caller: 24, test: 12, document: 12 } as const;

/** Maximum number of names in the reason of one chunk. */
const maxNames = 3;

/** Maximum number of changed files that are compared with the work tree. */
const maxCompared = 200;

/** First anchor order by role, after the lines that the user names. */
const firstOrder = { caller: 1_000, test: 2_000, together: 3_000, document: 4_000 } as const;

/** Finds unchanged code that a change affects: callers, tests, files that usually change too, documents. */
@injectable()
export class ChangeSurroundings {
  constructor(
    @inject(IWorkspaceGuard) private readonly guard: IWorkspaceGuard,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IWorkspaceListing) private readonly listing: IWorkspaceListing,
    @inject(IChunker) private readonly chunker: IChunker,
    @inject(ILogger) private readonly log: ILogger,
    @inject(ISymbolExtractor, { isOptional: true }) private readonly extractor?: ISymbolExtractor,
    @inject(ISymbolGraph, { isOptional: true }) private readonly graph?: ISymbolGraph,
    @inject(ICommitHistory, { isOptional: true }) private readonly history?: ICommitHistory,
    @inject(ISemanticSearchService, { isOptional: true }) private readonly search?: ISemanticSearchService,
  ) {}

  /** Returns pending sources; nothing is read before they are loaded. */
  sourcesAround(change: WorkspaceChange): readonly PendingContextSource[] {
    let reading: Promise<readonly ChangedDefinition[]> | undefined;
    const definitions = (options: SourceLoadOptions): Promise<readonly ChangedDefinition[]> =>
      (reading ??= this.definitionsOf(change, options));
    const source = (
      name: string,
      load: (options: SourceLoadOptions) => Promise<readonly ContextSource[]>,
    ): PendingContextSource => ({ name, sourceType: 'reference', load });
    return [
      source('callers', async (options) => this.callers(change, await definitions(options), options)),
      source('tests', async (options) => this.tests(change, await definitions(options), options)),
      source('changed together', (options) => this.together(change, options)),
      source('documents', async (options) => this.documents(change, await definitions(options), options)),
    ];
  }

  private async definitionsOf(
    { files }: WorkspaceChange,
    { signal }: SourceLoadOptions,
  ): Promise<readonly ChangedDefinition[]> {
    const found: ChangedDefinition[] = [];
    for (const file of files) found.push(...(await changedDefinitions(file, this.extractor, { signal })));
    return found;
  }

  private async callers(
    change: WorkspaceChange,
    definitions: readonly ChangedDefinition[],
    options: SourceLoadOptions,
  ): Promise<readonly ContextSource[]> {
    const { graph, search } = this;
    const { signal } = options;
    await this.warnOfOtherState(change, options);
    const open = definitions.filter(({ hasOtherSignature }) => hasOtherSignature).slice(0, maxDefinitions);
    if (graph === undefined) return [];
    const uses = open.length === 0 ? [] : await untouchedCallers(open, this.lookUp(graph, change, signal));
    const removed = search === undefined ? [] : await usesOfRemoved(definitions, { search, graph, change, signal });
    const moved = search === undefined ? [] : await usesOfMoved(change, { search, signal });
    return this.placesOf('caller', [...removed, ...moved, ...uses], options);
  }

  private async tests(
    change: WorkspaceChange,
    definitions: readonly ChangedDefinition[],
    options: SourceLoadOptions,
  ): Promise<readonly ContextSource[]> {
    const { graph } = this;
    const tested = definitions.filter(({ change: kind }) => kind !== 'removed').slice(0, maxDefinitions);
    if (graph === undefined || tested.length === 0) return [];
    const uses = await untouchedTests(tested, this.lookUp(graph, change, options.signal));
    return this.placesOf('test', uses, options);
  }

  private async documents(
    change: WorkspaceChange,
    definitions: readonly ChangedDefinition[],
    options: SourceLoadOptions,
  ): Promise<readonly ContextSource[]> {
    const { listing, editor } = this;
    // A common name of a member, such as `search`, has many meanings.
    const distinctive = definitions.filter(({ name, enclosing }) => enclosing.length === 0 || isOwnWord(name));
    const names = new Set(distinctive.filter((one) => one.change !== 'added').map(({ name }) => name));
    const lines = await namingDocuments(names, { listing, editor, signal: options.signal });
    const isTouched = touchedLines(change);
    const untouched = lines.filter(({ path, line }) => !isTouched(path, line));
    return this.placesOf('document', untouched, options);
  }

  private async placesOf(
    role: keyof typeof maxPerKind,
    uses: readonly (Pick<UntouchedUse, 'path' | 'line' | 'name'> & Partial<UntouchedUse & MovedUse>)[],
    { signal, onWarning }: SourceLoadOptions,
  ): Promise<readonly ContextSource[]> {
    const names = new Map<string, Set<string>>();
    const places = new Map<string, NamedPlace>();
    for (const { path, line, name, definition, note } of uses) {
      const key = JSON.stringify([path, line]);
      const own = names.get(key) ?? new Set();
      names.set(key, own.add(name));
      const reason = note ?? noteOf(role, [...own].slice(0, maxNames), definition);
      places.set(key, { path, line, relation: { role, note: reason } });
    }
    const more = places.size - maxPerKind[role];
    if (more > 0)
      onWarning?.(`${more} more occurrences of the kind "${role}" concern the change; they were not examined.`);
    const { editor, chunker, log } = this;
    return readPlaces([...places.values()].slice(0, maxPerKind[role]), {
      ...{ editor, chunker, log, signal },
      ...{ sourceType: 'reference', firstOrder: firstOrder[role] },
    });
  }

  /** Warns if files differ from the work tree, in which users, tests and documents are looked up. */
  private async warnOfOtherState(
    { files, isWorkTree }: WorkspaceChange,
    { signal, onWarning }: SourceLoadOptions,
  ): Promise<void> {
    if (isWorkTree) return;
    let other = 0;
    for (const { path, after, hunks } of files.filter(({ hunks: own }) => own.length > 0).slice(0, maxCompared)) {
      const content = await this.contentOf(path, signal);
      if (hunks.length > 0 && content.replaceAll('\r\n', '\n') !== after.replaceAll('\r\n', '\n')) other += 1;
    }
    if (other === 0) return;
    const what = other === 1 ? '1 changed file has' : `${other} changed files have`;
    onWarning?.(`${what} different lines in the work tree; callers, tests and documents are read from the work tree.`);
  }

  private lookUp(graph: ISymbolGraph, change: WorkspaceChange, signal: AbortSignal | undefined): UseLookUp {
    const hashes = new Map<string, Promise<string>>();
    const hashOf = (path: string): Promise<string> => {
      let cached = hashes.get(path);
      if (cached === undefined) {
        cached = this.contentOf(path, signal).then((content) => hash('sha256', content, 'hex'));
        hashes.set(path, cached);
      }
      return cached;
    };
    const isCurrent: UseLookUp['isCurrent'] = async (path, contentHash) => (await hashOf(path)) === contentHash;
    return { graph, change, isCurrent, signal };
  }

  /** Returns an empty text for a file that does not exist or must not be read. */
  private async contentOf(path: string, signal: AbortSignal | undefined): Promise<string> {
    try {
      return await this.editor.getContent(path, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      if (isLexichordError(error)) return '';
      throw error;
    }
  }

  private async together(
    change: WorkspaceChange,
    { signal, onWarning }: SourceLoadOptions,
  ): Promise<readonly ContextSource[]> {
    const commits = (await this.history?.pastCommits({ signal, onWarning })) ?? [];
    const changed = new Set(change.files.flatMap(({ path, formerPath = path }) => [path, formerPath]));
    const files = changedTogether(commits, changed);
    const readable = await Promise.all(files.map(({ path }) => this.isReadable(path, signal)));
    const lines = files
      .filter((_, index) => readable[index])
      .map((one) =>
        oneLine(`${one.path}: in ${one.commits} of the ${one.ofCommits} last commits that changed ${one.with}`),
      );
    if (lines.length === 0) return [];
    const relation: ChangeRelation = {
      role: 'together',
      note: 'files that usually change together with these, and did not',
    };
    const anchor = { startLine: 1, endLine: lines.length, order: firstOrder.together, relation };
    const filePath = toolPath('changed-together');
    return [{ sourceType: 'tool-result', filePath, content: lines.join('\n'), anchors: [anchor], relation }];
  }

  /** A deleted file cannot be changed, and a denied one must not be named. */
  private async isReadable(path: string, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.guard.isDenied(path)) return false;
    try {
      await this.guard.check(path, { signal });
      return true;
    } catch (error) {
      signal?.throwIfAborted();
      if (isLexichordError(error)) return false;
      throw error;
    }
  }
}

function noteOf(role: keyof typeof maxPerKind, names: readonly string[], definition?: ChangedDefinition): string {
  const named = names.join(', ');
  if (role === 'caller')
    return `uses ${named}, ${definition?.change === 'removed' ? 'which is gone' : 'whose signature changed'}`;
  return `${role === 'test' ? 'tests' : 'names'} ${named}, which changed`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

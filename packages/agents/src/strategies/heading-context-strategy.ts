import 'reflect-metadata';

import {
  type ContextGatheringRequest,
  type DocumentHeading,
  type DocumentSnapshot,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  ITokenCounter,
  type NothingGathered,
  type RequestOptions,
  hasDocument,
} from '@lexichord/abstractions';
import { ComposedStrategy, type GatheredContent, openDocument } from '@lexichord/context-strategy';
import { inject, injectable } from 'tsyringe';

import { focusOf } from './find-selection.js';
import { fitOutline } from './heading/fit-outline.js';
import { type OutlineNode, outlineTree } from './heading/outline-tree.js';
import { strategyDescriptors } from './strategy-descriptors.js';
import { estimateTokens } from './text/estimate-tokens.js';

/** The document's outline with the headings above the cursor marked (SBD-072 §3.2). */
@injectable()
export class HeadingContextStrategy extends ComposedStrategy {
  /** Cached by snapshot, which never changes, so that an outline is built and counted once. */
  private readonly outlines = new WeakMap<DocumentSnapshot, Outline>();

  constructor(
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(ITokenCounter) tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
  ) {
    super(strategyDescriptors.heading, tokenCounter, log);
  }

  /** @throws the errors of the editor for a document that is missing, denied, binary or too large */
  protected override async compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    options: RequestOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    if (!hasDocument(request)) return { nothing: 'empty', message: 'No document is open.' };
    const snapshot = await openDocument(request, this.editor, options);
    const structure = await this.structure.getStructure(snapshot, options);
    const { headings } = structure;
    options.signal?.throwIfAborted();
    if (headings.length === 0) return { nothing: 'empty', message: `The document "${snapshot.path}" has no headings.` };

    const focus = focusOf(snapshot.content, request);
    const path = focus === undefined ? [] : structure.headingPathAt(focus);
    const { roots, wholeTokens } = this.outlineOf(snapshot, headings);
    const outline = fitOutline({ roots, path, maxTokens, tokenCounter: this.tokenCounter });
    if (outline === undefined) {
      return { nothing: 'empty', message: `No part of the outline fits into ${maxTokens} tokens.` };
    }
    return {
      content: outline.content,
      relevance: 1,
      originalTokens: outline.truncated ? wholeTokens : undefined,
      metadata: {
        path: snapshot.path,
        headings: headings.length,
        headingPath: path.map(({ text }) => text),
        truncated: outline.truncated,
      },
    };
  }

  private outlineOf(snapshot: DocumentSnapshot, headings: readonly DocumentHeading[]): Outline {
    const cached = this.outlines.get(snapshot);
    if (cached !== undefined) return cached;
    const list = headings.map(({ text }) => `- ${text}`).join('\n');
    const outline = { roots: outlineTree(headings), wholeTokens: estimateTokens(list, this.tokenCounter) };
    this.outlines.set(snapshot, outline);
    return outline;
  }
}

interface Outline {
  readonly roots: readonly OutlineNode[];
  /** Approximate tokens of the whole outline. */
  readonly wholeTokens: number;
}

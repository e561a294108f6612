import { CompressionLevel, ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { IPreviewConnection } from '../../protocol/preview-connection.js';
import type { SegmentExpansion, SegmentView } from '../preview-state.js';
import type { ConnectionGate } from '../state/connection-gate.js';
import { failureOf } from '../state/failure.js';
import type { PreviewStore } from '../state/preview-store.js';

/** Segments that the viewer expanded beyond the prompt. */
export class SegmentExpansions {
  constructor(
    private readonly store: PreviewStore,
    private readonly connection: IPreviewConnection,
    private readonly gate: ConnectionGate,
  ) {}

  /** @param level `undefined` folds it again */
  async expand(segmentId: string, level: CompressionLevel | undefined): Promise<void> {
    if (level === undefined) {
      this.put(segmentId, undefined);
      return;
    }
    const loading = { phase: 'loading', level } as const;
    this.put(segmentId, loading);
    const found = await this.fetch(segmentId, level);
    // Folded, or requested at another level since.
    if (this.store.facts.expansions.get(segmentId) === loading) this.put(segmentId, found);
  }

  private async fetch(segmentId: string, level: CompressionLevel): Promise<SegmentExpansion> {
    try {
      await this.gate.pass();
      const { level: shownLevel } = this.segmentOnView(segmentId);
      // A prompt may hold a few messages of a segment at Full; the others are requested by an expansion from a shorter
      // level.
      const fromLevel = shownLevel === CompressionLevel.full ? CompressionLevel.detailed : shownLevel;
      const expanded = await this.connection.expandSegment({ segmentId, fromLevel, toLevel: level });
      const { content, tokenCount, isFullTranscript } = expanded;
      return { phase: 'ready', level: expanded.level, content, tokenCount, isFullTranscript };
    } catch (error) {
      return { phase: 'failed', level, failure: failureOf(error) };
    }
  }

  /** @throws {LexichordError} `not-found` */
  private segmentOnView(segmentId: string): SegmentView {
    const forms = this.store.state.shown?.fragments.map(({ form }) => form) ?? [];
    const segments = forms.flatMap((form) => (form.kind === 'conversation' ? form.segments : []));
    const segment = segments.find((candidate) => candidate.segmentId === segmentId);
    if (segment !== undefined) return segment;
    throw new LexichordError(ErrorCode.notFound, `The shown assembly has no segment "${segmentId}".`);
  }

  private put(segmentId: string, expansion: SegmentExpansion | undefined): void {
    const expansions = new Map(this.store.facts.expansions);
    if (expansion === undefined) expansions.delete(segmentId);
    else expansions.set(segmentId, expansion);
    this.store.update({ expansions });
  }
}

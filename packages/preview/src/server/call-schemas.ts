import { CompressionLevel } from '@lexichord/abstractions';
import { z } from 'zod';

import type { ExpansionRequest, PreviewRequest } from '../protocol/preview-connection.js';

/** Names, ids and paths are no longer. */
const name = z.string().max(4_096);
const offset = z.int().min(0);
const names = z.array(name).max(1_000);

/** The shape of a request; `validateRequest` checks its values. */
const gatheringRequest = z.strictObject({
  agentId: name,
  documentPath: name.optional(),
  cursorPosition: offset.optional(),
  selectedText: z.string().optional(),
  hints: z
    .strictObject({
      query: z.string().max(100_000).optional(),
      conversationId: name.optional(),
      selectionRange: z.strictObject({ startOffset: offset, endOffset: offset }).optional(),
      cursorWindow: z.strictObject({ unit: z.enum(['characters', 'lines']), size: offset }).optional(),
      topK: z.int().optional(),
    })
    .optional(),
});

const level = z.enum(CompressionLevel);

const previewRequest: z.ZodType<PreviewRequest> = z.strictObject({
  request: gatheringRequest,
  maxTokens: z.number().optional(),
  requiredStrategies: names.optional(),
  excludedStrategies: names.optional(),
  isLive: z.boolean().optional(),
});

const expansionRequest: z.ZodType<ExpansionRequest> = z.strictObject({
  segmentId: name,
  fromLevel: level,
  toLevel: level,
});

/** Arguments of each call. */
export const callSchemas = {
  assemble: previewRequest,
  cancel: z.strictObject({ correlationId: name }),
  assembly: z.strictObject({ correlationId: name }),
  switchStrategy: z.strictObject({ strategyId: name, enabled: z.boolean() }),
  findDocuments: z.strictObject({ words: z.string().max(1_000) }),
  openDocument: z.strictObject({ path: name }),
  editDocument: z.strictObject({ path: name, content: z.string().optional() }),
  listConversations: z.strictObject({}),
  expandSegment: expansionRequest,
} as const;

/** A call of the panel's API: `findDocuments` is `POST api/find-documents` below the panel's address. */
export type PanelCall = keyof typeof callSchemas;

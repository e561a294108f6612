import type { WithheldSecret } from '../services/secret-scanner.js';

/** Levels of compression: `full` has everything, `tags` hardly more than the topic (COMP-06). */
export const CompressionLevel = { full: 0, detailed: 1, brief: 2, tags: 3 } as const;

/** One of the values of {@link CompressionLevel}; the higher, the less detail. */
export type CompressionLevel = (typeof CompressionLevel)[keyof typeof CompressionLevel];

/** A level's name, as commands and markers spell it. */
export type CompressionLevelName = keyof typeof CompressionLevel;

/** Names of the levels, by their value. */
export const compressionLevelNames = ['full', 'detailed', 'brief', 'tags'] as const satisfies CompressionLevelName[];

/** Kinds of statements that compression never loses at Detailed and Brief. */
export const anchorKinds = [
  'commitment',
  'decision',
  'unresolved-question',
  'critical-fact',
  'correction',
  'user-preference',
  'error',
  'code-artefact',
] as const;

/** One of {@link anchorKinds}. */
export type AnchorKind = (typeof anchorKinds)[number];

/** A statement that is kept verbatim. */
export interface AnchorPoint {
  readonly kind: AnchorKind;
  /** `content.slice(startOffset, endOffset)` of its message, which has placeholders instead of secrets. */
  readonly text: string;
  /** 0 to 1. */
  readonly importance: number;
  readonly messageId: string;
  /** In the message's content, in UTF-16 units. */
  readonly startOffset: number;
  /** Exclusive. */
  readonly endOffset: number;
}

/** Points from a statement of a compressed text to its messages. */
export interface ExpansionMarker {
  /** `<segment id>:<name of its level>:<number>`, unique among all markers. */
  readonly id: string;
  readonly segmentId: string;
  /** For people, on one line. */
  readonly label: string;
  /** The next level with more detail. */
  readonly targetLevel: CompressionLevel;
  /** Start of the statement in the compressed text, in UTF-16 units. */
  readonly startOffset: number;
  /** Exclusive. */
  readonly endOffset: number;
  /** Messages that it replaces, in their order. */
  readonly messageIds: readonly string[];
}

/** Parameters of a level's making, for making it again and comparing the two. */
export interface LevelMaking {
  /** `model`: worded by a language model, differently each time. */
  readonly by: 'rules' | 'model';
  /** `model`: a language model named anchors in addition to those found by rules. */
  readonly anchorsBy: 'rules' | 'model';
  /** Configured tokens of each level as a share of Full. */
  readonly shares: Readonly<Record<'detailed' | 'brief' | 'tags', number>>;
  /** Name of the token counter. */
  readonly counter: string;
}

/** A segment at one level. */
export interface CompressedSegment {
  readonly segmentId: string;
  readonly conversationId: string;
  readonly level: CompressionLevel;
  readonly content: string;
  /**
   * All anchors of the segment, in the order of the conversation; at Detailed and Brief the content has each verbatim.
   */
  readonly anchors: readonly AnchorPoint[];
  /** In the order of the content; none at Full. */
  readonly markers: readonly ExpansionMarker[];
  readonly tokenCount: number;
  /** Tokens of the segment at Full. */
  readonly originalTokenCount: number;
  /** Duration of the compression in milliseconds. */
  readonly compressedMs: number;
  /** Absent at Full. */
  readonly making?: LevelMaking | undefined;
  /** Secrets that were replaced in the content, by message and rule. Not stored. */
  readonly secrets?: readonly WithheldSecret[] | undefined;
}

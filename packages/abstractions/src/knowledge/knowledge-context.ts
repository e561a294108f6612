import type { ContextFragment } from '../context/context-fragment.js';
import type { IContextStrategy } from '../context/context-strategy.js';
import type { CallOptions } from '../services/call-options.js';
import type { WithheldSecret } from '../services/secret-scanner.js';
import { type Token, token } from '../token.js';
import type { Axiom } from './axiom.js';
import type { KnowledgeEntity, KnowledgeRelationship } from './knowledge-facts.js';

/** Formats of knowledge for an agent. */
export const knowledgeContextFormats = ['yaml', 'markdown', 'json', 'plain'] as const;

/** One of {@link knowledgeContextFormats}. */
export type KnowledgeContextFormat = (typeof knowledgeContextFormats)[number];

/** Options of an agent's knowledge context (KG-e §3.1). */
export interface KnowledgeContextConfig {
  readonly maxTokens: number;
  /** Absent: all types. */
  readonly includeEntityTypes?: readonly string[] | undefined;
  readonly excludeEntityTypes?: readonly string[] | undefined;
  /** 0 to 1. Less relevant entities are left out. */
  readonly minRelevanceScore: number;
  readonly includeRelationships: boolean;
  /** Steps between two chosen entities, from 1. */
  readonly relationshipDepth: number;
  readonly includeAxioms: boolean;
  readonly maxEntities: number;
  readonly format: KnowledgeContextFormat;
  readonly includeProperties: boolean;
  readonly maxPropertiesPerEntity: number;
}

/** A request for knowledge (KG-e §3.3). */
export interface ContextRequest {
  readonly agentId: string;
  readonly query: string;
  /** The open document, relative to the workspace. */
  readonly documentPath?: string | undefined;
  /** Its text, unsaved changes included. */
  readonly documentText?: string | undefined;
  /** Maximum tokens, in addition to the configured limit. */
  readonly tokenBudget?: number | undefined;
}

/** A relevant entity that was left out of the context. */
export interface CutEntity {
  readonly entityId: string;
  readonly type: string;
  readonly name: string;
  /** `duplicate`: another included entity has the same content. */
  readonly reason: 'over-budget' | 'entity-limit' | 'licence' | 'duplicate';
}

/** Knowledge that fits the request (KG-e §3.2). */
export interface KnowledgeContextFragment extends ContextFragment {
  /** The most relevant first. */
  readonly entities: readonly KnowledgeEntity[];
  /** Relationships between these entities only. */
  readonly relationships: readonly KnowledgeRelationship[];
  /** Rules that apply to these entities. */
  readonly axioms: readonly Axiom[];
  /** By entity id, 0 to 1. */
  readonly relevanceScores: Readonly<Record<string, number>>;
  /** Number of found entities, before any was left out. */
  readonly totalEntitiesAvailable: number;
  /** Whether the token limit left out relevant entities. */
  readonly wasTruncated: boolean;
  /** Relevant facts that were left out, by reason, the most relevant first. */
  readonly cut: readonly CutEntity[];
  /** Secrets that were replaced in the facts, by fact and rule. */
  readonly secrets: readonly WithheldSecret[];
  /** Reasons for missing or incomplete content, one sentence each. */
  readonly notes: readonly string[];
}

/** The knowledge graph as a source of context (KG-e §2.1). */
export interface IKnowledgeContextStrategy extends IContextStrategy {
  /**
   * Gets the context with the agent's configuration. An unreadable graph, or one without relevant facts, gives a
   * fragment without content.
   */
  getContext(request: ContextRequest, options?: CallOptions): Promise<KnowledgeContextFragment>;
  /** Gets the context with a configuration, limited by the licence. */
  getKnowledgeContext(
    request: ContextRequest,
    config: KnowledgeContextConfig,
    options?: CallOptions,
  ): Promise<KnowledgeContextFragment>;
  /** The defaults for an agent without a configuration of its own. */
  getConfigForAgent(agentId: string): KnowledgeContextConfig;
}
export const IKnowledgeContextStrategy: Token<IKnowledgeContextStrategy> = token('IKnowledgeContextStrategy');

/** Facts written for a prompt. */
export interface FormattedKnowledge {
  readonly content: string;
  readonly tokenCount: number;
  /** The facts in the content, in its order. */
  readonly entities: readonly KnowledgeEntity[];
  readonly relationships: readonly KnowledgeRelationship[];
  readonly axioms: readonly Axiom[];
}

/** Facts to write. */
export interface KnowledgeToFormat {
  /** The most relevant first. */
  readonly entities: readonly KnowledgeEntity[];
  /** Relationships with an end that is not among the entities are left out. */
  readonly relationships: readonly KnowledgeRelationship[];
  /** Axioms that apply to none of the entities are left out. */
  readonly axioms: readonly Axiom[];
}

/** Writes knowledge for a prompt (KG-e §1.2). The same facts give the same bytes. */
export interface IKnowledgeContextFormatter {
  format(facts: KnowledgeToFormat, config: KnowledgeContextConfig): FormattedKnowledge;
  /**
   * Formats as many facts as fit: whole entities are left out, the least relevant first, with their relationships and
   * rules; an entity larger than the remaining tokens is skipped for smaller ones. Empty content if none fits.
   */
  formatWithin(facts: KnowledgeToFormat, config: KnowledgeContextConfig, maxTokens: number): FormattedKnowledge;
}
export const IKnowledgeContextFormatter: Token<IKnowledgeContextFormatter> = token('IKnowledgeContextFormatter');

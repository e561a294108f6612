import 'reflect-metadata';
import {
  type Axiom,
  type FormattedKnowledge,
  type IKnowledgeContextFormatter,
  ITokenCounter,
  type KnowledgeContextConfig,
  type KnowledgeContextFormat,
  type KnowledgeEntity,
  type KnowledgeToFormat,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { describeAxiom } from '../check/describe-axiom.js';
import { shownName, viewOf } from './entity-view.js';
import { type DependentFact, type OrderedFacts, firstFacts, orderFacts } from './facts-to-write.js';
import {
  jsonNotation,
  type KnowledgeNotation,
  markdownNotation,
  plainNotation,
  type RuleView,
  yamlNotation,
} from './knowledge-notation.js';
import { cutText } from './plain-text.js';

const notations: Readonly<Record<KnowledgeContextFormat, KnowledgeNotation>> = {
  yaml: yamlNotation,
  json: jsonNotation,
  markdown: markdownNotation,
  plain: plainNotation,
};

/** Number of attempts with adjacent counts before the search halves. */
const nearAttempts = 2;

/** Maximum number of texts whose token counts are cached. */
const maxCounted = 2_000;

/** Maximum length of a rule's description, in UTF-16 units. */
const maxDescriptionLength = 300;

/** Each fact written once, in the order of the facts. */
interface WrittenBlocks {
  readonly entities: readonly string[];
  readonly relationships: readonly DependentFact<string>[];
  readonly rules: readonly DependentFact<string>[];
}

/** Writes facts and measures the text; every fact is written only once, regardless of the number of attempts. */
@injectable()
export class KnowledgeContextFormatter implements IKnowledgeContextFormatter {
  /** Cache of written entities, by notation and shown parts: an entity never changes. */
  private readonly written = new WeakMap<KnowledgeEntity, Map<string, string>>();
  /** Token counts of texts. */
  private readonly counted = new Map<string, number>();

  constructor(@inject(ITokenCounter) private readonly tokenCounter: ITokenCounter) {}

  format(facts: KnowledgeToFormat, config: KnowledgeContextConfig): FormattedKnowledge {
    const ordered = orderFacts(facts);
    const blocks = this.write(ordered, config);
    return this.formatted(ordered, this.measure(blocks, ordered.entities.length, config));
  }

  formatWithin(facts: KnowledgeToFormat, config: KnowledgeContextConfig, maxTokens: number): FormattedKnowledge {
    const entities = this.passOverTooLarge(facts, config, maxTokens);
    const ordered = orderFacts({ ...facts, entities });
    const blocks = this.write(ordered, config);
    // Separately they fit; together they may count slightly more. Then the least relevant are dropped, one by one at
    // first.
    let best: Measured = { count: 0, content: '', tokenCount: 0 };
    let [low, high] = [1, ordered.entities.length];
    let tried = high;
    for (let attempt = 0; low <= high; attempt += 1) {
      const measured = this.measure(blocks, tried, config);
      const fits = measured.tokenCount <= maxTokens;
      if (fits) {
        best = measured;
        low = tried + 1;
      } else {
        high = tried - 1;
      }
      if (attempt < nearAttempts) tried += fits ? 1 : -1;
      else tried = (low + high) >> 1;
    }
    return this.formatted(ordered, best);
  }

  /** The most relevant entities, without those that exceed the remaining budget: a smaller one may still fit. */
  private passOverTooLarge(
    facts: KnowledgeToFormat,
    config: KnowledgeContextConfig,
    maxTokens: number,
  ): readonly KnowledgeEntity[] {
    const ordered = orderFacts(facts);
    const costs = this.costs(this.write(ordered, config));
    let room = maxTokens;
    return ordered.entities.filter((_unused, index) => {
      const cost = costs[index] ?? 0;
      if (cost > room) return false;
      room -= cost;
      return true;
    });
  }

  private write({ entities, relationships, axioms }: OrderedFacts, config: KnowledgeContextConfig): WrittenBlocks {
    const notation = notations[config.format];
    const names = namesOf(entities);
    return {
      entities: entities.map((entity) => this.writeEntity(entity, config)),
      relationships: relationships.map(({ fact: { fromEntityId, type, toEntityId }, needs }) => ({
        fact: notation.relationship({
          from: names.get(fromEntityId) ?? fromEntityId,
          type: shownName(type),
          to: names.get(toEntityId) ?? toEntityId,
        }),
        needs,
      })),
      rules: axioms.map(({ fact, needs }) => ({ fact: notation.rule(ruleOf(fact)), needs })),
    };
  }

  private writeEntity(entity: KnowledgeEntity, config: KnowledgeContextConfig): string {
    const { format, includeProperties, maxPropertiesPerEntity } = config;
    const kind = `${format} ${includeProperties} ${maxPropertiesPerEntity}`;
    const known = this.written.get(entity) ?? new Map<string, string>();
    const text = known.get(kind) ?? notations[format].entity(viewOf(entity, config));
    this.written.set(entity, known.set(kind, text));
    return text;
  }

  /** Tokens of each entity with the facts that depend on it. */
  private costs({ entities, relationships, rules }: WrittenBlocks): readonly number[] {
    const costs = entities.map((text) => this.tokensOf(text));
    for (const { fact, needs } of [...relationships, ...rules]) {
      costs[needs - 1] = (costs[needs - 1] ?? 0) + this.tokensOf(fact);
    }
    return costs;
  }

  private tokensOf(block: string): number {
    const tokens = this.counted.get(block) ?? this.tokenCounter.countTokens(block);
    if (this.counted.size >= maxCounted) this.counted.clear();
    this.counted.set(block, tokens);
    return tokens;
  }

  private measure(blocks: WrittenBlocks, count: number, { format }: KnowledgeContextConfig): Measured {
    const content = count === 0 ? '' : contentOf(blocks, count, notations[format]);
    return { count, content, tokenCount: this.tokenCounter.countTokens(content) };
  }

  private formatted(ordered: OrderedFacts, { count, content, tokenCount }: Measured): FormattedKnowledge {
    return { content, tokenCount, ...firstFacts(ordered, count) };
  }
}

/** The facts of the most relevant entities, written and measured. */
interface Measured {
  readonly count: number;
  readonly content: string;
  readonly tokenCount: number;
}

function contentOf(
  { entities, relationships, rules }: WrittenBlocks,
  count: number,
  notation: KnowledgeNotation,
): string {
  const left = (blocks: readonly DependentFact<string>[]): readonly string[] =>
    blocks.filter(({ needs }) => needs <= count).map(({ fact }) => fact);
  return notation.whole({
    entities: entities.slice(0, count),
    relationships: left(relationships),
    rules: left(rules),
  });
}

/** The label of an entity among the others: its name, with its type if another one has the same name. */
function namesOf(entities: readonly KnowledgeEntity[]): ReadonlyMap<string, string> {
  const owners = new Map<string, number>();
  for (const { name } of entities) owners.set(shownName(name), (owners.get(shownName(name)) ?? 0) + 1);
  return new Map(
    entities.map(({ id, type, name }) => {
      const own = shownName(name);
      return [id, (owners.get(own) ?? 0) > 1 ? `${shownName(type)} ${own}` : own];
    }),
  );
}

function ruleOf(axiom: Axiom): RuleView {
  const { severity, name, description } = axiom;
  const shown = cutText(description, maxDescriptionLength);
  return {
    severity,
    rule: cutText(describeAxiom(axiom), 2 * maxDescriptionLength),
    name: shownName(name),
    ...(shown === '' ? {} : { description: shown }),
  };
}

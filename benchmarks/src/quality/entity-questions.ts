import {
  type ILexichordRuntime,
  IGraphRepository,
  type KnowledgeEntity,
  type PropertyValue,
} from '@lexichord/abstractions';
import { isRecord } from '@lexichord/platform/internal';

import type { WordNet } from './word-net.js';

/** A question about an API, and the entities that answer it. */
export interface EntityQuestion {
  readonly kind: 'endpoint' | 'field';
  /** As the description has it. */
  readonly text: string;
  /** With other words. */
  readonly reworded: string;
  /** Ids: an endpoint with the schemas that it takes and gives, or the schema that has a field. */
  readonly targets: ReadonlySet<string>;
}

/** Questions of each kind and API, spread over what there is. */
const questionsOfKind = 40;
const maxQuestionLength = 220;
const wordsOfSummary = { min: 3, max: 40 };
const wordsOfField = { min: 5, max: 30 };

const stopWords = new Set(
  'the a an of for to in on with by is are was has have be and or not if at all this that it its from as'.split(' '),
);

/** Questions by rule from the summaries of operations and the descriptions of fields; those that occur once. */
export async function askAboutApi(runtime: ILexichordRuntime, wordNet: WordNet): Promise<readonly EntityQuestion[]> {
  const graph = runtime.resolve(IGraphRepository);
  const endpoints = await graph.listEntities({ types: ['Endpoint'] });
  const summaries = await Promise.all(
    endpoints.map(async (endpoint) => ({
      text: sentenceOf(endpoint.properties['summary'] ?? endpoint.properties['description'], wordsOfSummary),
      targets: await targetsOf(endpoint, graph),
    })),
  );
  const schemas = await graph.listEntities({ types: ['Schema'] });
  const fields = schemas.filter(hasNameOfItsOwn).flatMap(({ id, properties }) =>
    Object.values(recordOf(properties['fieldDescriptions'])).map((description) => ({
      text: sentenceOf(description, wordsOfField),
      targets: new Set([id]),
    })),
  );
  const asked = (kind: EntityQuestion['kind'], found: readonly Found[]): readonly EntityQuestion[] =>
    spread(onlyOnes(found)).map(({ text, targets }) => ({
      kind,
      text,
      targets,
      reworded: reword(text, kind, wordNet),
    }));
  return [...asked('endpoint', summaries), ...asked('field', fields)];
}

/** A text that may become a question. */
interface Found {
  readonly text: string | undefined;
  readonly targets: ReadonlySet<string>;
}

async function targetsOf(endpoint: KnowledgeEntity, graph: IGraphRepository): Promise<ReadonlySet<string>> {
  const near = await graph.getRelationships(endpoint.id, 2);
  const good = new Set(
    near
      .filter(({ type, fromEntityId }) => type === 'returns' && fromEntityId === endpoint.id)
      .map(({ toEntityId }) => toEntityId),
  );
  const responses = await graph.getEntities([...good]);
  const targets = new Set([endpoint.id]);
  for (const { type, fromEntityId, toEntityId } of near) {
    if (type === 'accepts' && fromEntityId === endpoint.id) targets.add(toEntityId);
    const response = responses.get(fromEntityId);
    if (type === 'has-schema' && response !== undefined && /(?:^|\s)2\d\d$/u.test(response.name))
      targets.add(toEntityId);
  }
  const found = await graph.getEntities([...targets]);
  return new Set([...found.values()].filter(hasNameOfItsOwn).map(({ id }) => id));
}

/** A schema that is written where it is used is called after the place, such as `POST /pets request body`. */
function hasNameOfItsOwn({ type, name }: KnowledgeEntity): boolean {
  return type !== 'Schema' || !name.includes(' ');
}

function recordOf(value: PropertyValue | undefined): Readonly<Record<string, PropertyValue>> {
  return isRecord(value) ? value : {};
}

/** The first sentence, without markup. */
function sentenceOf(
  value: PropertyValue | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const plain = value
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/[`*_#]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const sentence = (plain.split(/(?<=[.!?])\s/u)[0] ?? '').slice(0, maxQuestionLength).replace(/[.!?]$/u, '');
  const words = sentence.match(/[A-Za-z]{2,}/gu)?.length ?? 0;
  return words >= min && words <= max ? sentence : undefined;
}

/** What several say is no question about one of them. */
function onlyOnes(found: readonly Found[]): readonly (Found & { readonly text: string })[] {
  const counts = new Map<string | undefined, number>();
  for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  return found.flatMap(({ text, targets }) =>
    text === undefined || counts.get(text) !== 1 ? [] : [{ text, targets }],
  );
}

function spread<T>(found: readonly T[]): readonly T[] {
  if (found.length <= questionsOfKind) return found;
  return found.filter(
    (_unused, index) =>
      Math.floor((index * questionsOfKind) / found.length) !==
      Math.floor(((index - 1) * questionsOfKind) / found.length),
  );
}

/** Every noun and verb that has one is replaced by a synonym; a summary begins with its verb. */
function reword(text: string, kind: EntityQuestion['kind'], wordNet: WordNet): string {
  let isVerb = kind === 'endpoint';
  const parts = text.match(/[A-Za-z][A-Za-z'-]*|[^A-Za-z]+/gu) ?? [];
  return parts
    .map((part) => {
      const word = part.toLowerCase();
      if (!/^[a-z]/u.test(word) || stopWords.has(word)) return word;
      const other = isVerb ? wordNet.synonymOf(word, 'verb') : nounOrVerb(word, wordNet);
      isVerb = false;
      return other ?? word;
    })
    .join('');
}

function nounOrVerb(word: string, wordNet: WordNet): string | undefined {
  return wordNet.synonymOf(word, 'noun') ?? (/(?:ed|ing|s)$/u.test(word) ? wordNet.synonymOf(word, 'verb') : undefined);
}

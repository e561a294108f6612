import type { KnowledgeEntity, Properties, PropertyValue } from '@lexichord/abstractions';
import { isRecord } from '@lexichord/platform/internal';
import { indexWords } from '@lexichord/text-index';

/** Weight of the words of an entity's name. */
const nameWeight = 4;

/** Weight of the words of short descriptions and of aliases. */
const titleWeight = 2;

/** Properties with a short description of an entity. */
const titleProperties: ReadonlySet<string> = new Set(['summary', 'title']);

/** Properties of an endpoint that repeat its parameters and responses, which are entities with these words. */
const repeatedProperties: ReadonlySet<string> = new Set(['parameters', 'responses']);

/** Properties with a long description of an entity. */
const descriptionProperties = ['summary', 'title', 'description', 'definition'] as const;

/** Maximum length that is read of a property, in UTF-16 units: the rest is examples and data. */
const maxPropertyLength = 20_000;

/** Maximum length of each description in the embedded text, in UTF-16 units. */
const maxDescriptionLength = 300;

/** Maximum number of field names in the embedded text. */
const maxFields = 40;

/** Receives words of an entity; the weight is higher for words that describe it more closely. */
export type WordSink = (words: readonly string[], weight: number) => void;

/** Reads the words by which an entity is found. */
export function readEntityWords({ type, name, aliases, properties }: KnowledgeEntity, take: WordSink): void {
  take(indexWords(name), nameWeight);
  for (const alias of aliases) take(indexWords(alias), titleWeight);
  take(indexWords(type), 1);
  for (const [property, value] of Object.entries(properties)) {
    if (repeatedProperties.has(property)) continue;
    const weight = titleProperties.has(property) ? titleWeight : 1;
    take(indexWords(property), 1);
    readTexts(value, (text) => {
      take(indexWords(text), weight);
    });
  }
}

/** The text of an entity that is embedded. */
export function entityMeaning({ name, aliases, properties }: KnowledgeEntity): string {
  const parts = [name, ...aliases];
  for (const property of descriptionProperties) {
    const value = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (typeof value === 'string') parts.push(value.slice(0, maxDescriptionLength));
  }
  const { fields } = properties;
  if (isRecord(fields)) {
    parts.push(Object.keys(fields).slice(0, maxFields).join(' '));
  }
  return parts.join('\n');
}

/** Reads names and values in a value, at any depth, up to {@link maxPropertyLength}. */
function readTexts(value: PropertyValue, take: (text: string) => void): void {
  const waiting: PropertyValue[] = [value];
  let room = maxPropertyLength;
  while (waiting.length > 0 && room > 0) {
    const next = waiting.pop();
    if (next === null || next === undefined || typeof next === 'boolean') continue;
    if (typeof next === 'object') {
      addReversed(waiting, next);
      continue;
    }
    const text = String(next).slice(0, room);
    room -= text.length + 1;
    take(text);
  }
}

/** Adds values in reverse order, because the last one is taken first. */
function addReversed(waiting: PropertyValue[], value: PropertyValue & object): void {
  const keys = Object.keys(value).slice(0, maxPropertyLength);
  const isList = Array.isArray(value);
  for (let index = keys.length - 1; index >= 0; index -= 1) {
    const key = keys[index] as string;
    waiting.push((value as Properties)[key] as PropertyValue);
    if (!isList) waiting.push(key);
  }
}

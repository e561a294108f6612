import { anEntity } from '../search/test-support/a-graph.js';
import { MentionFinder } from './mention-finder.js';

function isMentioned(name: string, text: string, aliases: readonly string[] = []): boolean {
  const entity = anEntity('Concept', name, { aliases });
  return new MentionFinder([entity], text).has(entity);
}

describe('MentionFinder', () => {
  it('finds whole words in any case, and not a part of one', () => {
    expect(isMentioned('Pet', 'Every pet has an owner.')).toBe(true);
    expect(isMentioned('Pet', 'A petition was signed.')).toBe(false);
    expect(isMentioned('Pet', 'PET, or not.')).toBe(true);
    expect(isMentioned('Pet', 'PetOwner')).toBe(false);
    expect(isMentioned('pet_owner', 'call `pet_owner()` first')).toBe(true);
  });

  it('finds names of several words, paths and aliases, over line ends too', () => {
    expect(isMentioned('access token', 'an access\ntoken is needed')).toBe(true);
    expect(isMentioned('access token', 'access to a token')).toBe(false);
    expect(isMentioned('GET /pets/{petId}', 'Call `GET /pets/{petId}` for one.')).toBe(true);
    expect(isMentioned('GET /pets/{petId}', 'Call POST /pets/{petId}.')).toBe(false);
    expect(isMentioned('GET /pets/{petId}', 'client.getPet(5)', ['getPet'])).toBe(true);
  });

  it('takes the first of names that begin alike, and a name that begins within another', () => {
    expect(isMentioned('a b c', 'a a b c')).toBe(true);
    expect(isMentioned('b c d', 'a b b c d')).toBe(true);
  });

  it('finds nothing for names without words, or of one letter', () => {
    expect(isMentioned('', 'a text')).toBe(false);
    expect(isMentioned('…', '…')).toBe(false);
    expect(isMentioned('x', 'let x = 1')).toBe(false);
    expect(isMentioned('constructor', 'no such thing')).toBe(false);
    expect(isMentioned('__proto__', 'the __proto__ of it')).toBe(true);
  });

  it('reads a document of megabytes once for thousands of names', () => {
    const entities = Array.from({ length: 5_000 }, (_unused, number) => anEntity('Term', `pet pet pet name${number}`));
    const text = `${'pet '.repeat(500_000)} name42`;

    const finder = new MentionFinder(entities, text);

    expect(entities.filter((entity) => finder.has(entity)).map(({ name }) => name)).toEqual(['pet pet pet name42']);
  });
});

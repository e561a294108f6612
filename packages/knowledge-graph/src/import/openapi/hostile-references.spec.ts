import { namesIn, problemsIn, propertiesOf, readText, relationshipsIn } from '../test-support/read-text.js';

const tooMany = 'The schema has too many references to be read completely.';

/** A description in JSON, all of it on one line. */
function described(parts: readonly unknown[], schemas: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Hostile', version: '1' },
    paths: {},
    'x-p': Object.fromEntries(parts.map((part, index) => [`p${index}`, part])),
    components: { schemas: { ...schemas, Honest: { properties: { a: { type: 'string' } } } } },
  });
}

const toPart = (index: number) => ({ $ref: `#/x-p/p${index}` });
const last = { properties: { leaf: { type: 'string' } } };

describe('references that multiply', () => {
  it.each(['allOf', 'oneOf', 'anyOf'])('ends where every level of %s refers to the next one twice', async (key) => {
    const parts = Array.from({ length: 40 }, (_, index) => ({ [key]: [toPart(index + 1), toPart(index + 1)] }));

    const reading = await readText(described([...parts, last], { Bomb: toPart(0) }), { documentPath: 'a.json' });

    expect(namesIn(reading, 'Schema')).toEqual(['Schema Bomb', 'Schema Honest']);
    expect(propertiesOf(reading, 'Bomb')['fields']).toEqual({ leaf: 'string' });
    expect(propertiesOf(reading, 'Honest')['fields']).toEqual({ a: 'string' });
    expect(problemsIn(reading)).toEqual([`1: ${tooMany}`]);
  });

  it('ends where every field of a level has all fields of the next one', async () => {
    const fields = (next: number) => Array.from({ length: 100 }, (_, index) => [`f${index}`, toPart(next)] as const);
    const parts = Array.from({ length: 6 }, (_, level) => ({ properties: Object.fromEntries(fields(level + 1)) }));

    const reading = await readText(described([...parts, last], { Bomb: toPart(0) }), { documentPath: 'a.json' });

    expect(Object.keys(propertiesOf(reading, 'Bomb')['fields'] as object)).toHaveLength(400);
    expect(problemsIn(reading)).toEqual([`1: ${tooMany}`]);
  });

  it('writes the type of what is referred to in very many ways', async () => {
    const sixty = (index: number) => Array.from({ length: 60 }, () => toPart(index));
    const parts = Array.from({ length: 8 }, (_, level) => ({ oneOf: sixty(level + 1) }));
    const properties = { a: toPart(0), b: { allOf: sixty(6) } };

    const reading = await readText(described([...parts, last], { Wide: { properties } }), { documentPath: 'a.json' });

    expect(propertiesOf(reading, 'Wide')['fields']).toMatchObject({ a: '…', b: 'object' });
  });

  it('ends where a part of a part refers to the next one without end', async () => {
    const parts = Array.from({ length: 50_000 }, (_, index) => ({ allOf: [toPart(index + 1)] }));

    const reading = await readText(described([...parts, last], { Chain: toPart(0) }), { documentPath: 'a.json' });

    expect(namesIn(reading, 'Schema')).toEqual(['Schema Chain', 'Schema Honest']);
    expect(problemsIn(reading)).toEqual([`1: ${tooMany}`]);
  });

  it('names at most twenty of very many fields that refer to one schema', async () => {
    const to = { $ref: '#/components/schemas/Honest' };
    const properties = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`f${index}`, to]));
    const Many = { properties, allOf: [to] };

    const reading = await readText(described([], { Many }), { documentPath: 'a.json' });

    expect(relationshipsIn(reading, 'refers-to')).toEqual(['Many -refers-to-> Honest']);
    const [relationship] = reading.relationships.filter(({ type }) => type === 'refers-to');
    expect(relationship?.properties).toEqual({
      fields: Array.from({ length: 20 }, (_, index) => `f${index}`),
      as: 'extends',
    });
    expect(problemsIn(reading)).toEqual([]);
  });

  it('unites very many answers of one endpoint that are the same response', async () => {
    const statuses = Array.from({ length: 60_000 }, (_, index) => String(index));
    const responses = Object.fromEntries(statuses.map((status) => [status, { $ref: '#/components/responses/Same' }]));

    const reading = await readText(
      JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'Hostile', version: '1' },
        paths: { '/a': { get: { responses } } },
        components: { responses: { Same: { description: 'The same.' } } },
      }),
      { documentPath: 'a.json' },
    );

    expect(relationshipsIn(reading, 'returns')).toEqual(['GET /a -returns-> Same']);
    const [relationship] = reading.relationships.filter(({ type }) => type === 'returns');
    expect(relationship?.properties).toEqual({ status: statuses });
  });

  it('hears a cancellation between the answers of one endpoint', async () => {
    const parts = Array.from({ length: 40 }, (_, index) => ({ allOf: [toPart(index + 1), toPart(index + 1)] }));
    const schema = { allOf: [toPart(0)] };
    const answer = { description: 'A.', content: { 'application/json': { schema } } };
    const statuses = Array.from({ length: 200 }, (_, index) => [String(200 + index), answer] as const);
    const description = JSON.parse(described([...parts, last], { Beside: { $ref: 'beside.yaml' } })) as object;
    const text = JSON.stringify({
      ...description,
      paths: { '/a': { get: { responses: Object.fromEntries(statuses) } } },
    });
    const controller = new AbortController();
    // The last file is read just before the endpoint.
    const abort = (): void => controller.abort(new Error('Enough.'));
    const beside = new Proxy<Record<string, string>>({}, { get: () => void setImmediate(abort) });

    const reading = readText(text, { documentPath: 'a.json', beside, signal: controller.signal });

    await expect(reading).rejects.toThrow('Enough.');
  });
});

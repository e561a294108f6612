import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { dereference, parse as parseApi } from '@readme/openapi-parser';
import { parse as parseYaml } from 'yaml';

import type { DocumentReading } from '../document-reading.js';
import { type ApiData, countOperations } from '../test-support/count-operations.js';
import { withImporter } from '../test-support/import-bench.js';
import { namesIn, readText, relationshipsIn } from '../test-support/read-text.js';

const unpack = promisify(gunzip);

async function fixture(name: string): Promise<string> {
  return (await unpack(await readFile(new URL(`../fixtures/${name}.gz`, import.meta.url)))).toString('utf8');
}

const readings = new Map<string, Promise<DocumentReading>>();

/** Each is read once: the largest has 13 MB. */
function readingOf(name: string): Promise<DocumentReading> {
  const reading = readings.get(name) ?? fixture(name).then((text) => readText(text, { documentPath: name }));
  readings.set(name, reading);
  return reading;
}

/** Problems are in the documents: a `type: 'null'`, which OpenAPI 3.0 does not have. */
const descriptions = [
  { name: 'github.json', entities: 4712, relationships: 12309, problems: 0 },
  { name: 'blockfrost.yaml', entities: 746, relationships: 1520, problems: 6 },
  { name: 'rclone.yaml', entities: 530, relationships: 1082, problems: 0 },
  { name: 'shipengine.yaml', entities: 508, relationships: 995, problems: 0 },
];

const smaller = descriptions.filter(({ name }) => name !== 'github.json');

/** Those with a parent that is written in place have no component's name. */
function componentSchemas(reading: DocumentReading, data: ApiData): number {
  const names = new Set(Object.keys(data.components?.['schemas'] ?? {}));
  return reading.entities.filter(({ type, name }) => type === 'Schema' && names.has(name)).length;
}

/** By endpoint. Two answers of an endpoint may be one component. */
function statusesOf({ relationships }: DocumentReading): ReadonlyMap<string, readonly string[]> {
  const statuses = new Map<string, readonly string[]>();
  for (const { type, from, properties } of relationships) {
    if (type !== 'returns') continue;
    statuses.set(from.name, [...(statuses.get(from.name) ?? []), ...(properties?.['status'] as readonly string[])]);
  }
  return statuses;
}

describe('real API descriptions', () => {
  it.each(descriptions)(
    'reads all of $name, as other parsers count it',
    async ({ name, entities, relationships, problems }) => {
      const text = await fixture(name);
      const data = (name.endsWith('json') ? JSON.parse(text) : parseYaml(text)) as ApiData;
      const counts = countOperations(data);

      const reading = await readingOf(name);

      expect(reading.problems.length).toBe(problems);
      expect({
        endpoints: namesIn(reading, 'Endpoint').length,
        schemas: componentSchemas(reading, data),
        parameterUses: relationshipsIn(reading, 'has-parameter').length,
        responseUses: [...statusesOf(reading).values()].flat().length,
        parameters: namesIn(reading, 'Parameter').length,
        responses: namesIn(reading, 'Response').length,
      }).toEqual(counts);
      expect([reading.entities.length, reading.relationships.length]).toEqual([entities, relationships]);
    },
  );

  it.each(smaller)(
    'finds the parameters and responses of each operation of $name that another parser finds',
    async ({ name }) => {
      const text = await fixture(name);
      const reading = await readingOf(name);

      const api = await dereference(await parseApi(parseYaml(text) as Parameters<typeof parseApi>[0]));

      const expected = Object.entries(api.paths ?? {}).flatMap(([path, item]) =>
        Object.entries(item as Record<string, { responses: object }>)
          .filter(([, operation]) => Object.hasOwn(operation, 'responses'))
          .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, Object.keys(operation.responses).sort()]),
      );
      const returned = [...statusesOf(reading)].map(([endpoint, statuses]) => [endpoint, [...statuses].sort()]);
      expect(returned.sort()).toEqual(expected.sort());
    },
  );

  it('stores several in one import, and changes nothing when they are imported again', async () => {
    const files = await Promise.all(
      smaller.map(async ({ name }) => ({ documentPath: `api/${name}`, text: await fixture(name) })),
    );
    await withImporter(async ({ importer, store }) => {
      const first = await importer.importFiles(files);
      const again = await importer.importFiles(files);

      expect(first.problems.length).toBe(smaller.reduce((sum, { problems }) => sum + problems, 0));
      const stored = (await store.graph()).count();
      expect(first.changes?.entities).toEqual({ added: stored.entities, changed: 0, removed: 0, unchanged: 0 });
      expect(stored.entities).toBeGreaterThan(1_700);
      expect(again.changes?.entities).toEqual({ added: 0, changed: 0, removed: 0, unchanged: stored.entities });
      expect(again.changes?.relationships).toMatchObject({ added: 0, changed: 0, removed: 0 });
    });
  });
});

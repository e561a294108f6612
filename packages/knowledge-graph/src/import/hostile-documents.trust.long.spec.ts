import fc from 'fast-check';
import { knowledgeFormats } from '@lexichord/abstractions';

import { namesIn, problemsIn, propertiesOf, readText } from './test-support/read-text.js';

const head = "openapi: 3.0.0\ninfo: { title: Hostile, version: '1' }\n";

describe('hostile documents', () => {
  it('reads paths, schemas and fields called __proto__ and constructor, and changes no prototype', async () => {
    const reading = await readText(
      JSON.stringify({ openapi: '3.0.0', info: { title: 'x', version: '1' } }).slice(0, -1) +
        `, "paths": { "/__proto__": { "get": { "responses": { "200": { "description": "a" } } } } },
        "components": { "schemas": { "__proto__": { "type": "object", "properties": { "__proto__": { "type": "string" } } },
        "constructor": { "type": "object", "required": ["hasOwnProperty"] } } } }`,
      { documentPath: 'a.json' },
    );

    expect(namesIn(reading, 'Schema')).toEqual(['Schema __proto__', 'Schema constructor']);
    expect(JSON.stringify(propertiesOf(reading, '__proto__'))).toContain('"fields":{"__proto__":"string"}');
    expect(namesIn(reading, 'Endpoint')).toEqual(['Endpoint GET /__proto__']);
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
  });

  it('does not expand a billion laughs', async () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const items = Array.from({ length: 10 }, () => (level === 0 ? 'lol' : `*a${level - 1}`)).join(', ');
      return `a${level}: &a${level} [${items}]`;
    });

    const reading = await readText(`${head}x-bomb:\n  ${levels.join('\n  ')}\npaths: {}\n`);

    expect(namesIn(reading)).toEqual(['Service Hostile']);
    expect(problemsIn(reading)[0]).toMatch(/Aliases bring in more than 500000 values/u);
  });

  it('reads anchors, aliases and merge keys as far as they are honest', async () => {
    const reading = await readText(`${head}x-common: &common { type: object, description: Common. }
paths: {}
components:
  schemas:
    A: { <<: *common, properties: { a: &text { type: string } } }
    B: { <<: [*common], description: Own., properties: { b: *text } }
    C: &self { type: object, properties: { c: *self } }
`);

    expect(propertiesOf(reading, 'A')).toMatchObject({
      type: 'object',
      description: 'Common.',
      fields: { a: 'string' },
    });
    expect(propertiesOf(reading, 'B')).toMatchObject({ description: 'Own.', fields: { b: 'string' } });
    expect(problemsIn(reading).some((problem) => problem.startsWith('9: '))).toBe(true);
  });

  it.each([
    ['JSON lists', `{"openapi": "3.0.0", "x": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['JSON maps', `{"openapi": "3.0.0", "x": ${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['YAML lists', `openapi: 3.0.0\nx: ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    [
      'YAML maps',
      `openapi: 3.0.0\nx:\n${Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth + 1)}a:`).join('\n')}`,
    ],
    ['Markdown quotes', `# A\n\n${'> '.repeat(10_000)}x`],
    ['Markdown lists', `# A\n\n${Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')}`],
    ['Markdown brackets', `# A\n\n${'['.repeat(20_000)}`],
    ['Markdown emphasis', `# A\n\n${'*a _b '.repeat(10_000)}`],
  ])('reads %s that are nested without end', async (_, text) => {
    const documentPath = text.startsWith('#') ? 'a.md' : text.startsWith('{') ? 'a.json' : 'a.yaml';

    const reading = await readText(text, { documentPath });

    expect(reading.documentPath).toBe(documentPath);
  });

  it('cuts descriptions that are longer than anyone reads', async () => {
    const long = 'word '.repeat(200_000);

    const reading = await readText(
      JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'T'.repeat(100_000), version: '1', description: long },
        paths: { '/a': { get: { summary: long, description: long, responses: { 200: { description: long } } } } },
        components: { schemas: { A: { description: long, enum: [long], default: long, example: long } } },
      }),
      { documentPath: 'a.json' },
    );

    expect(reading.entities).toHaveLength(4);
    expect(JSON.stringify(reading.entities).length).toBeLessThan(20_000);
  });

  it.each([
    ['Windows line ends', head.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${head}`],
    ['NUL within a text', head.replace('Hostile', '"Hos\\0tile"')],
  ])('reads %s', async (_, start) => {
    const reading = await readText(`${start}paths:\n  /a: { get: { responses: { 200: { description: A. } } } }\n`);

    expect(problemsIn(reading)).toEqual([]);
    expect(reading.entities).toMatchObject([
      { type: 'Service', name: expect.stringMatching(/^Hos\uFFFD?tile$/u) as string, source: { startLine: 2 } },
      { type: 'Endpoint', source: { startLine: 4, endLine: 4 } },
      { type: 'Response' },
    ]);
  });

  it('says which line of broken YAML and JSON is wrong, and reads the rest', async () => {
    const yaml = await readText(`${head}paths:\n  /a: { get: { responses: { 200: { description: A. } } } }\n  /b: {\n`);
    const json = await readText(
      '{\n "openapi": "3.0.0",\n "info": { "title": "J", "version": "1" },\n "paths": {},,\n}',
      {
        documentPath: 'a.json',
      },
    );

    expect(namesIn(yaml, 'Endpoint')).toEqual(['Endpoint GET /a']);
    expect(yaml.problems.map(({ line }) => line)).toEqual([5]);
    expect(namesIn(json, 'Service')).toEqual(['Service J']);
    expect(json.problems.map(({ line }) => line)).toContain(4);
  });

  it('reports keys that are there twice, in YAML and JSON, also where there are many', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `  x-${index}: 1`).join('\n');
    const yaml = await readText(`${head}paths:\n${many}\n  x-7: 2\n`);
    const json = await readText(
      '{ "openapi": "3.0.0", "info": { "title": "J", "version": "1" },\n "paths": {},\n "paths": {} }',
      {
        documentPath: 'a.json',
      },
    );

    expect(problemsIn(yaml)).toEqual(['20004: The key "x-7" is there twice; the first one counts.']);
    expect(problemsIn(json)).toEqual(['3: The key "paths" is there twice; the first one counts.']);
  });

  it('rejects with the reason of the signal while a long text is parsed', async () => {
    const controller = new AbortController();
    const reason = new TypeError('enough');
    const text = `${head}paths:\n${Array.from({ length: 50_000 }, (_, index) => `  /a${index}: { get: {} }`).join('\n')}\n`;

    const reading = readText(text, { signal: controller.signal });
    setImmediate(() => controller.abort(reason));

    await expect(reading).rejects.toBe(reason);
    expect(namesIn(await readText(`${head}paths: {}`))).toEqual(['Service Hostile']);
  });

  it('never throws, whatever a text says and whatever it is taken for', async () => {
    const words = fc.constantFrom(
      'openapi',
      'swagger',
      'paths',
      '/a',
      'get',
      '$ref',
      '#/paths',
      'knowledge',
      'entities',
      'type',
      'name',
      '# A',
      '- ',
      '| Term | Definition |\n| - | - |\n',
      ': ',
      '\n',
      '\n  ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '&a',
      '*a',
      '<<',
      '- - ',
      '? ',
      '| ',
      '> ',
      '`',
      '***',
      '](x)',
      '[project]',
      'module x',
      '<Project>',
      '\0',
      '\r',
      '\u2028',
      '\uD800',
      '👩‍👩‍👧',
    );
    const texts = fc.oneof(
      fc.array(words, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.json({ maxDepth: 6 }),
    );
    const names = fc.constantFrom(
      'a.yaml',
      'package.json',
      'pyproject.toml',
      'Cargo.toml',
      'go.mod',
      'a.csproj',
      'glossary.md',
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...knowledgeFormats), names, async (text, format, documentPath) => {
        const reading = await readText(text, { documentPath, format });

        for (const { type, name, source } of reading.entities) {
          expect([type, name].every((part) => part !== '' && !/\p{Surrogate}|\0/u.test(part))).toBe(true);
          expect(source.startLine >= 1 && source.endLine >= source.startLine).toBe(true);
        }
        expect(reading.problems.every(({ line }) => line >= 1)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

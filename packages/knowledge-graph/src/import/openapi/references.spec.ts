import { namesIn, problemsIn, propertiesOf, readText, relationshipsIn } from '../test-support/read-text.js';

const head = `openapi: 3.0.0
info: { title: Refs, version: '1' }
`;

function endpointReturning(schema: string): string {
  return `paths:
  /a:
    get:
      responses:
        200:
          description: A.
          content: { application/json: { schema: ${schema} } }
`;
}

/** Files beside a description, and the paths of those that are asked for. */
function filesWith(textOf: (path: string) => string): [beside: Record<string, string>, asked: Set<string>] {
  const asked = new Set<string>();
  const get = (_: object, path: string): string => {
    asked.add(path);
    return textOf(path);
  };
  return [new Proxy({}, { get }), asked];
}

describe('references in an API description', () => {
  it('follows references to references', async () => {
    const reading = await readText(`${head}paths:
  /a:
    get:
      parameters: [{ $ref: '#/components/parameters/first' }]
      responses: { 200: { $ref: '#/components/responses/One' } }
components:
  parameters:
    first: { $ref: '#/components/parameters/second' }
    second: { name: s, in: query, schema: { type: string } }
  responses:
    One: { $ref: '#/components/responses/Two' }
    Two: { description: The second. }
  schemas:
    Name: { $ref: '#/components/schemas/Text' }
    Text: { type: string }
`);

    expect(problemsIn(reading)).toEqual([]);
    expect(propertiesOf(reading, 'first')).toMatchObject({ name: 's', type: 'string' });
    expect(propertiesOf(reading, 'One')).toMatchObject({ description: 'The second.' });
    expect(propertiesOf(reading, 'Name')).toEqual({ type: 'Text' });
    expect(relationshipsIn(reading, 'refers-to')).toEqual(['Name -refers-to-> Text']);
    expect(relationshipsIn(reading, 'has-parameter')).toEqual(['GET /a -has-parameter-> first']);
  });

  it('reports references that lead nowhere, or round in a circle, and keeps the rest', async () => {
    const reading = await readText(`${head}paths:
  /a:
    get:
      parameters:
        - $ref: '#/components/parameters/none'
        - $ref: '#/components/parameters/round'
      responses: { 200: { description: A. } }
components:
  parameters:
    round: { $ref: '#/components/parameters/square' }
    square: { $ref: '#/components/parameters/round' }
`);

    expect(problemsIn(reading)).toEqual([
      '7: The reference "#/components/parameters/none" leads to nothing.',
      '8: The reference "#/components/parameters/round" refers only to further references, or to itself.',
      '12: The reference "#/components/parameters/square" refers only to further references, or to itself.',
      '13: The reference "#/components/parameters/round" refers only to further references, or to itself.',
    ]);
    expect(namesIn(reading, 'Endpoint')).toEqual(['Endpoint GET /a']);
  });

  it('reads schemas that hold themselves, by name and without one', async () => {
    const reading = await readText(`${head}${endpointReturning("{ $ref: '#/components/schemas/Tree/properties/kids' }")}
components:
  schemas:
    Tree:
      allOf: [{ $ref: '#/components/schemas/Tree' }, { $ref: '#/components/schemas/Bush' }]
      properties:
        kids:
          type: object
          properties:
            next: { $ref: '#/components/schemas/Tree/properties/kids' }
            root: { $ref: '#/components/schemas/Tree' }
    Bush: { allOf: [{ $ref: '#/components/schemas/Tree' }] }
`);

    expect(problemsIn(reading)).toEqual([]);
    expect(propertiesOf(reading, 'GET /a 200 body')['fields']).toEqual({ next: 'object', root: 'Tree' });
    expect(relationshipsIn(reading, 'refers-to')).toEqual([
      'Tree -refers-to-> Tree',
      'Tree -refers-to-> Bush',
      'Bush -refers-to-> Tree',
      'GET /a 200 body -refers-to-> Tree',
    ]);
  });

  it('follows references into files beside, named by file, place or component', async () => {
    const reading = await readText(
      `${head}paths:
  /a: { $ref: 'paths/a.yaml' }
components:
  schemas:
    Pet: { $ref: './models/animal.yaml' }
`,
      {
        documentPath: 'api/openapi.yaml',
        beside: {
          'paths/a.yaml': `get:
  parameters: [{ $ref: ../shared.yaml#/parameters/limit }]
  responses:
    200:
      description: A.
      content:
        application/json: { schema: { $ref: ../models/animal.yaml } }
    404: { $ref: ../shared.yaml#/responses/missing }
`,
          'models/animal.yaml': `type: object
properties:
  owner: { $ref: owner.json }
  kind: { $ref: '#/properties/owner' }
`,
          'models/owner.json': '{ "type": "object", "properties": { "name": { "type": "string" } } }',
          'shared.yaml': `parameters: { limit: { name: limit, in: query, schema: { type: integer } } }
responses: { missing: { description: Gone. } }
`,
        },
      },
    );

    expect(problemsIn(reading)).toEqual([]);
    expect(namesIn(reading)).toEqual([
      'Service Refs',
      'Schema Pet',
      'Endpoint GET /a',
      'Parameter limit',
      'Response GET /a 200',
      'Response missing',
      'Schema owner',
    ]);
    expect(propertiesOf(reading, 'owner')).toMatchObject({
      definedIn: 'models/owner.json:1',
      fields: { name: 'string' },
    });
    expect(propertiesOf(reading, 'Pet')).toMatchObject({ fields: { owner: 'owner', kind: 'owner' } });
    const endpoint = reading.entities.find(({ name }) => name === 'GET /a');
    expect(endpoint?.source).toEqual({ documentPath: 'api/openapi.yaml', startLine: 4, endLine: 4 });
  });

  it('names two files of one name apart', async () => {
    const reading = await readText(
      `${head}${endpointReturning('{ type: array, items: { oneOf: [{ $ref: cats/pet.yaml }, { $ref: dogs/pet.yaml }] } }')}`,
      { beside: { 'cats/pet.yaml': 'type: string', 'dogs/pet.yaml': 'type: object' } },
    );

    expect(namesIn(reading, 'Schema')).toEqual(['Schema pet', 'Schema dogs/pet']);
    expect(propertiesOf(reading, 'GET /a 200')).toMatchObject({ type: '(pet | dogs/pet)[]' });
  });

  it.each([
    ['../../etc/passwd', 'openapi.yaml'],
    ['../../../etc/passwd', 'apis/shop/openapi.yaml'],
    ['/etc/passwd', 'openapi.yaml'],
    ['file:///etc/passwd', 'openapi.yaml'],
    ['http://attacker.example/x.yaml', 'openapi.yaml'],
    ['//attacker.example/x.yaml', 'openapi.yaml'],
    ['C:\\secrets.yaml', 'openapi.yaml'],
    ['a/../../b.yaml', 'openapi.yaml'],
    ['%2e%2e/secret.yaml', 'openapi.yaml'],
    ['..\\secret.yaml', 'openapi.yaml'],
  ])('never asks for %s', async (reference, documentPath) => {
    const asked: string[] = [];
    const reading = await readText(`${head}${endpointReturning(`{ $ref: '${reference}' }`)}`, {
      documentPath,
      beside: new Proxy({}, { get: (_, path) => void asked.push(String(path)) }),
    });

    expect(asked).toEqual([]);
    expect(problemsIn(reading)).toEqual([
      `9: The reference ${JSON.stringify(reference)} refers to a location that is not read. Only files in the folder of this one are read.`,
    ]);
    expect(namesIn(reading, 'Endpoint')).toEqual(['Endpoint GET /a']);
  });

  it('reports a file beside that cannot be read, and what is wrong in one', async () => {
    const reading = await readText(
      `${head}${endpointReturning('{ oneOf: [{ $ref: gone.yaml }, { $ref: broken.yaml }] }')}`,
      { beside: { 'broken.yaml': 'type: object\ntype: string\n' } },
    );

    expect(problemsIn(reading)).toEqual([
      '9: The referenced file "gone.yaml" cannot be read.',
      '9: In "broken.yaml", line 2: The key "type" is there twice; the first one counts.',
    ]);
    expect(namesIn(reading, 'Schema')).toEqual(['Schema broken']);
  });

  it('reads no files at all where there is no way to read them', async () => {
    const reading = await readText(`${head}${endpointReturning('{ $ref: models.yaml }')}`);

    expect(problemsIn(reading)).toEqual(['9: The referenced file "models.yaml" cannot be read.']);
  });

  it('reads files for a property that is called as an example is, and none for an example', async () => {
    const text = `${head}paths: {}
components:
  schemas:
    Case:
      type: object
      properties:
        example: { $ref: './text.yaml#/Text' }
        properties: { type: object, example: { $ref: './none.yaml' } }
      example: { $ref: './none.yaml' }
`;
    const [beside, asked] = filesWith(() => 'Text: { type: string, description: A text. }\n');

    const reading = await readText(text, { beside });

    expect([...asked]).toEqual(['text.yaml']);
    expect(problemsIn(reading)).toEqual([]);
    expect(JSON.stringify(propertiesOf(reading, 'Case'))).not.toContain('unknown');
  });

  it('says that a description refers to more files than are read', async () => {
    const references = (from: number): string =>
      Array.from({ length: 4_000 }, (_, index) => `  S${index}: { $ref: './f${from + index}.yaml' }\n`).join('');
    const [beside, asked] = filesWith((path) => (path === 'f0.yaml' ? `x:\n${references(3_000)}` : '{}'));

    const reading = await readText(`${head}paths: {}\nx-more:\n${references(0)}`, { beside });

    expect(asked.size).toBe(5_000);
    expect(problemsIn(reading)).toEqual([expect.stringContaining('More than 5,000 files are referenced')]);
  });
});

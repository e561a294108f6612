import { namesIn, problemsIn, propertiesOf, readText, relationshipsIn } from '../test-support/read-text.js';

const pets = `openapi: 3.0.3
info:
  title: Pet store
  version: 1.0.0
  description: Sells pets.
servers:
  - url: https://pets.example/v1
tags:
  - name: pets
    description: All about pets.
security:
  - key: []
paths:
  /pets/{petId}:
    parameters:
      - name: petId
        in: path
        required: true
        schema: { type: string, pattern: '^[a-z]+$' }
      - $ref: '#/components/parameters/trace'
    get:
      operationId: getPet
      summary: One pet
      tags: [pets]
      parameters:
        - { name: fields, in: query, schema: { type: array, items: { type: string, enum: [a, b] } }, description: What to show. }
      responses:
        200:
          description: The pet.
          headers:
            X-Rate: { schema: { type: integer }, description: Calls left. }
          content:
            application/json: { schema: { $ref: '#/components/schemas/Pet' } }
            application/xml: { schema: { $ref: '#/components/schemas/Pet' } }
        default: { $ref: '#/components/responses/Failure' }
  /pets:
    post:
      deprecated: true
      security: [{ oauth: [write] }, {}]
      requestBody:
        required: true
        description: The pet to add.
        content:
          application/json:
            schema:
              type: object
              required: [pet]
              properties:
                pet: { $ref: '#/components/schemas/Pet' }
                note: { type: string, maxLength: 200, description: For the keeper. }
                address:
                  type: object
                  required: [street]
                  properties:
                    street: { type: string }
      responses:
        201: { description: Added. }
      callbacks:
        added:
          '{$request.body#/url}':
            post:
              responses: { 200: { description: Heard. } }
    get:
      operationId: listPets
      responses:
        200:
          description: All pets.
          content:
            application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  parameters:
    trace: { name: X-Trace, in: header, schema: { type: string }, description: Follows a call. }
  responses:
    Failure:
      description: It failed.
      content:
        application/json: { schema: { $ref: '#/components/schemas/Problem' } }
  schemas:
    Pet:
      title: A pet
      allOf:
        - $ref: '#/components/schemas/Animal'
        - type: object
          required: [name]
          properties:
            name: { type: string, description: What it is called. }
            owner: { $ref: '#/components/schemas/Owner' }
            friends: { type: array, items: { $ref: '#/components/schemas/Pet' } }
            age: { type: integer, minimum: 0, maximum: 99, default: 1, nullable: true }
    Animal: { type: object, properties: { kind: { type: string, enum: [cat, dog] } } }
    Owner: { oneOf: [{ $ref: '#/components/schemas/Animal' }, { type: string, format: email }] }
    Problem: { type: object, additionalProperties: { type: string } }
`;

describe('readOpenApi', () => {
  it('reads a service, endpoints, parameters, responses and schemas with their relationships', async () => {
    const reading = await readText(pets);

    expect(problemsIn(reading)).toEqual([]);
    expect([...namesIn(reading)].sort()).toEqual([
      'Endpoint GET /pets',
      'Endpoint GET /pets/{petId}',
      'Endpoint POST /pets',
      'Endpoint POST callback added of POST /pets',
      'Parameter /pets/{petId} petId in path',
      'Parameter GET /pets/{petId} fields in query',
      'Parameter trace',
      'Response Failure',
      'Response GET /pets 200',
      'Response GET /pets/{petId} 200',
      'Response POST /pets 201',
      'Response POST callback added of POST /pets 200',
      'Schema Animal',
      'Schema Owner',
      'Schema POST /pets request body',
      'Schema Pet',
      'Schema Problem',
      'Service Pet store',
    ]);
    expect([...relationshipsIn(reading)].sort()).toEqual([
      'Failure -has-schema-> Problem',
      'GET /pets -returns-> GET /pets 200',
      'GET /pets 200 -has-schema-> Pet',
      'GET /pets/{petId} -has-parameter-> /pets/{petId} petId in path',
      'GET /pets/{petId} -has-parameter-> GET /pets/{petId} fields in query',
      'GET /pets/{petId} -has-parameter-> trace',
      'GET /pets/{petId} -returns-> Failure',
      'GET /pets/{petId} -returns-> GET /pets/{petId} 200',
      'GET /pets/{petId} 200 -has-schema-> Pet',
      'Owner -refers-to-> Animal',
      'POST /pets -accepts-> POST /pets request body',
      'POST /pets -related-to-> POST callback added of POST /pets',
      'POST /pets -returns-> POST /pets 201',
      'POST /pets request body -refers-to-> Pet',
      'POST callback added of POST /pets -returns-> POST callback added of POST /pets 200',
      'Pet -refers-to-> Animal',
      'Pet -refers-to-> Owner',
      'Pet -refers-to-> Pet',
      'Pet store -has-endpoint-> GET /pets',
      'Pet store -has-endpoint-> GET /pets/{petId}',
      'Pet store -has-endpoint-> POST /pets',
      'Pet store -has-endpoint-> POST callback added of POST /pets',
    ]);
  });

  it('says of each what an agent needs to know', async () => {
    const reading = await readText(pets);

    expect(propertiesOf(reading, 'Pet store')).toEqual({
      version: '1.0.0',
      description: 'Sells pets.',
      servers: ['https://pets.example/v1'],
      tags: { pets: 'All about pets.' },
      security: ['key'],
      securitySchemes: { key: 'apiKey in header X-Key' },
      openapi: '3.0.3',
    });
    expect(propertiesOf(reading, 'GET /pets/{petId}')).toEqual({
      method: 'GET',
      path: '/pets/{petId}',
      summary: 'One pet',
      tags: ['pets'],
      security: ['key'],
      parameters: {
        petId: 'path, string, required',
        fields: 'query, ("a" | "b")[]',
        'X-Trace': 'header, string',
      },
      responses: { 200: 'Pet', default: 'Problem' },
    });
    expect(propertiesOf(reading, 'POST /pets')).toMatchObject({
      deprecated: true,
      security: ['oauth (write)', 'none'],
      requestBody: 'object',
      requestBodyRequired: true,
    });
    expect(propertiesOf(reading, '/pets/{petId} petId in path')).toEqual({
      name: 'petId',
      in: 'path',
      required: true,
      type: 'string',
      pattern: '^[a-z]+$',
    });
    expect(propertiesOf(reading, 'GET /pets/{petId} fields in query')).toMatchObject({ type: '("a" | "b")[]' });
    expect(propertiesOf(reading, 'GET /pets/{petId} 200')).toEqual({
      status: '200',
      description: 'The pet.',
      type: 'Pet',
      mediaTypes: ['application/json', 'application/xml'],
      headers: { 'X-Rate': 'integer: Calls left.' },
    });
    expect(propertiesOf(reading, 'Pet')).toEqual({
      type: 'Animal & object',
      title: 'A pet',
      extends: ['Animal'],
      required: ['name'],
      fields: {
        name: 'string',
        owner: 'Owner',
        friends: 'Pet[]',
        age: 'integer | null, 0 to 99, default 1',
      },
      fieldDescriptions: { name: 'What it is called.' },
    });
    expect(propertiesOf(reading, 'POST /pets request body')).toMatchObject({
      required: ['pet', 'address.street'],
      fields: { pet: 'Pet', note: 'string, at most 200 characters', address: 'object', 'address.street': 'string' },
    });
    expect(propertiesOf(reading, 'Problem')).toMatchObject({ type: 'map of string' });
    expect(propertiesOf(reading, 'Owner')).toMatchObject({ type: 'Animal | string (email)' });
  });

  it('says what an endpoint is called by its operationId, and where each fact stands', async () => {
    const { entities, relationships } = await readText(pets);

    const endpoint = entities.find(({ name }) => name === 'GET /pets/{petId}');
    expect(endpoint).toMatchObject({
      aliases: ['getPet'],
      source: { documentPath: 'api.yaml', startLine: 21, endLine: 35 },
    });
    expect(entities.find(({ name }) => name === 'trace')).toMatchObject({
      aliases: ['X-Trace'],
      source: { startLine: 74 },
    });
    const list = relationships.find(({ from, type }) => from.name === 'GET /pets 200' && type === 'has-schema');
    expect(list?.properties).toEqual({ type: 'Pet[]', mediaTypes: ['application/json'] });
    const accepts = relationships.find(({ type }) => type === 'accepts');
    expect(accepts?.properties).toEqual({
      type: 'object',
      mediaTypes: ['application/json'],
      required: true,
      description: 'The pet to add.',
    });
    const friends = relationships.find(({ from, to }) => from.name === 'Pet' && to.name === 'Pet');
    expect(friends?.properties).toEqual({ fields: ['friends[]'] });
  });

  it('reads JSON and YAML alike', async () => {
    const { parse } = await import('yaml');

    const fromYaml = await readText(pets);
    const fromJson = await readText(JSON.stringify(parse(pets)), { documentPath: 'api.yaml' });

    const factsOf = ({ entities }: typeof fromYaml) => entities.map((entity) => ({ ...entity, source: undefined }));
    expect(factsOf(fromJson)).toEqual(factsOf(fromYaml));
  });

  it('reads webhooks and lists of types of OpenAPI 3.1, and methods of 3.2', async () => {
    const reading = await readText(`openapi: 3.2.0
info: { title: New, version: '1' }
paths:
  /search:
    query:
      responses: { '200': { description: Found. } }
webhooks:
  paid:
    post:
      requestBody:
        content:
          application/json: { schema: { $ref: '#/components/schemas/Bill' } }
      responses: { '200': { description: Heard. } }
components:
  schemas:
    Bill:
      type: [object, 'null']
      properties:
        sum: { type: [number, 'null'], exclusiveMinimum: 0 }
        kind: { const: bill }
        lines: { type: array, items: { type: object, properties: { price: { type: number } } } }
`);

    expect(problemsIn(reading)).toEqual([]);
    expect(namesIn(reading, 'Endpoint')).toEqual(['Endpoint QUERY /search', 'Endpoint POST webhook paid']);
    expect(relationshipsIn(reading, 'accepts')).toEqual(['POST webhook paid -accepts-> Bill']);
    expect(propertiesOf(reading, 'Bill')).toMatchObject({
      type: 'object | null',
      fields: { sum: 'number | null', kind: '"bill"', lines: 'object[]', 'lines[].price': 'number' },
    });
  });

  it('keeps what is valid, and names what is not once, at its line', async () => {
    const reading = await readText(`openapi: 3.0.0
info: { title: Half, version: '1' }
paths:
  /good:
    get:
      responses: { 200: { description: Fine. } }
  /bad:
    get:
      parameters:
        - { name: a, in: nowhere, schema: { type: string } }
        - { in: query, schema: { type: strin } }
      responses: { 200: {} }
  /worse: 7
components:
  schemas:
    Odd:
      type: object
      properties:
        size: { type: number, minimum: small }
`);

    expect(problemsIn(reading)).toEqual([
      '10: "parameters › 0 › in" has to be "path", "query", "header" or "cookie".',
      '11: "1 › schema › type" has to be "array", "boolean", "integer", "number", "object" or "string".',
      '12: "get › responses › 200" lacks "description".',
      '13: "paths › /worse" has to be of type object.',
      '19: "properties › size › minimum" has to be of type number.',
    ]);
    expect(namesIn(reading)).toEqual([
      'Service Half',
      'Schema Odd',
      'Endpoint GET /good',
      'Response GET /good 200',
      'Endpoint GET /bad',
      'Parameter GET /bad a in nowhere',
      'Response GET /bad 200',
    ]);
  });

  it("lets an operation's parameter take the place of the path's", async () => {
    const reading = await readText(`openapi: 3.0.0
info: { title: Own, version: '1' }
paths:
  /a:
    parameters: [{ name: x, in: query, schema: { type: string } }, { name: x, in: header, schema: { type: string } }]
    get:
      parameters: [{ name: x, in: query, schema: { type: integer } }]
      responses: { 200: { description: A. } }
`);

    expect(relationshipsIn(reading, 'has-parameter')).toEqual([
      'GET /a -has-parameter-> /a x in header',
      'GET /a -has-parameter-> GET /a x in query',
    ]);
  });

  it('reports two operations with one id', async () => {
    const reading = await readText(`openapi: 3.0.0
info: { title: Twice, version: '1' }
paths:
  /a: { get: { operationId: same, responses: { 200: { description: A. } } } }
  /b: { get: { operationId: same, responses: { 200: { description: B. } } } }
`);

    expect(problemsIn(reading)).toEqual(['5: The operationId "same" is already used by GET /a.']);
    expect(namesIn(reading, 'Endpoint')).toEqual(['Endpoint GET /a', 'Endpoint GET /b']);
  });

  it('says what is wrong with a version that it does not know, and reads what it can', async () => {
    const reading = await readText(`openapi: 4.0.0
info: { title: Far, version: '1' }
paths: { /a: { get: { responses: { 200: { description: A. } } } } }
`);

    expect(problemsIn(reading)).toEqual([
      '1: "openapi" is the version as a text: swagger: "2.0", or openapi: "3.0.x" to "3.2.x".',
    ]);
    expect(namesIn(reading, 'Endpoint')).toEqual(['Endpoint GET /a']);
  });

  it.each([
    ['a list', '- a\n- b'],
    ['an empty text', ''],
    ['a text', 'just words'],
    ['another kind of document', 'asyncapi: 2.0.0'],
  ])('cannot read %s', async (_, text) => {
    const reading = await readText(text, { format: 'openapi' });

    expect(reading).toMatchObject({ entities: [], isUnreadable: true });
    expect(reading.problems.length).toBeGreaterThan(0);
  });

  it('tells parameters of one name apart by their place', async () => {
    const reading = await readText(`openapi: 3.0.0
info: { title: A, version: '1' }
paths:
  /users/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: id, in: query, schema: { type: integer } }
        - { name: page, in: query, schema: { type: integer } }
      responses: { 200: { description: A. } }
`);

    expect(propertiesOf(reading, 'GET /users/{id}')['parameters']).toEqual({
      'id in path': 'path, string, required',
      'id in query': 'query, integer',
      page: 'query, integer',
    });
  });
});

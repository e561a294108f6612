import { problemsIn, propertiesOf, readText, relationshipsIn } from '../test-support/read-text.js';

describe('readOpenApi', () => {
  it('reads Swagger 2: body and form parameters, definitions, consumes and produces', async () => {
    const reading = await readText(`swagger: '2.0'
info: { title: Old, version: '1' }
host: old.example
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json]
parameters:
  limit: { name: limit, in: query, type: integer, default: 20, maximum: 100 }
responses:
  Bad: { description: Bad., schema: { $ref: '#/definitions/Problem' } }
securityDefinitions:
  login: { type: oauth2, flow: implicit, authorizationUrl: 'https://x', scopes: {} }
paths:
  /pets:
    get:
      parameters: [{ $ref: '#/parameters/limit' }]
      responses:
        200: { description: All., schema: { type: array, items: { $ref: '#/definitions/Pet' } } }
        400: { $ref: '#/responses/Bad' }
    post:
      parameters:
        - { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
      responses: { 204: { description: Done. } }
  /photos:
    post:
      consumes: [multipart/form-data]
      parameters:
        - { name: photo, in: formData, type: file, required: true, description: The picture. }
        - { name: title, in: formData, type: string }
      responses: { 204: { description: Done. } }
definitions:
  Pet: { type: object, properties: { name: { type: string } } }
  Problem: { type: object }
`);

    expect(problemsIn(reading)).toEqual([]);
    expect(propertiesOf(reading, 'Old')).toMatchObject({
      servers: ['https://old.example/v1'],
      securitySchemes: { login: 'oauth2 implicit' },
    });
    expect(propertiesOf(reading, 'limit')).toMatchObject({ type: 'integer', default: 20, maximum: 100 });
    expect(propertiesOf(reading, 'Bad')).toMatchObject({ type: 'Problem', mediaTypes: ['application/json'] });
    expect(propertiesOf(reading, 'GET /pets 200')).toMatchObject({ type: 'Pet[]' });
    expect(propertiesOf(reading, 'POST /photos request body')).toEqual({
      type: 'object',
      required: ['photo'],
      fields: { photo: 'file', title: 'string' },
      fieldDescriptions: { photo: 'The picture.' },
    });
    expect(relationshipsIn(reading, 'accepts')).toEqual([
      'POST /pets -accepts-> Pet',
      'POST /photos -accepts-> POST /photos request body',
    ]);
    const photos = reading.relationships.find(({ to }) => to.name === 'POST /photos request body');
    expect(photos?.properties).toMatchObject({ mediaTypes: ['multipart/form-data'] });
  });
});

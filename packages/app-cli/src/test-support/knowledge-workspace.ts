import { aPreparedFolder } from './prepared-folder.js';
import { type FolderFiles, aFolder, runCommand } from './run-command.js';

/** A small API: two endpoints, one without a summary, and schemas. */
export const petApi = `openapi: 3.0.3
info: { title: Petstore, version: 1.0.0, description: A sample store of pets. }
paths:
  /pets:
    get:
      operationId: listPets
      summary: List all pets
      parameters:
        - { name: limit, in: query, description: How many pets to return., schema: { type: integer, maximum: 100 } }
      responses:
        '200':
          description: A page of pets
          content: { application/json: { schema: { $ref: '#/components/schemas/Pets' } } }
    post:
      operationId: createPet
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
      responses: { '201': { description: Created } }
components:
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties: { id: { type: integer }, name: { type: string, description: What the pet is called } }
    Pets: { type: array, items: { $ref: '#/components/schemas/Pet' } }
`;

export const glossary = `# Glossary

**Pet**: An animal that is for sale in the store.

**Backorder**: An order for a pet that is not in the store.
`;

/** Components that need each other, and rules that they and the API break. */
export const rules = `knowledge: 1
entities:
  - type: Component
    name: Billing
    properties: { owner: Ada }
    relationships: [{ type: depends-on, to: { type: Component, name: Ledger } }]
  - type: Component
    name: Ledger
    relationships: [{ type: depends-on, to: { type: Component, name: Billing } }]
axioms:
  - name: endpoints have a summary
    description: Readers see it first.
    targetType: Endpoint
    severity: error
    condition: { kind: required-property, property: summary }
  - name: components have an owner
    targetType: Component
    condition: { kind: required-property, property: owner }
  - name: no circles
    targetType: Component
    severity: error
    condition: { kind: acyclic, relationship: depends-on }
`;

/** A workspace with these three, and whatever else a test needs. Nothing is imported. */
export function aKnowledgeFolder(files: FolderFiles = {}): string {
  return aFolder(withKnowledge(files));
}

/** The same, with all three imported. */
export function aKnowledgeWorkspace(files: FolderFiles = {}): Promise<string> {
  return aPreparedFolder({
    name: 'knowledge',
    files: withKnowledge(files),
    prepare: async (workingDirectory) => {
      const argv = ['knowledge', 'import', 'openapi.yaml', 'docs/glossary.md', 'rules.yaml'];
      const { exitCode, stderr } = await runCommand(argv, { workingDirectory });
      expect([exitCode, stderr]).toEqual([0, '']);
    },
  });
}

function withKnowledge(files: FolderFiles): FolderFiles {
  return { 'openapi.yaml': petApi, 'docs/glossary.md': glossary, 'rules.yaml': rules, ...files };
}

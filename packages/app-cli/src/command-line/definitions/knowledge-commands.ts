import type { CommandGroup, OptionDefinition } from '../command-definition.js';
import { knownAgentIds, knownEntityTypes, knownExportFormats, knownImportFormats } from '../known-names.js';

const typeOption: OptionDefinition = {
  flags: '--type <types>',
  summary: 'only entities of these types, such as Endpoint; repeated or comma-separated',
  isRepeatable: true,
  completion: knownEntityTypes,
};

/** `lexichord knowledge …`. */
export const knowledgeGroup: CommandGroup = {
  name: 'knowledge',
  summary: 'import, search and check facts about the product',
  commands: [
    {
      name: 'import',
      summary: 'read API descriptions, glossaries, manifests and lists of facts into the knowledge graph',
      description:
        'Reads OpenAPI and Swagger descriptions, Markdown with terms or headings, package manifests, and facts of your ' +
        'own in YAML or JSON. What a file stated before and does not state any more goes; the same file again changes ' +
        'nothing. A folder of the workspace stands for the manifests, API descriptions and glossaries in it.\n\n' +
        'All or nothing: when one of the files cannot be read whole, nothing is stored of any, and the exit code is 1; what ' +
        'is odd and was read all the same is listed. With --partial what could be read is stored, and what such a file ' +
        'stated before stays. A file from outside the workspace is known by its name and its folder.\n\n' +
        'A file of your own has a list "entities", each { type, name, aliases, properties, relationships: [{ type, to: ' +
        '{ type, name } }] }, and a list "axioms", each { name, description, targetType, severity, condition }. A ' +
        'condition is { kind: required-property, property }, or of kind pattern, range, one-of, cardinality, domain, ' +
        'relationship-range, disjoint, acyclic, functional or time-order. "lexichord knowledge export" shows examples.',
      arguments: [
        {
          name: '<files...>',
          summary: 'files from anywhere, folders of the workspace; - is standard input',
          completion: 'file',
        },
      ],
      options: [
        {
          flags: '--format <format>',
          summary:
            'what the files are: openapi, markdown, yaml, json or manifest (default: found from name and content)',
          completion: knownImportFormats,
        },
        { flags: '--source <name>', summary: 'what to call one document, such as standard input, instead of its path' },
        { flags: '--strict', summary: 'store nothing when anything at all is wrong, or a rule is broken; exit code 1' },
        { flags: '--partial', summary: 'store what could be read of documents that could not be read whole' },
      ],
      examples: [
        ['lexichord knowledge import api/openapi.yaml docs/glossary.md', 'an API and the words of its domain'],
        ['lexichord knowledge import .', 'packages, APIs and glossaries of the workspace'],
        ['lexichord knowledge import rules.yaml --strict', 'only if everything in it is right and no rule is broken'],
        ['curl -s https://example.org/openapi.json | lexichord knowledge import - --format openapi', 'from elsewhere'],
      ],
      load: async () => (await import('../../commands/knowledge-import.js')).runKnowledgeImport,
    },
    {
      name: 'search',
      summary: 'find entities by name, type, properties and meaning',
      arguments: [{ name: '<query...>', summary: 'what to look for' }],
      options: [
        typeOption,
        { flags: '--limit <count>', summary: 'maximum number of entities, from 1 to 200; default 10' },
      ],
      examples: [
        ['lexichord knowledge search "cancel an order"', 'entities that it may be about, best first'],
        ['lexichord knowledge search pet --type Endpoint,Schema --limit 5', 'of these types'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/knowledge-search.js')).runKnowledgeSearch,
    },
    {
      name: 'show',
      summary: 'show an entity, its relationships and the rules that bind it',
      arguments: [{ name: '<name...>', summary: 'name or alias, whatever the case of its letters; or an id' }],
      options: [typeOption, { flags: '--history', summary: 'also show earlier versions' }],
      examples: [
        ['lexichord knowledge show GET /pets', 'all facts about it'],
        ['lexichord knowledge show Pet --type Schema --history', 'and how it came to be so'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/knowledge-show.js')).runKnowledgeShow,
    },
    {
      name: 'axioms',
      summary: 'list the rules',
      options: [{ ...typeOption, summary: 'only rules that bind entities of these types' }],
      examples: [
        ['lexichord knowledge axioms', 'all rules'],
        ['lexichord knowledge axioms --type Endpoint', 'what every endpoint has to keep'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/knowledge-axioms.js')).runKnowledgeAxioms,
    },
    {
      name: 'check',
      summary: 'check entities against the rules; exit code 1 if one of severity error is broken',
      arguments: [
        { name: '[document]', summary: 'only what this document states; default: everything', completion: 'file' },
      ],
      examples: [
        ['lexichord knowledge check', 'all entities'],
        ['lexichord knowledge check api/openapi.yaml', 'those that this document states'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/knowledge-check.js')).runKnowledgeCheck,
    },
    {
      name: 'context',
      summary: 'print the knowledge context of an agent',
      arguments: [{ name: '<query...>', summary: 'the question to the agent' }],
      options: [
        {
          flags: '--agent <id>',
          summary: 'the agent that the context is for (default: copilot)',
          completion: knownAgentIds,
        },
        { flags: '--budget <tokens>', summary: "maximum tokens (default: the agent's)" },
        {
          flags: '--document <file>',
          summary: 'the open document; entities that it names rank higher',
          completion: 'file',
        },
      ],
      examples: [
        [
          'lexichord knowledge context "how do I cancel an order"',
          'entities, relationships and rules for the question',
        ],
        ['lexichord knowledge context "shorter" --agent simplifier --document docs/guide.md', 'for one agent'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/knowledge-context.js')).runKnowledgeContext,
    },
    {
      name: 'export',
      summary: 'write the graph, or a picture of it, to standard output',
      options: [
        {
          flags: '--format <format>',
          summary: 'yaml (default) or json, which can be imported again; dot or mermaid, which are pictures',
          completion: knownExportFormats,
        },
        { flags: '--around <name>', summary: 'only this entity and its neighbours' },
        { flags: '--depth <steps>', summary: 'steps from the entity, from 1 to 10; default 1' },
        { flags: '--limit <count>', summary: 'maximum number of entities in a picture, from 1 to 2000; default 100' },
      ],
      examples: [
        ['lexichord knowledge export > knowledge.yaml', 'everything, in a form to edit and import'],
        ['lexichord knowledge export --format mermaid --around Pet --depth 2', 'a picture for Markdown'],
        ['lexichord knowledge export --format dot | dot -Tsvg > graph.svg', 'a picture by Graphviz'],
      ],
      load: async () => (await import('../../commands/knowledge-export.js')).runKnowledgeExport,
    },
    {
      name: 'backup',
      summary: 'write every fact, with its history, to one file, which restore verifies',
      arguments: [{ name: '<file>', summary: 'where to', completion: 'file' }],
      options: [{ flags: '--force', summary: 'replace the file if it is there' }],
      examples: [['lexichord knowledge backup knowledge.backup', 'everything that exists nowhere else']],
      load: async () => (await import('../../commands/knowledge-backup.js')).runKnowledgeBackup,
    },
    {
      name: 'restore',
      summary: 'store what is in a backup; what is there already is left as it is',
      arguments: [{ name: '<file>', summary: 'what "lexichord knowledge backup" wrote', completion: 'file' }],
      examples: [['lexichord knowledge restore knowledge.backup', 'all of it, or nothing and why']],
      load: async () => (await import('../../commands/knowledge-backup.js')).runKnowledgeRestore,
    },
  ],
};

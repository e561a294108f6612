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
      summary: 'import API descriptions, glossaries, manifests and lists of facts',
      description:
        'Imports OpenAPI and Swagger descriptions, Markdown with terms or headings, package manifests, and your own ' +
        'facts in YAML or JSON. Facts that a file no longer states are removed; an unchanged file changes nothing. ' +
        'A folder of the workspace stands for the manifests, API descriptions and glossaries in it.\n\n' +
        'All or nothing: if one of the files cannot be read completely, nothing is stored and the exit code is 1. ' +
        'Problems in readable files are listed as warnings. With --partial, readable facts are stored, and the ' +
        'earlier facts of an incomplete file are kept. A file outside the workspace is identified by its name and ' +
        'its folder.\n\n' +
        'A file of facts has a list "entities", each { type, name, aliases, properties, relationships: [{ type, to: ' +
        '{ type, name } }] }, and a list "axioms", each { name, description, targetType, severity, condition }. A ' +
        'condition is { kind: required-property, property }, or of kind pattern, range, one-of, cardinality, domain, ' +
        'relationship-range, disjoint, acyclic, functional or time-order. "lexichord knowledge export" shows examples.',
      arguments: [
        {
          name: '<files...>',
          summary: 'files inside or outside the workspace, or folders of the workspace; - is standard input',
          completion: 'file',
        },
      ],
      options: [
        {
          flags: '--format <format>',
          summary:
            'format of the files: openapi, markdown, yaml, json or manifest (default: detected from name and content)',
          completion: knownImportFormats,
        },
        { flags: '--source <name>', summary: 'name of a single document, such as standard input, instead of its path' },
        { flags: '--strict', summary: 'store nothing if there is any problem or a broken rule; exit code 1' },
        { flags: '--partial', summary: 'store the readable facts of incomplete documents' },
      ],
      examples: [
        ['lexichord knowledge import api/openapi.yaml docs/glossary.md', 'an API and a glossary'],
        ['lexichord knowledge import .', 'packages, APIs and glossaries of the workspace'],
        ['lexichord knowledge import rules.yaml --strict', 'only without problems and broken rules'],
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
        ['lexichord knowledge search "cancel an order"', 'matching entities, best first'],
        ['lexichord knowledge search pet --type Endpoint,Schema --limit 5', 'of these types'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/knowledge-search.js')).runKnowledgeSearch,
    },
    {
      name: 'show',
      summary: 'show an entity, its relationships and the rules that apply to it',
      arguments: [{ name: '<name...>', summary: 'name or alias, case-insensitive, or an id' }],
      options: [typeOption, { flags: '--history', summary: 'also show earlier versions' }],
      examples: [
        ['lexichord knowledge show GET /pets', 'all facts about it'],
        ['lexichord knowledge show Pet --type Schema --history', 'with its earlier versions'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/knowledge-show.js')).runKnowledgeShow,
    },
    {
      name: 'axioms',
      summary: 'list the rules',
      options: [{ ...typeOption, summary: 'only rules for entities of these types' }],
      examples: [
        ['lexichord knowledge axioms', 'all rules'],
        ['lexichord knowledge axioms --type Endpoint', 'rules for endpoints'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/knowledge-axioms.js')).runKnowledgeAxioms,
    },
    {
      name: 'check',
      summary: 'check entities against the rules; exit code 1 if one of severity error is broken',
      arguments: [
        { name: '[document]', summary: 'only the facts of this document; default: all facts', completion: 'file' },
      ],
      examples: [
        ['lexichord knowledge check', 'all entities'],
        ['lexichord knowledge check api/openapi.yaml', 'the facts of this document'],
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
          summary: 'agent to assemble the context for (default: copilot)',
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
      summary: 'write the graph, or a diagram of it, to standard output',
      options: [
        {
          flags: '--format <format>',
          summary: 'yaml (default) or json, to import again; dot or mermaid, for a diagram',
          completion: knownExportFormats,
        },
        { flags: '--around <name>', summary: 'only this entity and its neighbours' },
        { flags: '--depth <steps>', summary: 'steps from the entity, from 1 to 10; default 1' },
        { flags: '--limit <count>', summary: 'maximum number of entities in a diagram, from 1 to 2000; default 100' },
      ],
      examples: [
        ['lexichord knowledge export > knowledge.yaml', 'all facts, to edit and import'],
        ['lexichord knowledge export --format mermaid --around Pet --depth 2', 'a diagram for Markdown'],
        ['lexichord knowledge export --format dot | dot -Tsvg > graph.svg', 'a diagram by Graphviz'],
      ],
      load: async () => (await import('../../commands/knowledge-export.js')).runKnowledgeExport,
    },
    {
      name: 'backup',
      summary: 'write all facts with their history to a backup file',
      arguments: [{ name: '<file>', summary: 'file to write', completion: 'file' }],
      options: [{ flags: '--force', summary: 'replace an existing file' }],
      examples: [['lexichord knowledge backup knowledge.backup', 'all facts of the workspace']],
      load: async () => (await import('../../commands/knowledge-backup.js')).runKnowledgeBackup,
    },
    {
      name: 'restore',
      summary: 'restore a backup into a workspace without other facts',
      arguments: [{ name: '<file>', summary: 'a file from "lexichord knowledge backup"', completion: 'file' }],
      examples: [['lexichord knowledge restore knowledge.backup', 'all facts of the backup, or none']],
      load: async () => (await import('../../commands/knowledge-backup.js')).runKnowledgeRestore,
    },
  ],
};

/**
 * What `npm run test:long` runs, in groups. The minutes are those that a group may take on two processors in its seeded
 * form; together they are what continuous integration has for it. A group has the specs named `*.GROUP.long.spec.ts`,
 * and those of the properties in its packages, which then have more cases.
 */
export const longGroups = [
  {
    name: 'trust',
    about: 'what is stored and what is read: storage, conversations, facts, the guard',
    minutes: 12,
    propertiesOf: ['storage', 'compression', 'knowledge-graph', 'workspace'],
    scale: 2,
  },
  {
    name: 'packs',
    about: 'packs and assemblies: never over the budget, nothing lost, same input same bytes',
    minutes: 6,
    propertiesOf: ['agents', 'packer', 'mcp-server'],
    scale: 8,
  },
  {
    name: 'reach',
    about: 'installing and starting what is published',
    minutes: 14,
    propertiesOf: [],
    scale: 1,
  },
  {
    name: 'rest',
    about: 'counting tokens, reading, search, the preview, whole assemblies',
    minutes: 8,
    propertiesOf: [
      ...['tokenizer', 'platform', 'license', 'secrets', 'markdown', 'style-rules', 'chunker', 'text-index'],
      ...['search', 'preview', 'control', 'runtime', 'app-cli'],
    ],
    scale: 2,
  },
];

/** A run of everything: a property of 400 cases has 100,000. */
export const fullScale = 250;

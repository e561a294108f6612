import fc from 'fast-check';
import { fromDot } from 'ts-graphviz';

import { aRelationship, anEntity } from '../check/test-support/a-graph.js';
import { drawGraph, writeDot, writeMermaid } from './graph-picture.js';

const entities = [anEntity('Service Pets'), anEntity('Endpoint GET /pets/{id}'), anEntity('Schema Pet')];
const relationships = [
  aRelationship('Endpoint GET /pets/{id}', 'returns', { to: 'Schema Pet' }),
  aRelationship('Endpoint GET /pets/{id}', 'uses', { to: 'Schema Pet' }),
  aRelationship('Service Pets', 'has-endpoint', { to: 'Endpoint GET /pets/{id}' }),
  aRelationship('Schema Pet', 'refers-to', { to: 'Schema Elsewhere' }),
];
const picture = drawGraph(entities, relationships);

/** Names that would break out of a label, be taken for markup, or confuse a reader. */
const hostileNames = [
  '"]; n9["x',
  String.raw`\" ] ; evil [label="x`,
  String.raw`ends with \ `,
  '<b>bold</b>',
  '<<script>alert(1)</script>>',
  '&quot;#quot;#35;',
  'two\r\nlines\u2028and\u0085more\0',
  '\u202egnp.exe',
  '--> n0 %% comment',
  'end; subgraph x',
  '```\n</div>',
  'half \ud800',
  `long ${'😀'.repeat(100)}`,
  'click n0 call alert()',
];

describe('drawGraph', () => {
  it('gives an arrow to all relationships from one entity to another', () => {
    expect(picture.edges).toEqual([
      { from: 'n0', to: 'n1', types: ['has-endpoint'] },
      { from: 'n1', to: 'n2', types: ['returns', 'uses'] },
    ]);
  });
});

describe('writeDot', () => {
  it('draws boxes and arrows', async () => {
    const dot = await writeDot(picture);

    expect(dot).toContain(String.raw`"n1" [
    label = "Endpoint\nGET /pets/{id}";
  ];`);
    expect(dot).toContain(String.raw`"n1" -> "n2" [
    label = "returns\nuses";
  ];`);
  });

  it.each(hostileNames)('keeps in its label: %j', async (name) => {
    const dot = await writeDot(drawGraph([anEntity('A b', { name }), anEntity('A c')], []));

    const { nodes, edges } = fromDot(dot);
    expect(nodes.map(({ id }) => id)).toEqual(['n0', 'n1']);
    expect(edges).toEqual([]);
    const label = nodes[0]?.attributes.get('label');
    expect(label).toMatch(/^A\\n/);
    expect(label).not.toMatch(/^<|[\p{Cc}\p{Bidi_Control}]/u);
  });
});

describe('writeMermaid', () => {
  it('draws boxes and arrows', () => {
    expect(writeMermaid(picture)).toBe(
      `flowchart LR
  n0["Service<br/>Pets"]
  n1["Endpoint<br/>GET /pets/#123;id#125;"]
  n2["Schema<br/>Pet"]
  n0 -->|"has-endpoint"| n1
  n1 -->|"returns<br/>uses"| n2
`,
    );
  });

  it.each(hostileNames)('keeps in its label: %j', (name) => {
    const [, line = '', ...rest] = writeMermaid(drawGraph([anEntity('A b', { name })], [])).split('\n');

    expect(line).toMatch(/^ {2}n0\["A<br\/>(?:[\p{L}\p{N} .,_/-]|#\d+;)*"\]$/u);
    expect(rest).toEqual(['']);
  });

  it('has a line for each entity, whatever its name', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (names) => {
        const named = names.map((name) => anEntity('A b', { name, id: name }));

        expect(writeMermaid(drawGraph(named, [])).split('\n')).toHaveLength(names.length + 2);
      }),
    );
  });
});

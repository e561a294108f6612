import { namesIn, problemsIn, propertiesOf, readText, relationshipsIn } from '../test-support/read-text.js';

const guide = { documentPath: 'docs/guide.md' };

describe('readMarkdown: concepts', () => {
  it('does not repeat in the concept of a glossary what its terms say', async () => {
    const text = '# Glossary\n\nWords of\nthe shop.\n\n- **Till**: Where\n  people pay.\n';

    const reading = await readText(text, guide);

    expect(propertiesOf(reading, 'Glossary')).toEqual({ description: 'Words of the shop.' });
    expect(propertiesOf(reading, 'Till')).toEqual({ definition: 'Where people pay.' });
  });

  it('warns of a term that is defined again in other words', async () => {
    const reading = await readText(
      `# Glossary

- **Port**: a harbour for ships
- **Till**: where people pay
- **Port**: a number of a service
- **Till**: where
  people pay

## Port

A fortified wine.
`,
      guide,
    );

    expect(propertiesOf(reading, 'Port')).toEqual({ definition: 'a harbour for ships' });
    expect(reading.problems).toMatchObject([
      { line: 5, message: 'The term "Port" already has a definition in line 3, which is used.', isWarning: true },
      { line: 9, message: 'The term "Port" already has a definition in line 3, which is used.', isWarning: true },
    ]);
  });

  it('reads a long run of spaces between further names once', async () => {
    const names = `desk, pay${'\u00a0'.repeat(300_000)}point`;
    const text = `# Glossary\n\n| Term | Definition | Aliases |\n| - | - | - |\n| Till | Where people pay. | ${names} |\n`;

    const reading = await readText(text, guide);

    expect(reading.entities.find(({ name }) => name === 'Till')?.aliases).toEqual(['desk', 'pay point']);
  });

  it('reads a concept for each heading, with its first paragraph, as part of the heading above', async () => {
    const reading = await readText(
      `# Context assembly

Decides what an agent sees.

\`\`\`md
# Not a heading
\`\`\`

## Budget

The **most** tokens, see [assembly](#context-assembly).

Another paragraph.

### Shares

- one
- two

## Fitting
`,
      guide,
    );

    expect(problemsIn(reading)).toEqual([]);
    expect(namesIn(reading)).toEqual([
      'Concept Context assembly',
      'Concept Budget',
      'Concept Shares',
      'Concept Fitting',
    ]);
    expect(propertiesOf(reading, 'Budget')).toEqual({ description: 'The most tokens, see assembly.' });
    expect(propertiesOf(reading, 'Shares')).toEqual({ description: 'one; two' });
    expect(propertiesOf(reading, 'Fitting')).toEqual({});
    expect(relationshipsIn(reading)).toEqual([
      'Budget -part-of-> Context assembly',
      'Shares -part-of-> Budget',
      'Fitting -part-of-> Context assembly',
    ]);
    expect(reading.entities[1]?.source).toEqual({ documentPath: 'docs/guide.md', startLine: 9, endLine: 13 });
    expect(reading.links).toMatchObject([
      {
        from: { name: 'Budget' },
        documentPath: 'docs/guide.md',
        anchor: 'context-assembly',
        source: { startLine: 11 },
      },
    ]);
    expect(reading.anchors?.get('context-assembly')).toEqual({ type: 'Concept', name: 'Context assembly' });
    expect(reading.anchors?.get('')).toEqual({ type: 'Concept', name: 'Context assembly' });
  });

  it('names headings that say nothing alone, or are there twice, with what is above them', async () => {
    const reading = await readText(
      '# Alpha\n\n## Overview\n\nA.\n\n## Parts\n\n# Beta\n\n## Overview\n\n## Parts\n',
      guide,
    );

    expect(namesIn(reading)).toEqual([
      'Concept Alpha',
      'Concept Alpha › Overview',
      'Concept Alpha › Parts',
      'Concept Beta',
      'Concept Beta › Overview',
      'Concept Beta › Parts',
    ]);
    expect([...(reading.anchors?.keys() ?? [])]).toContain('overview-1');
  });

  it('numbers headings of one name below one heading, and keeps what each says', async () => {
    const reading = await readText(
      '# Guide\n\n## Limits\n\nFive.\n\n## Limits (2)\n\nSix.\n\n## Limits\n\nNine. See [it](#limits-1).\n',
      guide,
    );

    expect(namesIn(reading)).toEqual([
      ...['Concept Guide', 'Concept Guide › Limits', 'Concept Limits (2)', 'Concept Guide › Limits (2)'],
    ]);
    expect(propertiesOf(reading, 'Guide › Limits')).toEqual({ title: 'Limits', description: 'Five.' });
    expect(propertiesOf(reading, 'Guide › Limits (2)')).toMatchObject({ title: 'Limits' });
    expect(propertiesOf(reading, 'Guide › Limits (2)')['description']).toMatch(/^Nine/u);
    expect(reading.anchors?.get('limits-1')).toEqual({ type: 'Concept', name: 'Guide › Limits (2)' });
  });

  it('passes over front matter, HTML, code, and headings within quotes', async () => {
    const reading = await readText(
      '---\ntitle: Front\n---\n<h1>Raw</h1>\n\n# Real `code` *heading*\n\n> # Quoted\n\n    # indented code\n',
      guide,
    );

    expect(namesIn(reading)).toEqual(['Concept Real code heading']);
    expect(reading.entities[0]?.source.startLine).toBe(6);
  });

  it('takes abbreviations and further names out of a heading', async () => {
    const reading = await readText(
      '# Large language model (LLM)\n\n# Budget (also: allowance, token limit)\n\n# RAG (retrieval-augmented generation)\n\n# Import (from files)\n',
      guide,
    );

    expect(reading.entities.map(({ name, aliases }) => [name, aliases])).toEqual([
      ['Large language model', ['LLM']],
      ['Budget', ['allowance', 'token limit']],
      ['RAG', ['retrieval-augmented generation']],
      ['Import (from files)', []],
    ]);
  });

  it('keeps links to other documents, never out of the workspace', async () => {
    const reading = await readText(
      '# A\n\n[one](other.md#Part) [two](../README.md) [three](https://x.example/a.md) [four](../../up.md) [five](/top.md) [six][s]\n\n[s]: sub/deep.md\n',
      guide,
    );

    expect(reading.links?.map(({ documentPath, anchor }) => [documentPath, anchor])).toEqual([
      ['docs/other.md', 'part'],
      ['README.md', undefined],
      ['top.md', undefined],
      ['docs/sub/deep.md', undefined],
    ]);
  });
});

describe('readMarkdown: glossaries', () => {
  it('reads headings, and lists below those that only group, below a heading that says so', async () => {
    const reading = await readText(
      `# Manual

## Glossary

### Fragment

A piece of context. Made by a strategy.

### B

#### Budget (aka allowance)

The most tokens.

- **Not a term**: this tells of the budget.

### More of them

- **Chunk**: a piece of a file.

## After

- **Not a term**: this is no glossary any more.
`,
      guide,
    );

    expect(problemsIn(reading)).toEqual([]);
    expect(namesIn(reading, 'Term')).toEqual(['Term Fragment', 'Term Budget', 'Term Chunk']);
    expect(propertiesOf(reading, 'Fragment')).toEqual({ definition: 'A piece of context. Made by a strategy.' });
    expect(namesIn(reading, 'Concept')).toEqual(['Concept Manual', 'Concept Glossary', 'Concept After']);
  });

  it('reads lists, paragraphs and tables of a glossary', async () => {
    const reading = await readText(
      `# Glossary

- **Chunk**: a piece of a file.
- **Segment (SEG)** – a piece of a conversation.
- Anchor: what must not be lost.
- no term here at all

**Marker**: where something was left out.

| Name | Description | Owner | Synonyms |
| --- | --- | --- | --- |
| Weight | How much it counts | Ada | factor; share |
| | empty | | |
`,
      guide,
    );

    expect(namesIn(reading)).toEqual([
      'Concept Glossary',
      'Term Chunk',
      'Definition definition of Chunk',
      'Term Segment',
      'Definition definition of Segment',
      'Term Anchor',
      'Definition definition of Anchor',
      'Term Marker',
      'Definition definition of Marker',
      'Term Weight',
      'Definition definition of Weight',
    ]);
    expect(propertiesOf(reading, 'Segment')).toEqual({ definition: 'a piece of a conversation.' });
    expect(propertiesOf(reading, 'Weight')).toEqual({ definition: 'How much it counts', Owner: 'Ada' });
    expect(reading.entities.find(({ name }) => name === 'Weight')).toMatchObject({
      aliases: ['factor', 'share'],
      source: { startLine: 12, endLine: 12 },
    });
    expect(relationshipsIn(reading, 'defines')).toContain('Segment -defines-> definition of Segment');
    expect(propertiesOf(reading, 'definition of Anchor')).toEqual({ text: 'what must not be lost.', term: 'Anchor' });
  });

  it('reads a table of terms anywhere, and no other table', async () => {
    const reading = await readText(
      '# Page\n\n| Term | Meaning |\n| - | - |\n| Run | One call |\n\n| Name | Description |\n| - | - |\n| Row | no term |\n',
      guide,
    );

    expect(namesIn(reading, 'Term')).toEqual(['Term Run']);
  });

  it('takes a file called glossary for one', async () => {
    const reading = await readText(
      'Run (also called call)\n: One call of it.\n\n**Step:** a part of a run. Also known as X.\n',
      {
        documentPath: 'docs/glossary.md',
      },
    );

    expect(reading.entities.filter(({ type }) => type === 'Term').map(({ name, aliases }) => [name, aliases])).toEqual([
      ['Run', ['call']],
      ['Step', []],
    ]);
  });

  it.each([
    ['Windows line ends', '# Glossary\r\n\r\n- **A b**: c\r\n'],
    ['a byte order mark', '\uFEFF# Glossary\n\n- **A b**: c\n'],
    ['old line ends', '# Glossary\r\r- **A b**: c\r'],
  ])('reads %s', async (_, text) => {
    const reading = await readText(text, guide);

    expect(namesIn(reading, 'Term')).toEqual(['Term A b']);
  });
});

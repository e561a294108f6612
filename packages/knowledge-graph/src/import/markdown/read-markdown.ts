import type { EntityKey, KnowledgeFile } from '@lexichord/abstractions';
import { normalizeWhiteSpace } from '@lexichord/markdown';

import type { MarkdownBlock, MarkdownText } from '../../../worker/reading-task.mjs';
import { cleanName, shortened } from '../clean-text.js';
import type { DocumentLink, DocumentReading, ReadingContext } from '../document-reading.js';
import { FactCollector } from '../fact-collector.js';
import { takeTurns } from '../take-turns.js';
import { addTerm, isGlossaryTitle, linesOf, termsOfBlock, termsOfTable } from './glossary.js';
import { linkTarget, type Section, sectionsOf } from './sections.js';
import { namesOf } from './names-of.js';

/** Maximum length of a description, in UTF-16 units. */
const maxDescriptionLength = 1_000;

/** Headings without a meaning of their own. */
const genericTitle =
  /^(?:[\d.]+\s+)?(?:overview|introduction|summary|background|description|details?|usage|use|examples?|notes?|remarks?|installation|install|setup|getting started|quick ?start|requirements|prerequisites|configuration|options|parameters|properties|methods?|fields|arguments|returns?|responses?|errors?|see also|references?|further reading|links|faq|changelog|license|contributing|tests?|testing|api|status|limitations|purpose|scope|conclusion|next steps)$/iu;

/**
 * Reads a Markdown document: a concept for each heading, with its first paragraph, as part of the heading above; terms
 * with their definitions in glossaries; links as relationships. Code is not read as prose.
 */
export async function readMarkdown(file: KnowledgeFile, context: ReadingContext): Promise<DocumentReading> {
  const collector = new FactCollector(file.documentPath);
  const { blocks, problems } = await context.parser.parseMarkdown(file.text, context.signal);
  for (const { line, message } of problems) collector.addProblem(line, message);
  if (problems.length > 0) return { ...collector.reading('markdown'), isUnreadable: true };
  const reader = new MarkdownReader(collector, sectionsOf(blocks));
  await takeTurns(reader.read(), context.signal);
  return { ...collector.reading('markdown'), links: reader.links, anchors: reader.anchors };
}

class MarkdownReader {
  readonly links: DocumentLink[] = [];
  readonly anchors = new Map<string, EntityKey>();
  private readonly keys = new Map<Section, EntityKey>();
  /** Number of concepts by name. */
  private readonly conceptCounts = new Map<string, number>();
  private readonly titles: ReadonlyMap<string, number>;
  private readonly isGlossaryFile: boolean;

  constructor(
    private readonly collector: FactCollector,
    private readonly sections: readonly Section[],
  ) {
    const titles = new Map<string, number>();
    for (const { title } of sections) titles.set(title, (titles.get(title) ?? 0) + 1);
    this.titles = titles;
    this.isGlossaryFile = isGlossaryTitle(this.fileTitle);
  }

  *read(): Generator<void> {
    for (const section of this.sections) {
      const isGlossary = this.isInGlossary(section);
      const key = isGlossary && !this.opensGlossary(section) ? this.addTermSection(section) : this.addConcept(section);
      if (key !== undefined) {
        this.keys.set(section, key);
        if (!this.anchors.has(section.anchor)) this.anchors.set(section.anchor, key);
        if (!this.anchors.has('')) this.anchors.set('', key);
      }
      for (const block of section.blocks) this.addBlock(block, { key, isGlossary });
      this.addLinks(section.heading, key, section.lines);
      yield;
    }
  }

  /** The name of the file as a title. */
  private get fileTitle(): string {
    const file = this.collector.documentPath.split('/').at(-1) ?? '';
    return file.replace(/\.[^.]+$/u, '').replace(/[-_]+/gu, ' ');
  }

  /** Whether this heading, one above it, or the file name announces terms. */
  private isInGlossary(section: Section): boolean {
    for (let current: Section | undefined = section; current !== undefined; current = current.parent) {
      if (isGlossaryTitle(current.title)) return true;
    }
    return this.isGlossaryFile;
  }

  private opensGlossary(section: Section): boolean {
    return (
      isGlossaryTitle(section.title) || (this.isGlossaryFile && section.parent === undefined && section.level <= 1)
    );
  }

  /**
   * Adds a heading of a glossary with a paragraph as a term; headings that only group terms, such as letters, are none.
   */
  private addTermSection({ title, blocks, lines, parent }: Section): EntityKey | undefined {
    const [first] = blocks;
    const definition = first?.kind === 'paragraph' && termsOfBlock(first).length === 0 ? first.text.text : undefined;
    const group = parent === undefined ? undefined : this.keys.get(parent);
    if (definition === undefined || title.length <= 1) return group;
    const endLine = blocks.at(-1)?.lines[1] ?? lines[1];
    return addTerm(this.collector, { term: title, definition, lines: { startLine: lines[0], endLine } }) ?? group;
  }

  private addConcept(section: Section): EntityKey | undefined {
    const { title, level, blocks, parent, lines } = section;
    if (level === 0 || title === '') return undefined;
    const names = namesOf(title);
    const name = this.numbered(this.conceptName(section, names.name));
    // The list of a glossary is stated by its terms.
    const text = this.opensGlossary(section) && this.isInGlossary(section) ? introduction(blocks) : firstText(blocks);
    const endLine = blocks.at(-1)?.lines[1] ?? lines[1];
    const key = this.collector.addEntity(
      {
        type: 'Concept',
        name,
        aliases: names.aliases,
        properties: {
          title: name === title ? undefined : title,
          description: text === undefined ? undefined : shortened(normalizeWhiteSpace(text), maxDescriptionLength),
        },
      },
      { startLine: lines[0], endLine },
    );
    const whole = parent === undefined ? undefined : this.keys.get(parent);
    if (whole !== undefined && whole.name !== key.name) {
      this.collector.addRelationship({ type: 'part-of', from: key, to: whole }, linesOf(lines));
    }
    return key;
  }

  /** The name of a concept; a generic or repeated heading is prefixed with its parent. */
  private conceptName({ title, parent }: Section, name: string): string {
    if (!genericTitle.test(title) && this.titles.get(title) === 1) return name;
    const whole = (parent === undefined ? undefined : this.keys.get(parent)?.name) ?? cleanName(this.fileTitle);
    return whole === '' ? name : cleanName(`${whole} › ${name}`);
  }

  /**
   * A unique name: the second concept of a name in this document is called `name (2)`, to keep their facts separate.
   */
  private numbered(name: string): string {
    const count = (this.conceptCounts.get(name) ?? 0) + 1;
    this.conceptCounts.set(name, count);
    return count === 1 ? name : this.numbered(`${name} (${count})`);
  }

  private addBlock(
    block: MarkdownBlock,
    { key, isGlossary }: { readonly key: EntityKey | undefined; readonly isGlossary: boolean },
  ): void {
    // Text below a term describes it.
    const listsTerms = isGlossary && key?.type !== 'Term';
    const fromTable = block.kind === 'table' ? termsOfTable(block.rows, listsTerms) : undefined;
    const terms = fromTable ?? (listsTerms ? termsOfBlock(block) : []);
    const stated = new Map(terms.map((term) => [term.lines.startLine, addTerm(this.collector, term)]));
    for (const { text, lines } of textsOf(block)) this.addLinks(text, stated.get(lines[0]) ?? key, lines);
  }

  private addLinks({ links }: MarkdownText, from: EntityKey | undefined, lines: readonly [number, number]): void {
    if (from === undefined) return;
    for (const link of links) {
      const target = linkTarget(link, this.collector.documentPath);
      if (target !== undefined) this.links.push({ from, ...target, source: this.collector.sourceOf(linesOf(lines)) });
    }
  }
}

/** The first paragraph or list; a list is joined to one line. */
function firstText(blocks: readonly MarkdownBlock[]): string | undefined {
  for (const block of blocks) {
    if (block.kind === 'paragraph' && block.text.text !== '') return block.text.text;
    if (block.kind === 'list') {
      const items = block.items.map(({ text }) => text.text).filter((text) => text !== '');
      if (items.length > 0) return items.join('; ');
    }
  }
  return undefined;
}

/** The first paragraph that is not a term. */
function introduction(blocks: readonly MarkdownBlock[]): string | undefined {
  return firstText(blocks.filter((block) => block.kind === 'paragraph' && termsOfBlock(block).length === 0));
}

function textsOf(
  block: MarkdownBlock,
): readonly { readonly text: MarkdownText; readonly lines: readonly [number, number] }[] {
  switch (block.kind) {
    case 'table':
      return block.rows.flatMap(({ cells, lines }) => cells.map((text) => ({ text, lines })));
    case 'list':
      return block.items;
    default:
      return [block];
  }
}

import type { ChunkKind } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';

import { nodeCallables, nodeFields, nodeRoles, nodeStride } from '../../worker/parse-protocol.mjs';
import type { KindAndWord, LanguageRules, NodeRule } from '../languages/language-rules.js';
import { findLeadLines, findUnits } from './find-units.js';
import { type GrowingNode, isPlainName, isWord, type NameInText, nameIn, type SyntaxNode } from './syntax-node.js';

/** The context of a node, which decides the kind of its definition. */
interface Surroundings {
  /** Whether the node is in a class or similar, where functions are methods. */
  readonly isInClass: boolean;
  /** Whether the node is in a function, where variables are local. */
  readonly isLocal: boolean;
}

const outside: Surroundings = { isInClass: false, isLocal: false };

/** A node of the parser. */
interface Reading {
  readonly nodes: Int32Array;
  /** Index of its first number. */
  readonly at: number;
  readonly lines: LineIndex;
  readonly language: LanguageRules;
  readonly around: Surroundings;
}

const classKinds: ReadonlySet<ChunkKind> = new Set(['class', 'interface', 'enum', 'block']);

/** Makes the parser's flat list (`ParseOutcome.nodes`) a tree with names, kinds and lines. */
export function buildSyntaxTree(nodes: Int32Array, lines: LineIndex, language: LanguageRules): readonly SyntaxNode[] {
  const roots: GrowingNode[] = [];
  // The nodes around the next one, outermost first.
  const open: { readonly node: GrowingNode; readonly around: Surroundings }[] = [];
  for (let at = 0; at < nodes.length; at += nodeStride) {
    const level = nodes[at + nodeFields.level] as number;
    open.length = Math.min(open.length, level);
    const parent = open.at(-1);
    const reading: Reading = { nodes, at, lines, language, around: parent?.around ?? outside };
    if (nodeRoles[nodes[at + nodeFields.role] as number] === 'name') addName(parent?.node, reading);
    else {
      const node = attach(readNode(reading), { parent: parent?.node, roots, lines });
      open.push({ node, around: surroundingsIn(node, reading.around) });
    }
  }
  findUnits(roots);
  findLeadLines(roots, lines);
  return roots;
}

/** Position of a new node in the tree. */
interface TreeContext {
  readonly parent: GrowingNode | undefined;
  readonly roots: GrowingNode[];
  readonly lines: LineIndex;
}

/** Adds a node to the tree, unless it is a part of an existing one. @returns the parent of its children */
function attach(node: GrowingNode, { parent, roots, lines }: TreeContext): GrowingNode {
  const siblings = parent?.children ?? roots;
  const begun = node.role === 'rest' ? takeRest(node, siblings.at(-1)) : undefined;
  // Names in an import are defined elsewhere.
  if (parent?.role === 'imports') return parent;
  if (begun !== undefined) return begun;
  endImportsBefore(node, siblings.at(-1), lines);
  siblings.push(node);
  return node;
}

/** Adds a body to the signature before it, which may be wrapped. @returns the extended definition */
function takeRest(rest: GrowingNode, previous: GrowingNode | undefined): GrowingNode | undefined {
  const { end, endLine } = rest;
  for (let node = previous; node !== undefined; node = node.children.at(-1)) {
    if (node.role !== 'definition') continue;
    for (let wrapper = previous; wrapper !== undefined; wrapper = wrapper.children.at(-1)) {
      Object.assign(wrapper, { end, endLine });
      if (wrapper === node) return node;
    }
  }
  rest.role = 'statement';
  return undefined;
}

/** Excludes a comment that the parser took for the end of an import. */
function endImportsBefore(node: SyntaxNode, previous: GrowingNode | undefined, lines: LineIndex): void {
  if (previous?.role !== 'imports' || previous.end <= node.start) return;
  previous.end = withoutWhiteSpace(lines.content, previous.start, node.start).end;
  previous.endLine = lines.lineAt(Math.max(previous.start, previous.end - 1));
}

function surroundingsIn(node: SyntaxNode, around: Surroundings): Surroundings {
  if (node.role === 'definition' && node.isContainer) {
    return { isInClass: classKinds.has(node.kind), isLocal: around.isLocal };
  }
  return isFunction(node) ? { isInClass: false, isLocal: true } : around;
}

/** Adds a further name to a node, except to imports and inside functions. */
function addName(node: GrowingNode | undefined, { nodes, at, lines, language, around }: Reading): void {
  if (node === undefined || node.role === 'imports' || around.isLocal) return;
  const start = nodes[at + nodeFields.start] as number;
  const name = nameIn(lines.content, start, nodes[at + nodeFields.end] as number);
  if (name !== undefined && isWord(name) && !isNoName(name, language)) node.furtherNames.push({ name, offset: start });
}

function isNoName(name: string, { notNames = [] }: LanguageRules): boolean {
  return notNames.includes(name);
}

function isFunction({ kind }: SyntaxNode): boolean {
  return kind === 'function' || kind === 'method';
}

function readNode(reading: Reading): GrowingNode {
  const rule = reading.language.rules[reading.nodes[reading.at + nodeFields.rule] as number];
  const node = emptyNode(reading, rule);
  if (node.role === 'definition' && rule !== undefined) describe(node, rule, reading);
  else if (isImport(node, reading)) node.role = 'imports';
  return node;
}

/** Makes a node without a name. */
function emptyNode({ nodes, at, lines }: Reading, rule: NodeRule | undefined): GrowingNode {
  const { start, end } = withoutWhiteSpace(
    lines.content,
    nodes[at + nodeFields.start] as number,
    nodes[at + nodeFields.end] as number,
  );
  const startLine = lines.lineAt(start);
  const endLine = lines.lineAt(Math.max(start, end - 1));
  return {
    role: nodeRoles[nodes[at + nodeFields.role] as number] ?? 'statement',
    kind: 'block',
    name: undefined,
    nameOffset: start,
    label: undefined,
    start,
    end,
    startLine,
    endLine,
    leadLine: startLine,
    isContainer: rule?.isContainer ?? false,
    hasError: nodes[at + nodeFields.hasError] === 1,
    callable: nodeCallables[nodes[at + nodeFields.callable] as number] ?? 'none',
    isUnit: false,
    furtherNames: [],
    children: [],
  };
}

/** Maximum length of the text of a statement that is tested for an import, in UTF-16 units. */
const maxImportLength = 2_100;

function isImport({ role, start, end }: SyntaxNode, { lines, language, around }: Reading): boolean {
  const { importPattern } = language;
  if (role !== 'statement' || around.isLocal || importPattern === undefined) return false;
  return importPattern.test(lines.content.slice(start, Math.min(end, start + maxImportLength)));
}

/** Gives a definition its kind, its label and, if it has one, its name. */
function describe(node: GrowingNode, rule: NodeRule, reading: Reading): void {
  const { nodes, at, lines, around } = reading;
  const nameOffset = nodes[at + nodeFields.nameStart] as number;
  const name = nameIn(lines.content, nameOffset, nodes[at + nodeFields.nameEnd] as number);
  const [kind, word] = kindOf(rule, nodes[at + nodeFields.kind] as number);
  node.kind = kind === 'function' && around.isInClass ? 'method' : kind;
  if (isFunction(node)) node.isContainer = false;
  if (word !== undefined) node.label = name === undefined ? word : `${word} ${name}`;
  if (name !== undefined && rule.isUnnamed !== true && node.kind !== 'block') {
    nameDefinition(node, { name, offset: nameOffset }, reading);
  }
}

/** @param kindIndex index in the kinds that a rule distinguishes; negative for none */
function kindOf({ kind = 'block', word, kindBy }: NodeRule, kindIndex: number): KindAndWord {
  const [kindByType = kind, wordByType = word] = Object.values(kindBy?.kinds ?? {})[kindIndex] ?? [];
  return wordByType === undefined ? [kindByType] : [kindByType, wordByType];
}

/** Names a definition; local variables, and those without a single usable name, are no definitions. */
function nameDefinition(node: GrowingNode, { name, offset }: NameInText, { language, around }: Reading): void {
  const isUsable = !isNoName(name, language);
  if (node.kind === 'variable' && (around.isLocal || !isUsable || !isPlainName(name))) node.role = 'statement';
  else if (isUsable) {
    node.name = name;
    node.nameOffset = offset;
  }
}

function withoutWhiteSpace(content: string, startOffset: number, endOffset: number): { start: number; end: number } {
  let start = startOffset;
  let end = endOffset;
  while (end > start && isWhiteSpace(content.charCodeAt(end - 1))) end -= 1;
  while (start < end && isWhiteSpace(content.charCodeAt(start))) start += 1;
  return { start, end };
}

function isWhiteSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

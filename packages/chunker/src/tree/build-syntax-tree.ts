import type { ChunkKind } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';

import { nodeCallables, nodeFields, nodeRoles, nodeStride } from '../../worker/parse-protocol.mjs';
import type { LanguageRules, NodeRule } from '../languages/language-rules.js';
import { findLeadLines, findUnits } from './find-units.js';
import { type GrowingNode, isPlainName, isWord, nameIn, type SyntaxNode } from './syntax-node.js';

/** The context of a node, which decides the kind of its definition. */
interface Surroundings {
  /** Inside a class or the like, functions are methods. */
  readonly isInClass: boolean;
  /** Inside a function, variables are local. */
  readonly isLocal: boolean;
}

const outside: Surroundings = { isInClass: false, isLocal: false };

/** A node as the parser gives it. */
interface Reading {
  readonly nodes: Int32Array;
  /** Where its numbers begin. */
  readonly at: number;
  readonly lines: LineIndex;
  readonly language: LanguageRules;
  readonly around: Surroundings;
}

const classKinds: ReadonlySet<ChunkKind> = new Set(['class', 'interface', 'enum', 'block']);

/** Turns the parser's flat list (`ParseOutcome.nodes`) into a tree with names, kinds and lines. */
export function buildSyntaxTree(nodes: Int32Array, lines: LineIndex, language: LanguageRules): readonly SyntaxNode[] {
  const roots: GrowingNode[] = [];
  const open: { readonly node: GrowingNode; readonly around: Surroundings }[] = [];
  for (let at = 0; at < nodes.length; at += nodeStride) {
    const level = nodes[at + nodeFields.level] as number;
    open.length = Math.min(open.length, level);
    const parent = open.at(-1);
    const reading: Reading = { nodes, at, lines, language, around: parent?.around ?? outside };
    if (nodeRoles[nodes[at + nodeFields.role] as number] === 'name') {
      addName(parent?.node, reading);
      continue;
    }
    const node = readNode(reading);
    // Names in an import are defined elsewhere.
    const siblings = parent?.node.children ?? roots;
    const begun = node.role === 'rest' ? takeRest(node, siblings.at(-1)) : undefined;
    if (parent?.node.role !== 'imports' && begun === undefined) {
      endImportsBefore(node, siblings.at(-1), lines);
      siblings.push(node);
    }
    const opened = parent?.node.role === 'imports' ? parent.node : (begun ?? node);
    open.push({ node: opened, around: surroundingsIn(opened, reading.around) });
  }
  findUnits(roots);
  findLeadLines(roots, lines);
  return roots;
}

/** A body belongs to the signature before it, which may be wrapped. @returns the definition that has got it */
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

/** A comment that the parser took for the end of an import is beside it. */
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

/** Variables inside functions, and what is imported, are no definitions. */
function addName(node: GrowingNode | undefined, { nodes, at, lines, language, around }: Reading): void {
  if (node === undefined || node.role === 'imports' || around.isLocal) return;
  const start = nodes[at + nodeFields.start] as number;
  const name = nameIn(lines.content, start, nodes[at + nodeFields.end] as number);
  const isName = name !== undefined && isWord(name) && language.notNames?.includes(name) !== true;
  if (isName) node.furtherNames.push({ name, offset: start });
}

function isFunction({ kind }: SyntaxNode): boolean {
  return kind === 'function' || kind === 'method';
}

function readNode({ nodes, at, lines, language, around }: Reading): GrowingNode {
  const { content } = lines;
  const rule = language.rules[nodes[at + nodeFields.rule] as number];
  const { start, end } = withoutWhiteSpace(
    content,
    nodes[at + nodeFields.start] as number,
    nodes[at + nodeFields.end] as number,
  );
  const startLine = lines.lineAt(start);
  const endLine = lines.lineAt(Math.max(start, end - 1));
  const node: GrowingNode = {
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
  if (node.role === 'definition' && rule !== undefined) {
    const nameOffset = nodes[at + nodeFields.nameStart] as number;
    const name = nameIn(content, nameOffset, nodes[at + nodeFields.nameEnd] as number);
    const kindIndex = nodes[at + nodeFields.kind] as number;
    describe(node, { language, rule, kindIndex, around, name, nameOffset });
  } else if (node.role === 'statement' && !around.isLocal && language.importPattern !== undefined) {
    if (language.importPattern.test(content.slice(start, Math.min(end, start + 2_100)))) node.role = 'imports';
  }
  return node;
}

function describe(
  node: GrowingNode,
  definition: {
    language: LanguageRules;
    rule: NodeRule;
    kindIndex: number;
    around: Surroundings;
    name: string | undefined;
    nameOffset: number;
  },
): void {
  const { language, rule, kindIndex, around, name, nameOffset } = definition;
  const byType = kindIndex < 0 ? undefined : Object.values(rule.kindBy?.kinds ?? {})[kindIndex];
  const kind = byType?.[0] ?? rule.kind ?? 'block';
  node.kind = kind === 'function' && around.isInClass ? 'method' : kind;
  if (isFunction(node)) node.isContainer = false;
  const word = byType?.[1] ?? rule.word;
  if (word !== undefined) node.label = name === undefined ? word : `${word} ${name}`;
  if (name === undefined || rule.isUnnamed === true || node.kind === 'block') return;
  const isNoName = language.notNames?.includes(name) === true;
  if (node.kind === 'variable' && (around.isLocal || isNoName || !isPlainName(name))) node.role = 'statement';
  else if (!isNoName) {
    node.name = name;
    node.nameOffset = nameOffset;
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

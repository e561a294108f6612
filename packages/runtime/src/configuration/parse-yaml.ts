import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type * as yamlModule from 'yaml';
import type { LineCounter, ParsedNode, YAMLMap, YAMLSeq } from 'yaml';

import { isPlainMapping, type PlainMapping } from './plain-value.js';

/** Maximum number of aliases of a file, including those in their expansions. */
const maxAliasCount = 100;

/** Maximum depth of mappings and lists; the configuration has five levels. */
const maxNesting = 20;

/** Marks of the lexer between pieces of the text. */
const lexerMarks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/** Content of a YAML file, with the positions of its keys. */
export interface ParsedYaml {
  readonly value: PlainMapping;
  /** Position of a path's key, or of its deepest existing parent: line and column, 1-based, such as `3:5`. */
  readonly position: (path: readonly PropertyKey[]) => string;
}

const tooDeep = `It is nested more than ${maxNesting} levels deep`;

type Yaml = typeof yamlModule;
type YamlDocument = ReturnType<Yaml['parseDocument']>;

/**
 * Parses a YAML document whose root is a mapping, or that is empty. A key without a value counts as not set.
 *
 * @param label name of the file in errors
 * @throws {LexichordError} `invalid-configuration` with file, line and column; the file's text is not repeated
 */
export async function parseYaml(text: string, label: string): Promise<ParsedYaml> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const fail = (offset: number, reason: string): never => {
    throw yamlError(`${label}:${lineAndColumn(lines, offset)}`, reason);
  };
  const deep = attempt(label, () => findDeepNesting(new yaml.Lexer().lex(text), maxNesting));
  if (deep !== undefined) throw yamlError(`${label}:${deep.line}:${deep.column}`, tooDeep);
  // Keys are compared below instead: the library's own comparison takes the square of their number.
  const options = { prettyErrors: false, uniqueKeys: false, logLevel: 'error', lineCounter: lines } as const;
  const document = attempt(label, () => yaml.parseDocument(text, options));
  const [error] = document.errors;
  if (error !== undefined) fail(error.pos[0], firstClause(error.message));
  attempt(label, () => checkShape(yaml, document, fail));

  const value = attempt(label, () => withoutNulls(document.toJS({ maxAliasCount }), new Set()));
  if (value !== undefined && !isPlainMapping(value)) fail(0, 'The file must be a mapping of keys to values');
  const position = (path: readonly PropertyKey[]): string =>
    lineAndColumn(lines, offsetOf(yaml, document.contents, path));
  return { value: isPlainMapping(value) ? value : {}, position };
}

/**
 * Checks that keys are unique scalars, and the depth. A mapping as a key could take unbounded time to become a text.
 */
function checkShape(yaml: Yaml, document: YamlDocument, fail: (offset: number, reason: string) => never): void {
  const checkDepth = (node: YAMLMap | YAMLSeq, ancestors: readonly unknown[]): void => {
    // The pairs of mappings count as ancestors, too.
    if (ancestors.length > 2 * maxNesting) fail(node.range?.[0] ?? 0, tooDeep);
  };
  yaml.visit(document, {
    Map: (_key, node, ancestors) => {
      checkDepth(node, ancestors);
      checkKeys(yaml, node, fail);
    },
    Seq: (_key, node, ancestors) => checkDepth(node, ancestors),
  });
}

function checkKeys(yaml: Yaml, map: YAMLMap, fail: (offset: number, reason: string) => never): void {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    if (!yaml.isScalar(key)) return fail(map.range?.[0] ?? 0, 'A key must be a text');
    const name = String(key.value);
    if (seen.has(name)) fail(key.range?.[0] ?? 0, 'This key is a duplicate');
    seen.add(name);
  }
}

function offsetOf(yaml: Yaml, root: ParsedNode | null, path: readonly PropertyKey[]): number {
  let node: unknown = root;
  let offset = 0;
  for (const step of path) {
    if (yaml.isMap(node)) {
      const pair = node.items.find(({ key }) => yaml.isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) break;
      offset = (yaml.isScalar(pair.key) && pair.key.range?.[0]) || offset;
      node = pair.value;
    } else if (yaml.isSeq(node)) {
      node = node.items[Number(step)];
      offset = (yaml.isScalar(node) && node.range?.[0]) || offset;
    } else break;
  }
  return offset;
}

function lineAndColumn(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${Math.max(1, line)}:${Math.max(1, col)}`;
}

/** Translates errors that the library throws: too many aliases, or nesting that exhausts the stack. */
function attempt<T>(label: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof LexichordError) throw cause;
    const reason = cause instanceof RangeError ? 'It is nested too deeply' : 'It uses too many aliases';
    throw yamlError(label, reason, cause);
  }
}

/** A parser's message up to its first quote of the file, which may contain secrets. */
function firstClause(message: string): string {
  return (/^[^:;"'\n]{1,120}/.exec(message)?.[0] ?? 'The text cannot be read').trim();
}

function yamlError(location: string, reason: string, cause?: unknown): LexichordError {
  return new LexichordError(ErrorCode.invalidConfiguration, `${location} is not valid YAML. ${reason}.`, {
    details: { location, reason },
    cause,
  });
}

/** Removes values of keys like `key:`, which count as not set. Rejects circular values, which anchors can create. */
function withoutNulls(value: unknown, ancestors: Set<unknown>): unknown {
  if (value === null) return undefined;
  if (!isPlainMapping(value)) return value;
  if (ancestors.has(value)) throw new RangeError('circular');
  ancestors.add(value);
  const result = Object.create(null) as Record<string, unknown>;
  for (const [key, inner] of Object.entries(value)) result[key] = withoutNulls(inner, ancestors);
  ancestors.delete(value);
  return result;
}

/** Position of too deep nesting, 1-based. */
interface NestingContext {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the first position at which brackets, or dashes and question marks on one line, are nested more than
 * `maxNesting` deep. Uses the lexer's tokens, because the parser recurses, and a stack overflow inside a regular
 * expression ends the process. Other nesting needs indentation, which the size of the file limits.
 */
function findDeepNesting(tokens: Iterable<string>, maxNesting: number): NestingContext | undefined {
  let [line, column, brackets, dashes] = [1, 1, 0, 0];
  let scalarFollows = false;
  for (const token of tokens) {
    if (!scalarFollows) {
      if (token === '[' || token === '{') brackets += 1;
      else if (token === ']' || token === '}') brackets -= 1;
      else if (token === '-' || token === '?') dashes += 1;
      if (brackets > maxNesting || dashes > maxNesting) return { line, column };
    }
    scalarFollows = token === '\u001f';
    if (lexerMarks.has(token)) continue;
    const lastBreak = token.lastIndexOf('\n');
    if (lastBreak === -1) {
      column += token.length;
    } else {
      line += token.split('\n').length - 1;
      column = token.length - lastBreak;
      dashes = 0;
    }
  }
  return undefined;
}

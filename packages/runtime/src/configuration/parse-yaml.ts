import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type * as yamlModule from 'yaml';
import type { LineCounter, ParsedNode, YAMLMap, YAMLSeq } from 'yaml';

import { isPlainMapping, type PlainMapping } from './plain-value.js';

/** Aliases, all they expand to counted, that a file may use. */
const maxAliasCount = 100;

/** Levels of mappings and lists; the configuration has five. */
const maxNesting = 20;

/** Marks that the lexer puts between the pieces of the text. */
const lexerMarks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/** A YAML file as a mapping, with the positions of its keys. */
export interface ParsedYaml {
  readonly value: PlainMapping;
  /** `3:5`, 1-based, of the key that a path leads to, or of the deepest one on the way. */
  readonly position: (path: readonly PropertyKey[]) => string;
}

const tooDeep = `It is nested more than ${maxNesting} levels deep`;

type Yaml = typeof yamlModule;
type YamlDocument = ReturnType<Yaml['parseDocument']>;

/**
 * Reads a YAML document whose root is a mapping, or nothing at all. A key without a value is a key that is not set.
 *
 * @param label the file's name in errors
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

/** Keys are texts, each once; nothing is nested without end. A key that is a mapping can take for ever to turn into text. */
function checkShape(yaml: Yaml, document: YamlDocument, fail: (offset: number, reason: string) => never): void {
  const checkDepth = (node: YAMLMap | YAMLSeq, ancestors: readonly unknown[]): void => {
    // A mapping in a mapping has the pair between them as its ancestor too.
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

/** The library may also end in its own way: too many aliases, or nesting that exhausts the stack. */
function attempt<T>(label: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof LexichordError) throw cause;
    const reason = cause instanceof RangeError ? 'It is nested too deeply' : 'It uses too many aliases';
    throw yamlError(label, reason, cause);
  }
}

/** A parser's message up to where it begins to quote the file, which may hold secrets. */
function firstClause(message: string): string {
  return (/^[^:;"'\n]{1,120}/.exec(message)?.[0] ?? 'The text cannot be read').trim();
}

function yamlError(location: string, reason: string, cause?: unknown): LexichordError {
  return new LexichordError(ErrorCode.invalidConfiguration, `${location} is not valid YAML. ${reason}.`, {
    details: { location, reason },
    cause,
  });
}

/** `key:` with nothing behind it is a key that is not set. Anchors make values that contain themselves. */
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

/** Position at which a text is nested too deeply; both 1-based. */
interface NestingContext {
  readonly line: number;
  readonly column: number;
}

/**
 * The first position at which brackets, or dashes and question marks on one line, are nested more than `maxNesting`
 * deep. Looked for in the lexer's tokens, because the parser behind it recurses, and one that runs out of stack inside
 * a regular expression ends the process. Other nesting needs indentation, which the size of the file bounds.
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

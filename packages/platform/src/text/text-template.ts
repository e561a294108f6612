import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import mustache from 'mustache';

/** A token of `mustache.parse`: kind, name, start, end, and for a section its content. */
type TemplateToken = readonly [kind: string, name: string, start: number, end: number, content?: TemplateToken[]];

/** Names that a template may use. */
export interface TemplateNames {
  /** Everywhere. */
  readonly topLevel: readonly string[];
  /** Within sections, beside the others. */
  readonly inSections: readonly string[];
}

/** A template that was read and checked. */
export interface TextTemplate {
  /** Names without a meaning here, in the order of the text. */
  readonly unknownNames: readonly string[];
  /**
   * The filled-in text. Content that looks like a tag stays as it is.
   *
   * @throws {LexichordError} `invalid-argument` when a list or record is printed as if it were a text
   */
  fill(view: object): string;
  /**
   * Whether a content is in the filled-in text, tried with a content of our own.
   *
   * @param viewsOf views that have the content; it is shown where one of them shows it
   */
  shows(viewsOf: (content: string) => readonly object[]): boolean;
}

/**
 * Reads a Mustache template. Values go in as they are, without escaping: a prompt is no HTML. A template is data, so
 * it reaches no other file and calls nothing.
 *
 * @throws {LexichordError} `invalid-argument` when it cannot be read, asks for a partial, or names a part of every object
 */
export function readTextTemplate(text: string, names: TemplateNames): TextTemplate {
  const tokens = parse(text);
  const validNames = new Set([...names.topLevel, ...names.inSections]);
  const isValidName = (name: string): boolean => name === '.' || validNames.has(name.split('.')[0] ?? name);
  return {
    unknownNames: [...new Set(namesIn(tokens, names))].filter((name) => !isValidName(name)),
    fill: (view) => render(text, bare(view)),
    shows: (viewsOf) => shows(text, viewsOf),
  };
}

function parse(text: string): readonly TemplateToken[] {
  try {
    return mustache.parse(text) as unknown as TemplateToken[];
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it is malformed';
    throw templateError(`The template cannot be read: ${reason}. Close every section and every tag.`, cause);
  }
}

function namesIn(tokens: readonly TemplateToken[], allowed: TemplateNames): readonly string[] {
  return tokens.flatMap(([kind, name, , , content]) => {
    if (kind === '>') throw templateError(`The template uses the partial "${name}"; partials are not supported.`);
    if (kind === 'text' || kind === '!' || kind === '=') return [];
    // Names of every JavaScript object; mustache itself trips over one of them.
    if (name.split('.').some((part) => part in Object.prototype)) {
      throw templateError(
        `The template has the unknown variable "${name}". Available variables: ${allowed.topLevel.join(', ')}.`,
      );
    }
    return [name, ...namesIn(content ?? [], allowed)];
  });
}

function shows(text: string, viewsOf: (content: string) => readonly object[]): boolean {
  let content = 'trial content';
  while (text.includes(content)) content += '.';
  try {
    return viewsOf(content).some((view) => render(text, bare(view)).includes(content));
  } catch {
    // Filling it in reports the error.
    return true;
  }
}

function render(text: string, view: object): string {
  try {
    return mustache.render(text, view, undefined, { escape: String });
  } catch (cause) {
    throw templateError(
      'The template prints a list or an object as text. Print its parts, as in {{#list}}{{part}}{{/list}}.',
      cause,
    );
  }
}

/** Nothing in a view has a prototype, so that a name such as `constructor` finds no function to call. */
function bare(value: object): object {
  const copy: object = Array.isArray(value) ? value.map(bareValue) : mapValues(value);
  return Object.setPrototypeOf(copy, null) as object;
}

function bareValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? bare(value) : value;
}

function mapValues(record: object): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, bareValue(value)]));
}

function templateError(message: string, cause?: unknown): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, message, { cause });
}

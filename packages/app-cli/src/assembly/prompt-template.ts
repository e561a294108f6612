import { type AssembledContext, ErrorCode, LexichordError, combineContent } from '@lexichord/abstractions';
import mustache from 'mustache';

/** What `mustache.parse` gives: kind, name, start, end, and for a section its content. */
type TemplateToken = readonly [kind: string, name: string, start: number, end: number, content?: TemplateToken[]];

/** A template that was read and checked. */
export interface PromptTemplate {
  /** The text for an assembly. Content that looks like a tag stays as it is. */
  fill(assembled: AssembledContext, query: string | undefined): string;
  /** Names that mean nothing here, in the order in which they stand. */
  readonly unknownNames: readonly string[];
  /** Whether any of the context can go in: it has `{{context}}` or `{{#fragments}}`. */
  readonly takesContext: boolean;
}

const variableNames = [
  'AgentId',
  'DocumentName',
  'DocumentPath',
  'Language',
  'CurrentHeading',
  'CursorPosition',
  'SelectionLength',
  'FragmentCount',
  'TotalTokens',
] as const;
/** Every name that a template may use at its top level. */
export const templateNames: readonly string[] = ['context', 'query', 'fragments', ...variableNames];
const fragmentNames = ['label', 'content', 'sourceId', 'tokenEstimate', 'relevance'] as const;
const knownNames: ReadonlySet<string> = new Set([...templateNames, ...fragmentNames]);

/**
 * Reads a Mustache template. Values go in as they are, without escaping: a prompt is no HTML. A template is data, so
 * it reaches no other file and calls nothing.
 *
 * @throws {LexichordError} `invalid-argument` when it cannot be read, asks for a partial, or names a part of every object
 */
export function readTemplate(text: string): PromptTemplate {
  const tokens = parseTemplate(text);
  const names = namesIn(tokens);
  const unknownNames = [...new Set(names)].filter((name) => !isKnown(name));
  return {
    unknownNames,
    takesContext: takesContext(tokens),
    fill: (assembled, query) => render(text, viewOf(assembled, query)),
  };
}

function parseTemplate(text: string): readonly TemplateToken[] {
  try {
    return mustache.parse(text) as unknown as TemplateToken[];
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it is malformed';
    throw templateError(`The template cannot be read: ${reason}. Close every section and every tag.`, cause);
  }
}

function namesIn(tokens: readonly TemplateToken[]): readonly string[] {
  return tokens.flatMap(([kind, name, , , content]) => {
    if (kind === '>') throw templateError(`The template asks for the partial "${name}"; partials are not supported.`);
    if (kind === 'text' || kind === '!' || kind === '=') return [];
    // Names of every JavaScript object; mustache itself trips over one of them.
    if (name.split('.').some((part) => part in Object.prototype)) {
      throw templateError(
        `The template names "${name}", which is no variable. It may use ${templateNames.join(', ')}.`,
      );
    }
    return [name, ...namesIn(content ?? [])];
  });
}

/** A section for an empty context, `{{^fragments}}`, shows none of it. */
function takesContext(tokens: readonly TemplateToken[]): boolean {
  return tokens.some(([kind, name, , , content]) => {
    if (kind === '#' && name === 'fragments') return true;
    const showsContext = ['name', '&', '{'].includes(kind) && name === 'context';
    return showsContext || takesContext(content ?? []);
  });
}

function isKnown(name: string): boolean {
  return name === '.' || knownNames.has(name.split('.')[0] ?? name);
}

function render(text: string, view: object): string {
  try {
    return mustache.render(text, view, undefined, { escape: String });
  } catch (cause) {
    throw templateError(
      'The template prints a list or a record as if it were a text. Print its parts, as in {{#fragments}}{{content}}{{/fragments}}.',
      cause,
    );
  }
}

/** Nothing in the view has a prototype, so that a name such as `constructor` finds no function to call. */
function viewOf(assembled: AssembledContext, query: string | undefined): object {
  const fragments = assembled.fragments.map(({ label, content, sourceId, tokenEstimate, relevance }) =>
    bare({ label, content, sourceId, tokenEstimate, relevance }),
  );
  return bare({ ...assembled.variables, context: combineContent(assembled), fragments: bare(fragments), query });
}

function bare<T extends object>(value: T): T {
  return Object.setPrototypeOf(value, null) as T;
}

function templateError(message: string, cause?: unknown): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, message, { cause });
}

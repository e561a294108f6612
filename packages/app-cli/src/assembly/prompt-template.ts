import { type AssembledContext, closeOpenFence, combineContent } from '@lexichord/abstractions';
import { readTextTemplate } from '@lexichord/platform';

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

/**
 * Reads a Mustache template of a prompt.
 *
 * @throws {LexichordError} `invalid-argument` when it cannot be read, asks for a partial, or names a part of every object
 */
export function readTemplate(text: string): PromptTemplate {
  const template = readTextTemplate(text, {
    topLevel: templateNames,
    inSections: fragmentNames,
    content: { variables: ['context'], sections: ['fragments'] },
  });
  return {
    unknownNames: template.unknownNames,
    takesContext: template.takesContent,
    fill: (assembled, query) => template.fill(viewOf(assembled, query)),
  };
}

function viewOf(assembled: AssembledContext, query: string | undefined): object {
  const fragments = assembled.fragments.map(({ label, content, sourceId, tokenEstimate, relevance }) => ({
    label,
    content: closeOpenFence(content),
    sourceId,
    tokenEstimate,
    relevance,
  }));
  return { ...assembled.variables, context: combineContent(assembled), fragments, query };
}

import { type AssembledContext, closeOpenFence, combineContent, emptyAssembledContext } from '@lexichord/abstractions';
import { readTextTemplate } from '@lexichord/platform/internal';

/** A parsed and validated template. */
export interface PromptTemplate {
  /** The text for an assembly. Content that looks like a tag stays as it is. */
  fill(assembled: AssembledContext, query: string | undefined): string;
  /** Names that are not defined here, in the order of the template. */
  readonly unknownNames: readonly string[];
  /** Whether the filled template contains the content of a fragment, found by filling it once. */
  readonly showsContent: boolean;
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
 * @throws {LexichordError} `invalid-argument` when it cannot be parsed, uses a partial, or names a built-in property of
 * objects
 */
export function readTemplate(text: string): PromptTemplate {
  const template = readTextTemplate(text, {
    topLevel: templateNames,
    inSections: fragmentNames,
  });
  return {
    unknownNames: template.unknownNames,
    showsContent: template.shows((content) => trialViews(content)),
    fill: (assembled, query) => template.fill(viewOf(assembled, query)),
  };
}

/** Sample views: one with every name defined, one without the optional names. */
function trialViews(content: string): readonly object[] {
  const fragment = { sourceId: 'trial', label: 'Trial', content, tokenEstimate: 1, relevance: 1 };
  const assembled = { ...emptyAssembledContext('trial'), fragments: [fragment] };
  const everything = Object.fromEntries(variableNames.map((name) => [name, name]));
  return [{ ...viewOf(assembled, 'query'), ...everything }, viewOf(assembled, undefined)];
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

import type { DocumentPlace, DocumentView } from '../preview-state.js';
import { positionOf } from './document-place.js';

/** What is known of the document that the viewer looks at. */
export interface DocumentFacts {
  readonly path: string;
  readonly content: string;
  readonly language: string;
  readonly isEdited: boolean;
  readonly isEditable: boolean;
  /** Within the content. */
  readonly place: DocumentPlace;
  readonly revision: number;
}

export function documentView(facts: DocumentFacts): DocumentView {
  const { line, column } = positionOf(facts.content, facts.place.head);
  const selectedText = selectionOf(facts);
  return {
    ...facts,
    cursorLine: line,
    cursorColumn: column,
    ...(selectedText === '' ? {} : { selectedText }),
  };
}

/** The selected text; empty when nothing is selected. */
export function selectionOf({ content, place: { anchor, head } }: DocumentFacts): string {
  return content.slice(Math.min(anchor, head), Math.max(anchor, head));
}

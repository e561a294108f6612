import type { DocumentPlace, DocumentView } from '../preview-state.js';
import { positionOf } from './document-place.js';

/** Facts about the viewer's document. */
export interface DocumentFacts {
  readonly path: string;
  readonly content: string;
  readonly language: string;
  readonly isEdited: boolean;
  readonly isEditable: boolean;
  /** Within the content. Absent until there is a cursor. */
  readonly place?: DocumentPlace | undefined;
  readonly revision: number;
}

export function documentView(facts: DocumentFacts): DocumentView {
  if (facts.place === undefined) return facts;
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
export function selectionOf({ content, place }: DocumentFacts): string {
  return place === undefined
    ? ''
    : content.slice(Math.min(place.anchor, place.head), Math.max(place.anchor, place.head));
}

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import type { DocumentChoice } from '../../protocol/preview-connection.js';

interface DocumentOptionProps {
  readonly id: string;
  readonly choice: DocumentChoice;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** One answer of the document picker. */
export function DocumentOption({ id, choice, isActive, onPoint, onChoose }: DocumentOptionProps): JSX.Element {
  const element = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const fileName = choice.path.lastIndexOf('/') + 1;
  return (
    <li
      ref={element}
      id={id}
      class="document-choice"
      role="option"
      data-part="document-choice"
      data-path={choice.path}
      aria-selected={isActive}
      onPointerMove={() => isActive || onPoint()}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span class="document-choice-path">
        <span class="document-folder">{choice.path.slice(0, fileName)}</span>
        {choice.path.slice(fileName)}
      </span>
      <span class="note">{choice.language}</span>
    </li>
  );
}

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import type { FileRangeView } from '../../../view-model/preview-state.js';
import { CodeView } from './code-view.js';
import { type CodePiece, type FilePiece, filePieces } from './file-pieces.js';
import { TextForm } from './text-form.js';

interface FilesFormProps {
  readonly content: string;
  readonly label: string;
  readonly ranges: readonly FileRangeView[];
}

/** Code by file and lines; as it was sent, where that is asked for or where the lines cannot be told in it. */
export function FilesForm({ content, label, ranges }: FilesFormProps): JSX.Element {
  const pieces = useMemo(() => filePieces(content, ranges), [content, ranges]);
  const [isRaw, setIsRaw] = useState(false);
  if (pieces === undefined) return <TextForm content={content} label={label} part="raw" />;
  return (
    <>
      <div class="views" role="group" aria-label={`View of ${label}`}>
        <ViewButton name="By file" part="show-files" isPressed={!isRaw} onPress={() => setIsRaw(false)} />
        <ViewButton name="As sent" part="show-raw" isPressed={isRaw} onPress={() => setIsRaw(true)} />
      </div>
      {isRaw ? (
        <TextForm content={content} label={label} part="raw" />
      ) : (
        <div class="text-frame files" role="group" tabIndex={0} aria-label={`Files of ${label}`} data-part="files">
          {pieces.map((piece, index) => (
            <Piece key={index} piece={piece} />
          ))}
        </div>
      )}
    </>
  );
}

interface ViewButtonProps {
  readonly name: string;
  readonly part: string;
  readonly isPressed: boolean;
  readonly onPress: () => void;
}

function ViewButton({ name, part, isPressed, onPress }: ViewButtonProps): JSX.Element {
  return (
    <button class="view" type="button" data-part={part} aria-pressed={isPressed} onClick={onPress}>
      {name}
    </button>
  );
}

function Piece({ piece }: { readonly piece: FilePiece }): JSX.Element | null {
  if (piece.kind === 'code') return <FileRange piece={piece} />;
  const text = piece.text.trim();
  return text === '' ? null : <p class="file-prose note">{text}</p>;
}

function FileRange({ piece }: { readonly piece: CodePiece }): JSX.Element {
  const { filePath, startLine, endLine, score, symbols, notes, code, language, firstLine } = piece;
  return (
    <section class="file" data-part="file" data-path={filePath} data-lines={`${String(startLine)}-${String(endLine)}`}>
      <header class="file-top">
        <h3 class="file-path">
          <bdi>{filePath}</bdi>
          <span class="numbers">{`:${String(startLine)}-${String(endLine)}`}</span>
        </h3>
        {[...symbols, ...notes].map((note, index) => (
          <span key={index} class="note">
            {note}
          </span>
        ))}
        {score === undefined ? null : <span class="note numbers">{`score ${score.toFixed(2)}`}</span>}
      </header>
      <CodeView code={code} language={language} firstLine={firstLine} />
    </section>
  );
}

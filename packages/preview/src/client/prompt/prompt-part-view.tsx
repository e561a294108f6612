import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { tokensText } from '../budget/amounts.js';
import { drawnWhenChanged } from '../budget/drawn-when-changed.js';
import { textBlocks } from './text-blocks.js';
import { withBreaks } from './with-breaks.js';

interface PromptPartProps {
  readonly text: string;
  readonly sourceId: string;
  readonly label: string;
  readonly tokens: number;
  readonly color: number;
}

/** The text of one source, with a label that leads to it in the list. The label is drawn by the style sheet: the
 * text of the element stays the prompt's own.
 */
export const PromptPartView = drawnWhenChanged(
  ({ text, sourceId, label, tokens, color }: PromptPartProps): JSX.Element => {
    return (
      <div class="prompt-part" data-part="prompt-part" data-source={sourceId} data-color={color}>
        <div class="prompt-label-place">
          <button
            class="prompt-label"
            type="button"
            data-part="prompt-label"
            data-label={label}
            data-tokens={tokensText(tokens)}
            aria-label={`${label}, ${tokensText(tokens)}: show in the list of sources`}
          />
        </div>
        <PromptBlocks text={text} />
      </div>
    );
  },
);

/** The separator between two parts. It begins on the line where the previous part ends. */
export const PromptSeparator = drawnWhenChanged(
  ({ text, continues }: { readonly text: string; readonly continues: boolean }): JSX.Element => (
    <div class={continues ? 'prompt-separator prompt-separator-continues' : 'prompt-separator'}>{text}</div>
  ),
);

/** Line height of the prompt's text, in em: the space of a block before it is drawn. */
const lineHeight = 1.5;

/** A text in blocks that are laid out only in view. Text nodes only, so no content is executed. */
export const PromptBlocks = drawnWhenChanged(({ text }: { readonly text: string }): JSX.Element => {
  const blocks = useMemo(() => textBlocks(text), [text]);
  return (
    <>
      {blocks.map((block, index) => (
        <div
          key={index}
          class="prompt-block"
          style={{ containIntrinsicBlockSize: `auto ${String(block.lines * lineHeight)}em` }}
        >
          {withBreaks(block.text)}
        </div>
      ))}
    </>
  );
});

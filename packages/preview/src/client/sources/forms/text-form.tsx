import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { copySelection } from '../../prompt/copying.js';
import { textBlocks } from '../../prompt/text-blocks.js';
import { withBreaks } from '../../prompt/with-breaks.js';

interface TextFormProps {
  readonly content: string;
  /** Label of the fragment, for screen readers. */
  readonly label: string;
  /** `data-part` of the element whose text is the content, byte for byte. */
  readonly part?: string | undefined;
}

/** A text without changes, in blocks; only those in view are laid out. */
export function TextForm({ content, label, part = 'text' }: TextFormProps): JSX.Element {
  const blocks = useMemo(() => textBlocks(content), [content]);
  return (
    <div class="text-frame" role="group" tabIndex={0} aria-label={`Text of ${label}`}>
      <pre class="text" data-part={part} onCopy={copySelection}>
        {blocks.map(({ text, lines }, index) => (
          <span
            key={index}
            class="text-block"
            // A line that is too long for one block.
            data-continued={index > 0 && blocks[index - 1]?.text.endsWith('\n') === false ? '' : undefined}
            style={blocks.length === 1 ? undefined : { '--lines': String(lines) }}
          >
            {withBreaks(text)}
          </span>
        ))}
      </pre>
    </div>
  );
}

import { Text } from 'ink';
import { type ReactElement, memo } from 'react';

import type { TerminalLine } from './terminal-line.js';

/** One line of the screen, never two: what is too wide for the terminal is cut. */
export const LineView = memo(function LineView({ line }: { readonly line: TerminalLine }): ReactElement {
  if (line.length === 0) return <Text> </Text>;
  return (
    <Text wrap="truncate">
      {line.map(({ text, color, isBold = false, isDim = false, isInverse = false }, place) => (
        <Text
          key={place}
          {...(color === undefined ? {} : { color })}
          bold={isBold}
          dimColor={isDim}
          inverse={isInverse}
        >
          {text}
        </Text>
      ))}
    </Text>
  );
});

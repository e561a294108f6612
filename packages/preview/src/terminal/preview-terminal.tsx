import { Box, Text, useApp, useInput, useStdout } from 'ink';
import { type ReactElement, memo, useEffect, useMemo, useReducer, useState } from 'react';

import type { IContextPreviewViewModel } from '../view-model/preview-actions.js';
import { paintOf } from './screen/paint.js';
import type { TerminalLine } from './screen/terminal-line.js';
import { TerminalController } from './terminal-controller.js';

/** The view model, and whether the terminal shows colours. */
export interface PreviewTerminalProps {
  readonly viewModel: IContextPreviewViewModel;
  readonly isColored: boolean;
}

/** The panel in a terminal: a screen of lines that changes with the view model and with each key. */
export function PreviewTerminal({ viewModel, isColored }: PreviewTerminalProps): ReactElement {
  const { exit } = useApp();
  const { columns, rows } = useTerminalSize();
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const controller = useMemo(
    () => new TerminalController({ viewModel, paint: paintOf(isColored), quit: () => exit(), onChange: redraw }),
    [viewModel, isColored, exit],
  );
  useEffect(() => viewModel.subscribe(redraw), [viewModel]);
  useInput((input, key) => controller.press({ input, key }));
  return (
    <Box flexDirection="column" width={columns}>
      {controller.draw(columns, rows).map((line, place) => (
        <LineView key={place} line={line} />
      ))}
    </Box>
  );
}

/** One line of the screen; text that is too wide for the terminal is cut. */
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

/** In characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The present size of the terminal. */
export function useTerminalSize(): TerminalSize {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const measure = (): void => setSize(sizeOf(stdout));
    stdout.on('resize', measure);
    return () => void stdout.off('resize', measure);
  }, [stdout]);
  return size;
}

/** The size of a terminal, with defaults if it does not report one. */
function sizeOf({ columns, rows }: Partial<TerminalSize>): TerminalSize {
  return {
    columns: columns === undefined || columns < 1 ? 80 : columns,
    rows: rows === undefined || rows < 1 ? 24 : rows,
  };
}

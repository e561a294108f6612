import { Box, useApp, useInput } from 'ink';
import { type ReactElement, useEffect, useMemo, useReducer } from 'react';

import type { IContextPreviewViewModel } from '../view-model/preview-actions.js';
import { LineView } from './screen/line-view.js';
import { paintOf } from './screen/paint.js';
import { TerminalDesk } from './terminal-desk.js';
import { useTerminalSize } from './use-terminal-size.js';

export interface PreviewTerminalProps {
  readonly viewModel: IContextPreviewViewModel;
  readonly isColored: boolean;
}

/** The panel in a terminal: a screen of lines that changes with the view model and with each key. */
export function PreviewTerminal({ viewModel, isColored }: PreviewTerminalProps): ReactElement {
  const { exit } = useApp();
  const { columns, rows } = useTerminalSize();
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const desk = useMemo(
    () => new TerminalDesk({ viewModel, paint: paintOf(isColored), quit: () => exit(), onChange: redraw }),
    [viewModel, isColored, exit],
  );
  useEffect(() => viewModel.subscribe(redraw), [viewModel]);
  useInput((input, key) => desk.press({ input, key }));
  return (
    <Box flexDirection="column" width={columns}>
      {desk.draw(columns, rows).map((line, place) => (
        <LineView key={place} line={line} />
      ))}
    </Box>
  );
}

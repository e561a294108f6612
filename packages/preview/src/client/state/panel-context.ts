import { createContext } from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

import type { IContextPreviewViewModel } from '../../view-model/preview-actions.js';
import type { PreviewState } from '../../view-model/preview-state.js';

/** The one view model of the page. */
export const PanelContext = createContext<IContextPreviewViewModel | undefined>(undefined);

export function useViewModel(): IContextPreviewViewModel {
  const viewModel = useContext(PanelContext);
  if (viewModel === undefined) throw new TypeError('A part of the panel was drawn outside of it.');
  return viewModel;
}

/** A part of the state. The caller is drawn again only when that part is another object or value. */
export function usePreviewState<Part>(select: (state: PreviewState) => Part): Part {
  const viewModel = useViewModel();
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const part = select(viewModel.state);
  const drawn = useRef({ select, part });
  drawn.current = { select, part };
  useLayoutEffect(() => {
    const compare = (): void => {
      const { select: selectNow, part: drawnPart } = drawn.current;
      if (!Object.is(selectNow(viewModel.state), drawnPart)) redraw(0);
    };
    // It may have changed between drawing and listening.
    compare();
    return viewModel.subscribe(compare);
  }, [viewModel]);
  return part;
}

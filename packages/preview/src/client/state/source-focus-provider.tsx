import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { type FocusedSource, SourceFocusContext } from './focused-source.js';

/** Keeps which source the user points at. */
export function SourceFocusProvider({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [focused, setFocused] = useState<FocusedSource>({ visits: 0 });
  const focus = useMemo(
    () => ({
      ...focused,
      point: (sourceId: string | undefined): void => setFocused(({ visits }) => ({ sourceId, visits })),
      visit: (sourceId: string, from: NonNullable<FocusedSource['from']>): void =>
        setFocused(({ visits }) => ({ sourceId, from, visits: visits + 1 })),
    }),
    [focused],
  );
  return <SourceFocusContext.Provider value={focus}>{children}</SourceFocusContext.Provider>;
}

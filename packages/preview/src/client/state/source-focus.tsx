import { type ComponentChildren, type JSX, createContext } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';

/** The source that the user points at; all views mark it. */
export interface FocusedSource {
  readonly sourceId?: string | undefined;
  /** Where the user pointed; the other side scrolls to it. */
  readonly from?: 'list' | 'bar' | 'prompt' | 'why' | undefined;
  /** Goes up with each request to scroll there, also to the same source again. */
  readonly visits: number;
}

/** The source that is pointed at, and how a view points at another one. */
export interface SourceFocus extends FocusedSource {
  /** Marks it everywhere, without moving anything. */
  readonly point: (sourceId: string | undefined) => void;
  /** Marks it and brings it into view on the other side. */
  readonly visit: (sourceId: string, from: NonNullable<FocusedSource['from']>) => void;
}

export const SourceFocusContext = createContext<SourceFocus>({
  visits: 0,
  point: () => undefined,
  visit: () => undefined,
});

export function useSourceFocus(): SourceFocus {
  return useContext(SourceFocusContext);
}

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

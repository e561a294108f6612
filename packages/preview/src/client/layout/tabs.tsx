import type { ComponentChildren, JSX } from 'preact';

/** One view behind a tab. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  /** Number of items. */
  readonly count?: number | undefined;
  readonly content: ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selectedId: string;
  readonly onSelect: (id: string) => void;
}

/**
 * One of several views at a time, by the tabs pattern of the ARIA practices: arrows move, Home and End jump. The others
 * keep their state, with unfolded and picked items.
 */
export function Tabs({ label, tabs, selectedId, onSelect }: TabsProps): JSX.Element {
  const select = (index: number): void => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (tab === undefined) return;
    onSelect(tab.id);
    document.getElementById(`tab-${tab.id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = tabs.findIndex(({ id }) => id === selectedId);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    select(target);
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title, count }) => (
          <button
            key={id}
            id={`tab-${id}`}
            class="tab"
            type="button"
            role="tab"
            data-part={`tab-${id}`}
            aria-selected={id === selectedId}
            aria-controls={`tab-panel-${id}`}
            tabIndex={id === selectedId ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {title}
            {count === undefined ? null : <span class="tab-count numbers">{` ${String(count)}`}</span>}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          id={`tab-panel-${id}`}
          class="tab-panel"
          role="tabpanel"
          aria-labelledby={`tab-${id}`}
          hidden={id !== selectedId}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

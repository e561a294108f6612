import type { JSX } from 'preact';

/** The first stops of the Tab key: past the header and what is not wanted now. */
export function SkipLinks({
  columns,
}: {
  readonly columns: readonly { readonly id: string; readonly label: string }[];
}): JSX.Element {
  return (
    <nav class="skip-links" aria-label="Skip">
      {columns.map(({ id, label }) => (
        <a key={id} href={`#${id}`} onClick={(event) => goTo(event, id)}>
          {`Skip to ${label.toLowerCase()}`}
        </a>
      ))}
    </nav>
  );
}

/** The address of the panel stays as it is. */
function goTo(event: Event, id: string): void {
  event.preventDefault();
  const column = document.getElementById(id);
  column?.focus();
  column?.scrollIntoView();
}

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

import { BrowserMemory } from '../state/browser-memory.js';
import { ColumnSeparator } from './column-separator.js';
import { type ColumnShares, sharesOf } from './column-shares.js';

/** One of the panel's three columns: a landmark of its own. */
export interface Column {
  readonly id: string;
  readonly label: string;
  readonly content: ComponentChildren;
}

const memory = new BrowserMemory();

/** Three columns side by side, as wide as the reader made them; one below the other where there is no room for that. */
export function Columns({
  columns: [first, second, third],
}: {
  readonly columns: readonly [Column, Column, Column];
}): JSX.Element {
  const [shares, setShares] = useState(() => sharesOf(memory.read('columns')));
  const onShares = (changed: ColumnShares): void => {
    setShares(changed);
    memory.write('columns', changed.join(' '));
  };
  return (
    <main
      class="panel"
      data-part="panel"
      style={{ '--first-share': `${String(shares[0])}%`, '--second-share': `${String(shares[1])}%` }}
    >
      <ColumnRegion {...first} />
      <ColumnSeparator
        separator={0}
        label={`Width of ${first.label.toLowerCase()}`}
        controls={first.id}
        shares={shares}
        onShares={onShares}
      />
      <ColumnRegion {...second} />
      <ColumnSeparator
        separator={1}
        label={`Width of ${second.label.toLowerCase()}`}
        controls={second.id}
        shares={shares}
        onShares={onShares}
      />
      <ColumnRegion {...third} />
    </main>
  );
}

function ColumnRegion({ id, label, content }: Column): JSX.Element {
  return (
    <section id={id} class="panel-column" data-part={id} aria-label={label} tabIndex={-1}>
      {content}
    </section>
  );
}

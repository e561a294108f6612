import type { ComponentChildren, JSX, TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';

import { BrowserMemory } from '../state/browser-memory.js';
import { type ColumnShares, shareLimits, sharesOf, usualShares, withShare } from './column-shares.js';

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

interface ColumnSeparatorProps {
  readonly separator: 0 | 1;
  readonly label: string;
  /** Id of the column before it. */
  readonly controls: string;
  readonly shares: ColumnShares;
  readonly onShares: (shares: ColumnShares) => void;
}

/** Step of resizing, in per cent of the panel. */
const step = 2;

/**
 * Between two columns, by the window splitter pattern of the ARIA practices: arrows, Home and End move it, Enter
 * resets.
 */
export function ColumnSeparator({ separator, label, controls, shares, onShares }: ColumnSeparatorProps): JSX.Element {
  const share = shares[separator];
  const { min, max } = shareLimits(shares, separator);
  const moveTo = (target: number): void => onShares(withShare(shares, separator, target));
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets = new Map([
      ['ArrowLeft', share - step],
      ['ArrowRight', share + step],
      ['Home', min],
      ['End', max],
      ['Enter', usualShares[separator]],
    ]);
    const target = targets.get(event.key);
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
  };
  const onPointerMove = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    const handle = event.currentTarget;
    const panel = handle.parentElement?.getBoundingClientRect();
    if (panel === undefined || !handle.hasPointerCapture(event.pointerId)) return;
    const left = separator === 0 ? 0 : shares[0];
    moveTo(((event.clientX - panel.left) / panel.width) * 100 - left);
  };
  return (
    <div
      class="column-separator"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuemin={min}
      aria-valuemax={Math.round(max)}
      aria-valuenow={Math.round(share)}
      aria-valuetext={`${String(Math.round(share))} % of the width`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDblClick={() => moveTo(usualShares[separator])}
    />
  );
}

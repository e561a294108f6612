import { countOf, formatCount } from '@lexichord/platform/number-text';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { SourceDifference } from '../../view-model/preview-state.js';
import { type DifferenceRow, differenceOf, type TextDifference } from './line-differences.js';

/** The lines that differ in one source. Text nodes only, a sign before each line. */
export function DifferenceLines({ difference }: { readonly difference: SourceDifference }): JSX.Element {
  const found = useDifference(difference);
  const { before, after } = difference;
  if (found === undefined) return <p class="note difference-note">Comparing…</p>;
  const { added, removed, rows, hiddenRows } = found;
  const isRelabelled = before !== undefined && after !== undefined && before.label !== after.label;
  return (
    <div data-part="difference-lines">
      <p class="note difference-note">
        {isRelabelled ? `Its label was "${before.label}" and is "${after.label}". ` : ''}
        {added === 0 && removed === 0
          ? 'The text is the same.'
          : `${countOf(added, 'line')} added, ${formatCount(removed)} removed.`}
        {rows === undefined ? ' Too much to be shown line by line.' : ''}
      </p>
      {rows === undefined || (added === 0 && removed === 0) ? null : (
        <div class="difference-rows" role="region" aria-label="Lines that differ" tabIndex={0}>
          <table>
            <tbody>
              {rows.map((row, index) => (
                <Row key={index} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hiddenRows > 0 ? (
        <p class="note difference-note">{`${countOf(hiddenRows, 'further line')} not shown.`}</p>
      ) : null}
    </div>
  );
}

const signs = { added: '+', removed: '−', same: '' };
const words = { added: 'Added', removed: 'Removed', same: '' };

/** Nobody reads more of one line, in UTF-16 units. */
const maxLineLength = 2000;

function Row({ row }: { readonly row: DifferenceRow }): JSX.Element {
  if (row.kind === 'gap') {
    return (
      <tr class="difference-gap">
        <td colSpan={4}>{countOf(row.count, 'unchanged line')}</td>
      </tr>
    );
  }
  const rest = row.text.length - maxLineLength;
  return (
    <tr class={`difference-${row.kind}`} data-part="difference-row" data-change={row.kind}>
      <td class="difference-number">{row.beforeLine ?? ''}</td>
      <td class="difference-number">{row.afterLine ?? ''}</td>
      <td class="difference-line-sign">
        <span aria-hidden="true">{signs[row.kind]}</span>
        <span class="visually-hidden">{words[row.kind]}</span>
      </td>
      <td class="difference-text">
        {row.text.slice(0, maxLineLength)}
        {rest > 0 ? <span class="mark">{countOf(rest, 'further character')}</span> : null}
        {row.lineEnd === undefined ? null : <span class="mark">{row.lineEnd}</span>}
      </td>
    </tr>
  );
}

function useDifference({ before, after }: SourceDifference): TextDifference | undefined {
  const [found, setFound] = useState<TextDifference>();
  useEffect(() => {
    let isWanted = true;
    void differenceOf(before?.content ?? '', after?.content ?? '').then((difference) => {
      if (isWanted) setFound(difference);
    });
    return (): void => {
      isWanted = false;
    };
  }, [before, after]);
  return found;
}

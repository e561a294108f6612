import { countOf } from '@lexichord/platform/number-text';

import type { PreviewState } from '../../view-model/preview-state.js';
import { lineOf, spread } from '../screen/terminal-line.js';
import { wrapText } from '../screen/wrap-text.js';
import { type Page, PageBuilder, type PageFrame } from './page.js';

/** Everything that the assembly on view left out or cut, and why. */
export function leftOutPage({ shown }: PreviewState, { columns }: PageFrame): Page {
  const page = new PageBuilder();
  if (shown === undefined) return page.add(lineOf('Nothing was assembled yet.', { isDim: true })).build();
  if (shown.leftOut.length === 0) return page.add(lineOf('Nothing was left out.', { isDim: true })).build();
  shown.leftOut.forEach(({ displayName, kind, reason, message, lostTokens }, index) => {
    const lost = lostTokens === undefined ? [] : lineOf(countOf(lostTokens, 'token'));
    page
      .item(`${index}`)
      .add(
        spread(
          [...lineOf(displayName, { isBold: true }), ...lineOf(`  ${kind}, ${reason}`, { isDim: true })],
          lost,
          columns,
        ),
      )
      .add(...wrapText(message, columns - 2).map((text) => [{ text: `  ${text}` }]));
  });
  return page.build();
}

import { aFragment } from '@lexichord/testing';

import type { PreviewState } from '../../view-model/preview-state.js';
import { aConnectedViewer } from '../../view-model/test-support/a-viewer.js';
import { timeOf } from '../../view-model/time-of-day.js';
import { paintOf } from '../screen/paint.js';
import { type TerminalLine, widthOfLine } from '../screen/terminal-line.js';
import { footerLines } from './footer-lines.js';
import { barLine, headerLines } from './header-lines.js';
import { leftOutPage } from './left-out-page.js';
import type { PageFrame } from './page.js';
import { promptPage } from './prompt-page.js';
import { sourcesPage } from './sources-page.js';
import { timelinePage } from './timeline-page.js';

const paint = paintOf(false);
const frame: PageFrame = { columns: 60, paint, selectedId: undefined };
const textOf = (lines: readonly TerminalLine[]): string =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n');

/** What is shown of an assembly with these fragments. */
async function stateWith(...fragments: readonly ReturnType<typeof aFragment>[]): Promise<PreviewState> {
  const { viewModel, answer } = await aConnectedViewer();
  viewModel.expandAll(true);
  await viewModel.refresh();
  await answer({ result: { fragments } });
  return viewModel.state;
}

describe('the pages of the terminal view', () => {
  it('say so when nothing was assembled, or nothing came of it', async () => {
    const { viewModel } = await aConnectedViewer();
    const empty = await stateWith();

    for (const page of [promptPage, leftOutPage, timelinePage]) {
      expect(textOf(page(viewModel.state, frame).lines)).toBe('Nothing was assembled yet.');
    }
    expect(textOf(promptPage(empty, frame).lines)).toBe('The prompt is empty.');
    expect(textOf(leftOutPage(empty, frame).lines)).toBe('Nothing was left out.');
    expect(textOf(headerLines(viewModel.state, 60, paint))).toContain('Budget: 8,000 tokens');
  });

  it('name the parts of code, knowledge and conversations, a bounded number of them', async () => {
    const ranges = Array.from({ length: 14 }, (_, line) => ({
      filePath: 'a.ts',
      startLine: line + 1,
      endLine: line + 2,
    }));
    const state = await stateWith(
      aFragment({ sourceId: 'repository', metadata: { chunks: ranges } }),
      aFragment({
        sourceId: 'knowledge',
        metadata: { entities: [{ entityId: 'e', type: 'Endpoint', name: 'GET /a', score: 0.5 }] },
      }),
      aFragment({
        sourceId: 'conversation',
        metadata: { conversationId: 'c', segments: [{ segmentId: 's-1', level: 2, messageIds: [] }] },
      }),
    );

    const page = textOf(sourcesPage(state, frame).lines);

    expect(page).toContain('a.ts:1-2');
    expect(page).toContain('and 2 more');
    expect(page).not.toContain('a.ts:13-14');
    expect(page).toContain('Endpoint: GET /a (0.50)');
    expect(page).toContain('s-1 (brief)');
  });

  it('tell how a fragment was shortened and whether the last request used it', async () => {
    const { viewModel, connection, answer, timers } = await aConnectedViewer();
    viewModel.expandAll(true);
    await viewModel.openDocument('a.md');
    await answer({
      result: {
        fragments: [aFragment({ content: 'Short.' })],
        truncated: [{ sourceId: 'document', fromTokens: 4_000, toTokens: 1, limit: 'budget' }],
        deduplicated: [{ sourceId: 'document', duplicateOf: [], blocks: 2, fromTokens: 9, toTokens: 1 }],
        skipped: [{ sourceId: 'heading', reason: 'empty', message: 'It has no headings.' }],
        warnings: ['First.', 'Second.'],
      },
    });
    connection.tell({ kind: 'stopping' });
    await timers.pass(0);

    const page = textOf(sourcesPage(viewModel.state, frame).lines);
    expect(page).toContain('Document Content (shortened)');
    expect(page).toMatch(/shortened from\n {2}\| 4,000, 2 blocks cut as duplicates/u);
    expect(page).toContain('    It has no headings.');
    const header = textOf(headerLines(viewModel.state, 60, paint));
    expect(header).toContain('The panel is being stopped.');
    expect(header).toContain('First. (2 warnings)');
  });

  it('draw a bar that is never empty for something, and never full for less than all', async () => {
    const tiny = await stateWith(aFragment({ tokenEstimate: 1 }));
    const whole = await stateWith(aFragment({ tokenEstimate: 8_000 }));
    const nearly = await stateWith(aFragment({ tokenEstimate: 7_990 }));
    const bar = (state: PreviewState): string => textOf([barLine(state, 20, paint)]);

    expect(bar(tiny)).toBe(`a${'░'.repeat(19)}`);
    expect(bar(whole)).toBe('a'.repeat(20));
    expect(bar(nearly)).toMatch(/^a{19}[▒░]$/u);
    expect(bar(await stateWith())).toBe('░'.repeat(20));
  });

  it('fit into narrow and wide terminals alike', async () => {
    const state = await stateWith(aFragment({ label: '漢'.repeat(60), content: 'word '.repeat(100) }));
    for (const columns of [1, 2, 10, 40, 55, 75, 200]) {
      const sized = { ...frame, columns };
      const pages = [sourcesPage, promptPage, leftOutPage].flatMap((page) => page(state, sized).lines);
      const all = [...pages, ...headerLines(state, columns, paint)];

      // What is narrower than its own margin is cut when it is drawn.
      if (columns >= 40) expect(all.filter((line) => widthOfLine(line) > columns)).toEqual([]);
    }
  });

  it('show the end of what is typed', () => {
    const input = { kind: 'query', text: `${'x'.repeat(100)}end` } as const;
    const lines = footerLines({ view: 'sources', input, selected: {}, top: 0, isFollowing: true }, 30, paint);

    expect(textOf(lines)).toContain('Query: ');
    expect(textOf(lines)).toContain('xend ');
    expect(lines.every((line) => widthOfLine(line) <= 30)).toBe(true);
  });

  it('tell times of day', () => {
    expect(timeOf(new Date(2026, 0, 2, 3, 4, 5).toISOString())).toBe('03:04:05');
    expect(timeOf('soon')).toBe('');
  });
});

import { stripVTControlCharacters } from 'node:util';

import { aFragment } from '@lexichord/testing';
import { cleanup, render } from 'ink-testing-library';

import { aConnectedViewer, type TestViewer } from '../view-model/test-support/a-viewer.js';
import { aRecord } from '../view-model/test-support/a-panel.js';
import { settled } from '../view-model/test-support/manual-timers.js';
import { PreviewTerminal } from './preview-terminal.js';

const keys = {
  up: '\u001b[A',
  down: '\u001b[B',
  pageDown: '\u001b[6~',
  home: '\u001b[H',
  end: '\u001b[F',
  enter: '\r',
  escape: '\u001b',
  backspace: '\u007f',
  tab: '\t',
} as const;

const fragments = [
  aFragment({ content: '# One\n\nText \u001b[31mred\u001b[0m \u0007 of the file.', tokenEstimate: 2_150 }),
  aFragment({ sourceId: 'heading', label: 'Heading Hierarchy', content: 'One > Two', tokenEstimate: 400 }),
];

interface TestTerminal extends TestViewer {
  /** What a person reads. */
  readonly frame: () => string;
  /** With the escapes that colour it. */
  readonly writtenFrame: () => string;
  readonly press: (...inputs: readonly string[]) => Promise<void>;
  readonly resize: (columns: number, rows: number) => Promise<void>;
}

/** A terminal of 100 columns and 24 rows with an assembly on view. */
async function aTerminal({ isColored = false } = {}): Promise<TestTerminal> {
  const viewer = await aConnectedViewer();
  viewer.connection.files.set('b/chapter.md', 'First\nSecond\nThird\n');
  viewer.viewModel.expandAll(false);
  await viewer.viewModel.openDocument('a.md');
  await viewer.answer({
    result: {
      fragments,
      renderedTokens: 2_600,
      skipped: [{ sourceId: 'cursor', reason: 'over-budget', message: 'It did not fit.', tokens: 300 }],
    },
  });
  const { stdin, stdout, lastFrame } = render(<PreviewTerminal viewModel={viewer.viewModel} isColored={isColored} />);
  await settled();
  const press = async (...inputs: readonly string[]): Promise<void> => {
    for (const input of inputs) {
      stdin.write(input);
      // A lone escape is told from the beginning of a longer key by what does not follow.
      if (input === keys.escape) await new Promise((resolve) => setTimeout(resolve, 60));
      await viewer.timers.pass(200);
    }
  };
  const resize = async (columns: number, rows: number): Promise<void> => {
    Object.defineProperty(stdout, 'columns', { value: columns, configurable: true });
    Object.defineProperty(stdout, 'rows', { value: rows, configurable: true });
    stdout.emit('resize');
    await settled();
  };
  const writtenFrame = (): string => lastFrame() ?? '';
  return { ...viewer, frame: () => stripVTControlCharacters(writtenFrame()), writtenFrame, press, resize };
}

describe('the panel in a terminal', () => {
  afterEach(cleanup);

  it('SBD-072 §16.1: shows the budget, every fragment with its tokens, and what is locked without a switch', async () => {
    const { frame } = await aTerminal();

    expect(frame()).toContain('Context Preview  novel  Co-pilot  connected');
    expect(frame()).toMatch(/\ba\.md\b/u);
    expect(frame()).toContain('Budget: 8,000 tokens | Used: 2,600 tokens (32%)');
    expect(frame()).toMatch(/› ▶ \[✓\] a Document Content +2,150 tokens +27%/u);
    expect(frame()).toMatch(/ {2}▶ \[✓\] c Heading Hierarchy +400 tokens +5%/u);
    expect(frame()).toMatch(/^ {4}Style Rules: opens with Teams$/mu);
    expect(frame()).toMatch(/^a{27}c{5}▒/mu);
    expect(frame()).toContain('space switch  enter fold');
  });

  it('SBD-072 US-03: switches the chosen source with the space key', async () => {
    const { frame, press, connection, timers } = await aTerminal();

    const release = connection.holdUp('switchStrategy');
    await press(keys.down, ' ');
    expect(frame()).toMatch(/› ▶ \[…\] c Heading Hierarchy \(disabled\)/u);
    release();
    await timers.pass(0);
    expect(frame()).toMatch(/› ▶ \[ \] c Heading Hierarchy \(disabled\)/u);
    connection.tell({
      kind: 'assembled',
      assembly: aRecord(connection.lastAssembly, { result: { fragments: [fragments[0]!] } }),
    });
    await timers.pass(0);

    expect(connection.calls).toContain('switchStrategy heading off');
    expect(frame()).toMatch(/› ▶ \[ \] {3}Heading Hierarchy \(disabled\) +—/u);
  });

  it('unfolds a source, and shows what a terminal would obey', async () => {
    const { frame, press } = await aTerminal();

    await press(keys.enter);

    expect(frame()).toContain('▼ [✓] a Document Content');
    expect(frame()).toContain('26.9% of the budget, relevance 1.00');
    expect(frame()).toContain('  | Text \\x1b[31mred\\x1b[0m \\x07 of the file.');
    await press('e');
    expect(frame()).not.toContain('of the file');
    await press('e');
    expect(frame()).toContain('  | One > Two');
  });

  it('shows the prompt, what was left out, the timeline and the keys', async () => {
    const { frame, press } = await aTerminal();

    await press('p');
    expect(frame()).toContain('a ## Document Content');
    expect(frame()).toContain('c ## Heading Hierarchy');
    await press('w');
    expect(frame()).toMatch(/cursor {2}skipped, over-budget +300 tokens/u);
    expect(frame()).toContain('  It did not fit.');
    await press(keys.tab);
    expect(frame()).toMatch(/› \[ \] ● \d\d:\d\d:\d\d preview copilot +2,600\/8,000/u);
    await press('?');
    expect(frame()).toContain('open a document of the workspace');
    await press(keys.escape);
    expect(frame()).toContain('Document Content');
  });

  it('opens a document by a few words, and puts the cursor on a line of it', async () => {
    const { frame, press, viewModel } = await aTerminal();

    await press('d');
    expect(frame()).toMatch(/› a\.md.*\n +b\/chapter\.md/u);
    await press('c', 'hx', keys.backspace);
    expect(frame()).toContain('Document: ch');
    expect(frame()).toContain('› b/chapter.md  markdown');
    await press(keys.enter);
    expect(viewModel.state.document?.path).toBe('b/chapter.md');
    await press('l', '2:3', keys.enter);
    expect(frame()).toContain('b/chapter.md:2:3');
    await press('l', 'two', keys.enter, 'l', '99', keys.enter);
    expect(frame()).toContain('b/chapter.md:4:1');
  });

  it('says when no document is found', async () => {
    const { frame, press } = await aTerminal();

    await press('d', 'nothing');

    expect(frame()).toContain('Nothing is found.');
    await press(keys.enter, keys.escape);
    expect(frame()).toMatch(/\ba\.md\b/u);
  });

  it('takes a query as it is typed, a budget and an agent', async () => {
    const { frame, press, connection, viewModel } = await aTerminal();

    await press('/', 'why', keys.enter, 'b', '5,000', keys.enter, 'a', 'edit');
    expect(frame()).toContain('› Editor  4,000 tokens');
    await press(keys.enter);

    expect(connection.requests.at(-1)).toEqual({
      request: { agentId: 'editor', documentPath: 'a.md', hints: { query: 'why' } },
      maxTokens: 5_000,
    });
    await press('b');
    expect(frame()).toContain('own: 5,000');
    await press('\u0015', keys.enter);
    expect(viewModel.state.question.budget).toBeUndefined();
  });

  it('shows an assembly of the timeline again, and compares two', async () => {
    const { frame, press, connection, answer, viewModel } = await aTerminal();
    connection.kept.set('own-1', aRecord('own-1', { result: { fragments } }));
    await viewModel.refresh();
    await answer({ result: { fragments: [aFragment({ content: 'Other.', tokenEstimate: 9 })] } });

    await press('t', keys.down, keys.enter);
    expect(viewModel.state.shown?.correlationId).toBe('own-1');
    expect(frame()).toContain('not current');
    await press(' ', keys.up, ' ');
    expect(frame()).toMatch(/~ Document Content changed +2,150 → 9/u);
    expect(frame()).toMatch(/- Heading Hierarchy removed +400 → 0/u);
    await press(keys.escape, 'n');
    expect(frame()).not.toContain('Differences');
    expect(viewModel.state.shown?.correlationId).toBe('own-2');
  });

  it('refreshes, cancels, and tells a failure until it is taken back', async () => {
    const { frame, press, connection } = await aTerminal();

    await press('r');
    expect(frame()).toContain('Assembling');
    await press('x');
    expect(frame()).toContain('Cancelled');
    expect(frame()).toContain('not current');
    connection.status('lost');
    await press(' ');
    expect(frame()).toContain('connection lost, trying again');
    expect(frame()).toContain('! The panel cannot be reached.');
    await press(keys.escape);
    expect(frame()).not.toContain('! The panel');
  });

  it('never draws more than fits, whatever is on view, and scrolls through all of it', async () => {
    const { frame, press, resize, viewModel, answer } = await aTerminal();
    const content = Array.from(
      { length: 500 },
      (_, line) => `Line ${line + 1} of many with a few more words on it`,
    ).join('\n');
    await viewModel.refresh();
    await answer({ result: { fragments: [aFragment({ content, tokenEstimate: 4_000 })] } });

    await resize(40, 12);
    await press(keys.enter);
    const height = (): number => frame().split('\n').length;
    expect(height()).toBeLessThanOrEqual(11);
    expect(
      Math.max(
        ...frame()
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(40);
    await press(keys.end);
    expect(frame()).toContain('Locked');
    await press(keys.home, keys.pageDown, 'jj', 'k');
    expect(frame()).toContain('Line ');
    await press('p', keys.end);
    expect(frame()).toContain('Line 500 of many');
    for (const [columns, rows] of [
      [20, 5],
      [1, 1],
      [200, 60],
    ] as const) {
      await resize(columns, rows);
      expect(height()).toBeLessThanOrEqual(Math.max(1, rows - 1));
    }
  });

  it('has colours, unless it is told to have none', async () => {
    const hue = /\u001b\[(?:3\d|9\d)m█/u;
    const { frame, writtenFrame } = await aTerminal({ isColored: true });

    expect(frame()).toContain('█ Document Content');
    expect(frame()).toMatch(/^█{27}█{5}▒/mu);
    expect(writtenFrame()).toMatch(hue);
    expect((await aTerminal()).writtenFrame()).not.toMatch(/\u001b\[(?:3\d|9\d|[34]8;|4\d|10\d)/u);
  });
});

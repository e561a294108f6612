import type { LogRow } from '../store/compression-tables.js';
import { ChangedLog } from './test-support/changed-log.js';

describe('verifyLog', () => {
  const log = new ChangedLog();
  let rows: readonly LogRow[];

  beforeAll(async () => {
    ({ rows } = await log.open());
  });

  afterAll(() => log.dispose());

  it('COMP-06: finds any change of any value of any stored row', async () => {
    for (const [place, row] of rows.entries()) {
      for (const [column, value] of Object.entries(row)) {
        const others = typeof value === 'number' ? [value + 1, value - 1] : [changedText(value), ''];
        const moved = column === 'conversation' ? ['elsewhere'] : others;
        for (const other of moved.filter((one) => one !== value)) {
          const changed = rows.map((one, index) => (index === place ? { ...row, [column]: other } : one));
          await log.whileChanged(changed, () => log.expectFound());
        }
      }
    }
    const withTime = rows.map((row, index) => (index === 0 ? { ...row, changedMs: 1 } : row));
    await log.whileChanged(withTime, () => log.expectFound());
  });
});

function changedText(text: string): string {
  return text.length < 2 ? `${text}x` : text.slice(0, 1) + String.fromCharCode(text.charCodeAt(1) ^ 1) + text.slice(2);
}

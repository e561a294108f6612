import { findUnits } from './find-units.js';
import type { GrowingNode } from './syntax-node.js';

describe('findUnits', () => {
  const nodeOf = (start: number, end: number, more: Partial<GrowingNode> = {}): GrowingNode => ({
    ...{ role: 'statement', kind: 'block', nameOffset: start, furtherNames: [], start, end },
    ...{ startLine: 0, endLine: 0, leadLine: 0, isContainer: false, hasError: false, callable: 'none', isUnit: false },
    children: [],
    ...more,
  });

  it('takes a function of any number of functions for a wrapper', () => {
    // The same one each time, which is made sooner.
    const one = nodeOf(0, 1, { role: 'definition', kind: 'function' });
    const functions = new Array<GrowingNode>(300_000).fill(one);
    const block = nodeOf(0, functions.length, { children: functions });
    const wrapper = nodeOf(0, functions.length, { callable: 'self', children: [block] });

    findUnits([wrapper]);

    expect(wrapper.isUnit).toBe(false);
  });
});

import { SilentMetrics } from './silent-metrics.js';

describe('SilentMetrics', () => {
  it('takes every measurement', () => {
    const recorder = new SilentMetrics();

    recorder.count();
    recorder.record();
    recorder.gauge();

    expect(Object.keys(recorder)).toEqual([]);
  });
});

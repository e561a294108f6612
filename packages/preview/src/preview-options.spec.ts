import { parseOptions } from '@lexichord/platform/internal';

import { previewOptionsSchema } from './preview-options.js';

const parse = (section: object) => parseOptions(previewOptionsSchema, section, 'preview');

describe('preview options', () => {
  it('has a port that nobody has to choose, and limits that nobody meets by chance', () => {
    expect(parse({})).toEqual({ port: 4_747, maxBudget: 200_000, history: 20 });
  });

  it.each([
    [{ port: 0 }, 'port is 0; expected an integer from 1 to 65535'],
    [{ port: 65_536 }, 'port is 65536; expected an integer from 1 to 65535'],
    [{ port: '4747' }, 'port is "4747"; expected an integer'],
    [{ maxBudget: 0 }, 'maxBudget is 0; expected an integer from 1 to 10000000'],
    [{ history: 1_001 }, 'history is 1001; expected an integer from 1 to 1000'],
    [{ maxBudgt: 1 }, 'did you mean "maxBudget"'],
  ])('refuses %j', (section, problem) => {
    expect(() => parse(section)).toThrow(problem);
  });
});

import { parseOptions } from '../../options/parse-options.js';
import { previewSection } from './preview-section.js';

const parse = (section: object) => parseOptions(previewSection, section, 'preview');

describe('the section preview', () => {
  it('has a port that nobody has to choose, and limits that nobody meets by chance', () => {
    expect(parse({})).toEqual({ port: 4_747, max_budget: 200_000, history: 20 });
  });

  it.each([
    [{ port: 0 }, 'port is 0; expected an integer from 1 to 65535'],
    [{ port: 65_536 }, 'port is 65536; expected an integer from 1 to 65535'],
    [{ port: '4747' }, 'port is "4747"; expected an integer'],
    [{ max_budget: 0 }, 'max_budget is 0; expected an integer from 1 to 10000000'],
    [{ history: 1_001 }, 'history is 1001; expected an integer from 1 to 1000'],
    [{ max_budgt: 1 }, 'did you mean "max_budget"'],
  ])('refuses %j', (section, problem) => {
    expect(() => parse(section)).toThrow(problem);
  });
});

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from './code-blocks.js';

const folder = join(repository, 'docs/adr');
const records = readdirSync(folder).filter((name) => /^\d{4}-/u.test(name));
const index = readFileSync(join(folder, 'README.md'), 'utf8');

describe('records of decisions', () => {
  it('are numbered without gaps', () => {
    expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_name, position) => position + 1));
  });

  it.each(records)('%s has its title, date, status and sections, and a row in the index', (name) => {
    const [title = '', ...lines] = readFileSync(join(folder, name), 'utf8').split('\n');

    expect(title).toMatch(new RegExp(`^# ${name.slice(0, 4)}: \\S`, 'u'));
    expect(lines.slice(0, 3)).toEqual([
      '',
      expect.stringMatching(/^- Date: 20\d\d-\d\d-\d\d$/u),
      expect.stringMatching(/^- Status: (?:accepted|superseded)/u),
    ]);
    expect(lines.filter((line) => line.startsWith('## '))).toEqual(
      expect.arrayContaining(['## Context', '## Decision', '## Consequences']),
    );
    expect(index).toContain(`[${title.slice('# 0000: '.length)}](${name})`);
  });
});

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const sources = join(import.meta.dirname, '..');

describe('files that use the container', () => {
  it('load the polyfill that it asks for before it, whichever entry point is loaded first', () => {
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .map((name) => ({ name, text: readFileSync(join(sources, name), 'utf8') }))
      .filter(({ text }) => /^import \{.* from 'tsyringe';$/mu.test(text));

    expect(files.length).toBeGreaterThan(2);
    for (const { name, text } of files)
      expect([name, text.split('\n')[0]]).toEqual([name, "import 'reflect-metadata';"]);
  });
});

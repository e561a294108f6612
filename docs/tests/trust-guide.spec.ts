import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const repository = new URL('../../', import.meta.url);
const guide = readFileSync(new URL('docs/guides/trust.md', repository), 'utf8');
const named = [...guide.matchAll(/`(?<path>packages\/[^`]+\.spec\.tsx?)`/gu)].map(
  ({ groups }) => groups?.['path'] ?? '',
);

describe('the guide to trust', () => {
  it('names tests', () => {
    expect(named.length).toBeGreaterThan(10);
  });

  it.each([...new Set(named)])('names a test that is there: %s', (path) => {
    expect(existsSync(fileURLToPath(new URL(path, repository)))).toBe(true);
  });
});

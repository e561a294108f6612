import { fileURLToPath } from 'node:url';

import { filesOfGroup, groupOf, longSpecs } from './long-files.mjs';
import { longGroups } from './long-groups.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the long tests', () => {
  it('have every spec in a group that there is, also those of documents and examples', () => {
    const names = longGroups.map(({ name }) => name);

    expect(longSpecs(root).filter((file) => !names.includes(groupOf(file)))).toEqual([]);
    const run = longGroups.flatMap((group) => filesOfGroup(root, group));
    expect(longSpecs(root).filter((file) => !run.includes(file))).toEqual([]);
    expect(run.some((file) => file.includes('/docs/tests/'))).toBe(true);
  });

  it('take the properties of a package along, which then have more cases', () => {
    const packs = longGroups.find(({ name }) => name === 'packs');

    expect(filesOfGroup(root, packs).some((file) => file.endsWith('context-orchestrator.properties.spec.ts'))).toBe(
      true,
    );
  });
});

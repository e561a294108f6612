import type { ChunkRecord } from '../corpus/chunk-record.js';
import { penaltiesFor } from './file-penalties.js';

describe('penaltiesFor', () => {
  const penaltiesOf = (filePath: string, query = 'how is a cookie stored'): readonly string[] =>
    penaltiesFor(
      query,
      false,
    )({ filePath, definitions: [], language: 'plaintext', kind: 'block' } as unknown as ChunkRecord);

  it.each([
    'CHANGES/4277.feature',
    'CHANGES/4277.breaking.rst',
    'newsfragments/12.bugfix',
    'CHANGELOG.md',
    'docs/changes-2.0.rst',
    'NEWS',
  ])('counts %s as a record of changes', (filePath) => {
    expect(penaltiesOf(filePath)).toContain('record');
    expect(penaltiesOf(filePath, 'what was deprecated in the last release')).not.toContain('record');
  });

  it.each(['src/changes/cookie.ts', 'changes/2d.ts', 'src/history.ts', 'lib/releases.py'])(
    'does not count %s as one',
    (filePath) => {
      expect(penaltiesOf(filePath)).not.toContain('record');
    },
  );

  it.each(['src/testFixtures/java/a/TestBean.java', 'spec/test-fixtures/a.rb', 'src/test/java/a/CartTests.java'])(
    'counts %s as a file of tests',
    (filePath) => {
      expect(penaltiesOf(filePath)).toContain('test');
    },
  );
});

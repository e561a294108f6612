import type { SearchFilter } from '@lexichord/abstractions';

import { aRecord } from '../test-support/a-record.js';
import { recordFilter } from './record-filter.js';

const record = aRecord({ filePath: 'src/auth/login.ts', kind: 'class', language: 'typescript' });
const files = new Map([['src/auth/login.ts', { chunksHash: '', modifiedMs: 1_000 }]]);

describe('recordFilter', () => {
  it.each<[SearchFilter, boolean]>([
    [{}, true],
    [{ paths: ['src'] }, true],
    [{ paths: ['./src/'] }, true],
    [{ paths: ['src/auth/login.ts'] }, true],
    [{ paths: ['src/**/*.ts'] }, true],
    [{ paths: ['docs', 'src/auth/*'] }, true],
    [{ paths: ['.'] }, true],
    [{ paths: [''] }, true],
    [{ paths: ['/'] }, true],
    [{ paths: ['./'] }, true],
    [{ paths: ['sr'] }, false],
    [{ paths: ['*.ts'] }, false],
    [{ paths: [] }, false],
    [{ excludedFiles: ['src/auth/login.ts'] }, false],
    [{ excludedFiles: ['src/auth'] }, true],
    [{ languages: ['typescript'] }, true],
    [{ languages: [] }, false],
    [{ kinds: ['function'] }, false],
    [{ kinds: ['function', 'class'] }, true],
    [{ modifiedSinceMs: 1_000 }, true],
    [{ modifiedSinceMs: 1_001 }, false],
    [{ paths: ['src'], languages: ['python'] }, false],
  ])('%j: %j', (filter, isAccepted) => {
    expect(recordFilter(filter, files)(record)).toBe(isAccepted);
  });

  it('needs no regular expression for a hostile pattern', () => {
    const accepts = recordFilter({ paths: [`${'/'.repeat(900)}x`, '((a*)*)*b', '[[:alpha:]]'] }, files);

    expect(accepts(aRecord({ filePath: 'a'.repeat(4_000) }))).toBe(false);
  });
});

import { followRenames } from './follow-renames.js';
import type { FileChange, ListedCommit } from './read-past-commits.js';

/** Newest first; each is named by the number of commits before it. */
function filesOf(...commits: readonly (readonly FileChange[])[]): readonly (readonly string[])[] {
  const listed = commits.map((changes, index): ListedCommit => ({
    id: `${index}`,
    timeMs: index,
    message: 'Change',
    changes,
  }));
  return followRenames(listed).map(({ files }) => files);
}

describe('followRenames', () => {
  it('exchanges the names of two files that were exchanged', () => {
    const exchange: readonly FileChange[] = [
      ['R', 'b', 'a'],
      ['R', 'a', 'b'],
    ];

    expect(filesOf(exchange, [['M', 'a']], [['M', 'b']])).toEqual([['b', 'a'], ['b'], ['a']]);
  });

  it.each<[string, readonly FileChange[]]>([
    [
      'in the order of git',
      [
        ['R', 'b', 'a'],
        ['R', 'c', 'b'],
      ],
    ],
    [
      'in the other order',
      [
        ['R', 'c', 'b'],
        ['R', 'b', 'a'],
      ],
    ],
  ])('follows files that moved up by one name each, %s', (_name, changes) => {
    expect(filesOf(changes, [['M', 'a']], [['M', 'b']]).slice(1)).toEqual([['b'], ['c']]);
  });

  it('does not take what was deleted before for a file that has its name now', () => {
    const renamed: readonly FileChange[] = [['R', 'new', 'old']];

    expect(filesOf(renamed, [['A', 'old']], [['M', 'old']])).toEqual([['new'], ['new'], ['old']]);
    expect(filesOf([['M', 'new']], renamed, [['D', 'new']])).toEqual([['new'], ['new'], ['new']]);
  });

  it('leaves a copy its own name, and the original too', () => {
    expect(filesOf([['C', 'copy', 'original']], [['M', 'original']])).toEqual([['copy'], ['original']]);
  });

  it('leaves out what has no message or no file, and follows its renames', () => {
    const commits: readonly ListedCommit[] = [
      { id: '1', timeMs: 1, message: '', changes: [['R', 'new', 'old']] },
      { id: '2', timeMs: 2, message: 'Nothing', changes: [] },
      { id: '3', timeMs: 3, message: 'Change', changes: [['M', 'old']] },
    ];

    expect(followRenames(commits)).toEqual([{ id: '3', timeMs: 3, message: 'Change', files: ['new'] }]);
  });
});

import { scopeOf } from './scope.js';

describe('scopeOf', () => {
  it.each([
    [undefined, ['a', 'src/b'], []],
    [['src'], ['src', 'src/b'], ['srcs/a', 'a/src']],
    [['./src/', 'a.md'], ['src/b', 'a.md'], ['a.mdx']],
    [['/project/src'], ['src/b'], ['b', 'project/src/b']],
    [['/project'], ['a', 'src/b'], []],
    [['src/../docs'], ['docs/a'], ['src/a']],
    [['.', 'src'], ['a'], []],
    [[''], ['a'], []],
    [[], [], ['a']],
  ])('%j looks at %j, not at %j', (paths, inside, outside) => {
    const isInScope = scopeOf(paths, '/project');

    expect(inside.filter((path) => !isInScope(path))).toEqual([]);
    expect(outside.filter(isInScope)).toEqual([]);
  });
});

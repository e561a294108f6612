import { expandHome, homeFolder, startsAtHome, xdgFolder } from './home-folder.js';

describe('homeFolder', () => {
  const system = (): string => '/home/of/the/system';

  it('is the one that the environment names, else the system’s', () => {
    expect(homeFolder({ HOME: '/home/me', USERPROFILE: '/c/me' }, system)).toBe('/home/me');
    expect(homeFolder({ HOME: '', USERPROFILE: '/c/me' }, system)).toBe('/c/me');
    expect(homeFolder({ HOME: 'me' }, system)).toBe('/home/of/the/system');
    expect(homeFolder({}, system)).toBe('/home/of/the/system');
  });

  it('is none for a user that the system does not know', () => {
    const unknown = (): string => {
      throw new TypeError('A system error occurred: uv_os_homedir returned ENOENT');
    };

    expect(homeFolder({}, unknown)).toBeUndefined();
    expect(homeFolder({}, () => 'me')).toBeUndefined();
  });
});

describe('xdgFolder', () => {
  const cacheOf = (environment: Record<string, string>): string | undefined =>
    xdgFolder(environment, 'XDG_CACHE_HOME', '.cache', () => undefined);

  it('is the one that the variable names, else the usual one at home', () => {
    expect(cacheOf({ HOME: '/home/me', XDG_CACHE_HOME: '/cache' })).toBe('/cache');
    expect(cacheOf({ HOME: '/home/me' })).toBe('/home/me/.cache');
    expect(cacheOf({})).toBeUndefined();
  });

  it.each(['', '.', 'cache', '../cache'])('is never in the working directory, as "%s" would be', (named) => {
    expect(cacheOf({ HOME: '/home/me', XDG_CACHE_HOME: named })).toBe('/home/me/.cache');
  });
});

describe('expandHome', () => {
  it.each([
    ['~', '/home/me'],
    ['~/notes/a.md', '/home/me/notes/a.md'],
  ])('puts the home folder in place of the ~ of %s', (path, expanded) => {
    expect([startsAtHome(path), expandHome(path, { HOME: '/home/me' })]).toEqual([true, expanded]);
  });

  it.each(['notes/~', '~other/notes', '/notes'])('leaves %s as it is', (path) => {
    expect([startsAtHome(path), expandHome(path, { HOME: '/home/me' })]).toEqual([false, path]);
  });
});

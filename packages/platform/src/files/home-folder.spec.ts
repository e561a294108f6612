import { expandHome, homeFolder, startsAtHome } from './home-folder.js';

describe('homeFolder', () => {
  const system = (): string => '/home/of/the/system';

  it('is the one that the environment names, else the system’s', () => {
    expect(homeFolder({ HOME: '/home/me', USERPROFILE: 'C:\\me' }, system)).toBe('/home/me');
    expect(homeFolder({ HOME: '', USERPROFILE: 'C:\\me' }, system)).toBe('C:\\me');
    expect(homeFolder({}, system)).toBe('/home/of/the/system');
  });

  it('is none for a user that the system does not know', () => {
    const unknown = (): string => {
      throw new TypeError('A system error occurred: uv_os_homedir returned ENOENT');
    };

    expect(homeFolder({}, unknown)).toBeUndefined();
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

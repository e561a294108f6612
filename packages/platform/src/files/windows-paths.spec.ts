import { comparablePath, leavesForNetwork, namesDevice, namesStream, withForwardSlashes } from './windows-paths.js';

describe('paths of Windows', () => {
  it.each([
    ['//host/share/x', true],
    ['\\\\host\\share\\x', true],
    ['\\/host/share', true],
    ['\\\\.\\pipe\\x', true],
    ['\\\\?\\UNC\\host\\share', true],
    ['C:\\other\\x', false],
    ['\\x', false],
    ['x\\\\y', false],
  ])('tells that %s leaves a folder of this computer for the network: %s', (path, leaves) => {
    expect([leavesForNetwork(path, 'C:\\work', '\\'), leavesForNetwork(path, '/work', '/')]).toEqual([leaves, false]);
  });

  it('lets a workspace on a share name the same share, and no other', () => {
    const leaves = (path: string): boolean => leavesForNetwork(path, '\\\\Host\\Share\\work', '\\');

    expect([leaves('//host/share/styles'), leaves('//host/shared/styles'), leaves('//other/share')]).toEqual([
      ...[false, true, true],
    ]);
  });

  it.each([
    ['a.md:b', true],
    ['src\\a.md::$DATA', true],
    ['C:\\work\\a.md:b', true],
    ['\\\\?\\C:\\work\\a.md', false],
    ['C:a.md', false],
    ['a.md', false],
  ])('tells that %s names a stream: %s', (path, isStream) => {
    expect([namesStream(path, '\\'), namesStream(path, '/')]).toEqual([isStream, false]);
  });

  it.each([
    ['C:\\work\\CON', true],
    ['nul.txt', true],
    ['aux .md', true],
    ['com7', true],
    ['console.md', false],
    ['com.md', false],
  ])('tells that %s names a device: %s', (path, isDevice) => {
    expect([namesDevice(path, '\\'), namesDevice(path, '/')]).toEqual([isDevice, false]);
  });

  it('have two slashes and two cases, where others have one', () => {
    expect([withForwardSlashes('a\\B', '\\'), comparablePath('a\\B', '\\')]).toEqual(['a/B', 'a/b']);
    expect([withForwardSlashes('a\\B', '/'), comparablePath('a\\B', '/')]).toEqual(['a\\B', 'a\\B']);
  });
});

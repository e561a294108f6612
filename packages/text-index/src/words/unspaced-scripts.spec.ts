import { characterPairs, isUnspaced, unspacedRuns } from './unspaced-scripts.js';

it.each([
  ['Chinese', '全文检索', ['全文', '文检', '检索']],
  ['Japanese', 'データの', ['デー', 'ータ', 'タの']],
  ['Thai', 'ค้นหา', ['ค้', '้น', 'นห', 'หา']],
  ['Korean', '토큰을', ['토큰', '큰을']],
  ['one character', '水', ['水']],
  ['characters of two units', '𠮷野家', ['𠮷野', '野家']],
])('finds %s by pairs of characters', (_what, run, pairs) => {
  expect(isUnspaced(run)).toBe(true);
  expect(unspacedRuns(run)).toEqual([run]);
  expect(characterPairs(run)).toEqual(pairs);
});

it('keeps letters of other scripts apart, and gives back the whole text', () => {
  expect(unspacedRuns('使用API调用')).toEqual(['使用', 'API', '调用']);
  expect(isUnspaced('école Straße 12')).toBe(false);
  expect(unspacedRuns('')).toEqual([]);
});

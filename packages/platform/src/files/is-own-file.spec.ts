import { isOwnFile } from './is-own-file.js';

it.each([
  ['of this user', 1000, true],
  ['of the administrator', 0, true],
  ['of another user', 1001, false],
])('tells whose a file %s is', (_case, ownerId, isOwn) => {
  expect(isOwnFile(ownerId, 1000)).toBe(isOwn);
});

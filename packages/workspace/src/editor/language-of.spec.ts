import { languageOf } from './language-of.js';

it.each([
  ['docs/a.md', 'markdown'],
  ['A.MDX', 'mdx'],
  ['src/a.ts', 'typescript'],
  ['src/a.d.mts', 'typescript'],
  ['a.tsx', 'tsx'],
  ['a.py', 'python'],
  ['a.cs', 'csharp'],
  ['Dockerfile', 'dockerfile'],
  ['build/Dockerfile.dev', 'dockerfile'],
  ['GNUmakefile', 'makefile'],
  ['CMakeLists.txt', 'cmake'],
  ['.gitignore', 'ignore'],
  ['README', 'markdown'],
  ['constructor', 'plaintext'],
  ['a.constructor', 'plaintext'],
  ['a.__proto__', 'plaintext'],
  ['md', 'plaintext'],
  ['a.unknown', 'plaintext'],
  ['', 'plaintext'],
])('T-016 AC-115: %s is %s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});

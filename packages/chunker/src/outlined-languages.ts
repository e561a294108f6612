/**
 * Languages whose files have an outline: those that `chunk/languages` has rules for. A copy of their names, because
 * the rules are loaded with the first file only.
 */
export const outlinedLanguages: ReadonlySet<string> = new Set([
  'bash',
  'c',
  'cpp',
  'csharp',
  'css',
  'dart',
  'elixir',
  'go',
  'html',
  'java',
  'javascript',
  'json',
  'jsonc',
  'jsx',
  'kotlin',
  'objective-c',
  'php',
  'python',
  'ruby',
  'rust',
  'scala',
  'shellscript',
  'solidity',
  'swift',
  'toml',
  'tsx',
  'typescript',
  'zig',
]);

import { findClosestName } from '@lexichord/platform/internal';

/** Language ids of files, with `unknown` for all without a parser. */
const languageNames: ReadonlySet<string> = new Set(
  [
    'unknown plaintext markdown mdx restructuredtext asciidoc latex log',
    'typescript tsx javascript jsx vue svelte astro html css scss sass less handlebars',
    'python csharp fsharp vb java kotlin scala groovy clojure go rust c cpp objective-c objective-cpp swift zig d dart',
    'ruby php perl lua r julia elixir erlang haskell elm ocaml nim solidity bash fish powershell bat',
    'json jsonc json5 jsonl yaml toml ini properties xml csv tsv sql graphql proto terraform hcl nix cmake makefile',
    'dockerfile diff ignore',
  ].flatMap((names) => names.split(' ')),
);

/** Other names of languages: file extensions, names in editors, common names. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ ts: 'typescript', mts: 'typescript', cts: 'typescript', typescriptreact: 'tsx' },
  ...{ js: 'javascript', mjs: 'javascript', cjs: 'javascript', node: 'javascript', javascriptreact: 'jsx' },
  ...{ py: 'python', python3: 'python', rb: 'ruby', rs: 'rust', golang: 'go', kt: 'kotlin', kts: 'kotlin' },
  ...{ 'c#': 'csharp', cs: 'csharp', c_sharp: 'csharp', 'c-sharp': 'csharp', dotnet: 'csharp' },
  ...{ 'f#': 'fsharp', fs: 'fsharp', visualbasic: 'vb', h: 'c', 'c++': 'cpp', cc: 'cpp', cxx: 'cpp', hpp: 'cpp' },
  ...{ objc: 'objective-c', objectivec: 'objective-c', objcpp: 'objective-cpp', 'objective-c++': 'objective-cpp' },
  ...{ ex: 'elixir', exs: 'elixir', hs: 'haskell', pl: 'perl', sol: 'solidity', ps1: 'powershell' },
  ...{ sh: 'bash', zsh: 'bash', shell: 'bash', shellscript: 'bash', batch: 'bat', cmd: 'bat' },
  ...{ md: 'markdown', rst: 'restructuredtext', tex: 'latex', txt: 'plaintext', text: 'plaintext', plain: 'plaintext' },
  ...{ yml: 'yaml', htm: 'html', gql: 'graphql', protobuf: 'proto', tf: 'terraform', docker: 'dockerfile' },
  ...{ make: 'makefile', default: 'unknown', other: 'unknown', others: 'unknown', '*': 'unknown' },
};

/** Whether a name is a language id. */
export function isLanguageName(name: string): boolean {
  return languageNames.has(name);
}

/** Error text for an unknown language name, with the closest id. */
export function describeLanguageName(name: string): string {
  const spoken = name.trim().toLowerCase();
  const alias = Object.hasOwn(otherNames, spoken) ? otherNames[spoken] : undefined;
  const meant = languageNames.has(spoken) ? spoken : (alias ?? findClosestName(spoken, [...languageNames]));
  return meant === undefined
    ? 'it is not a supported language; unknown stands for all languages without a parser'
    : `did you mean "${meant}"?`;
}

/**
 * Languages with outlines: those with rules in this folder. A copy of their names, because the rules are loaded only on
 * the first file.
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

import type { Lines } from '../fact-collector.js';
import { type ManifestReader, addDependency, addPackage } from './packages.js';
import { isTooLong } from './toml-source.js';

const ecosystem = 'go';

interface Directive {
  readonly verb: string;
  readonly words: readonly string[];
  readonly comment: string;
  readonly lines: Lines;
}

/** `go.mod`: a module with its direct requirements. */
export const readGoMod: ManifestReader = (file, { collector }) => {
  if (isTooLong(file.text, collector)) return Promise.resolve();
  const directives = directivesIn(file.text);
  const module = directives.find(({ verb }) => verb === 'module');
  const name = module?.words[0];
  if (module === undefined || name === undefined) {
    collector.addProblem(1, 'A go.mod needs a line "module PATH".');
    return Promise.resolve();
  }
  const go = directives.find(({ verb }) => verb === 'go')?.words[0];
  const key = addPackage(collector, { name, ecosystem, lines: module.lines, properties: { goVersion: go } });
  const local = new Set(
    directives.flatMap(({ verb, words }) => (verb === 'replace' && isLocal(words) ? (words[0] ?? []) : [])),
  );
  for (const { verb, words, comment, lines } of directives) {
    if (verb !== 'require' || comment === 'indirect') continue;
    const [path, version] = words;
    if (path === undefined || version === undefined) {
      collector.addProblem(lines.startLine, 'A requirement is a path and a version.');
      continue;
    }
    const dependency = { name: path, version, use: 'runtime' as const, isOwn: local.has(path), lines };
    addDependency(collector, key, { dependency, ecosystem });
  }
  return Promise.resolve();
};

/** `replace path [version] => ../folder`. */
function isLocal(words: readonly string[]): boolean {
  return /^\.{0,2}\//u.test(words[words.indexOf('=>') + 1] ?? '');
}

function directivesIn(text: string): readonly Directive[] {
  const directives: Directive[] = [];
  let block: string | undefined;
  for (const [index, line] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n/u)
    .entries()) {
    const [code = '', comment = ''] = line.split('//', 2).map((part) => part.trim());
    const words = code.split(/\s+/u).map((word) => word.replace(/^["`]|["`]$/gu, ''));
    if (code === '') continue;
    if (code === ')') block = undefined;
    else if (words.at(-1) === '(') block = words[0];
    else {
      const lines = { startLine: index + 1, endLine: index + 1 };
      const [verb = '', ...rest] = block === undefined ? words : [block, ...words];
      directives.push({ verb, words: rest, comment, lines });
    }
  }
  return directives;
}

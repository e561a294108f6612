import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { CompiledRule, GrammarRequest } from '../../worker/parse-protocol.mjs';
import type { LanguageRules, NodeRule } from './language-rules.js';

const requests = new WeakMap<LanguageRules, GrammarRequest>();

/** Makes a worker's request for a language: the grammar's file and the rules as plain data. */
export function grammarRequestOf(language: LanguageRules): GrammarRequest {
  let request = requests.get(language);
  if (request === undefined) {
    const { grammar, languages, rules, nested, callable } = language;
    request = {
      name: grammar,
      rulesId: languages.join('+'),
      wasmPath: grammarPath(grammar),
      rules: JSON.stringify(rules.map(compileRule)),
      nested: nested?.source,
      callable: callable?.source,
    };
    requests.set(language, request);
  }
  return request;
}

/** Path of a grammar; in the published package grammars are compressed, to a tenth. */
function grammarPath(grammar: string): string {
  const folder = dirname(createRequire(import.meta.url).resolve('tree-sitter-wasms/package.json'));
  const path = join(folder, 'out', `tree-sitter-${grammar}.wasm`);
  const compressed = `${path}.gz`;
  return existsSync(compressed) ? compressed : path;
}

function compileRule(rule: NodeRule): CompiledRule {
  const {
    types,
    role,
    name,
    nameTo,
    kindBy,
    each,
    mustMatch,
    callees,
    members,
    isContainer,
    isAnonymous,
    isElseHolder,
  } = rule;
  const isLeaf = rule.kind === 'function' || rule.kind === 'method';
  return {
    ...{ types, role, name, nameTo, each, mustMatch, callees, members, isContainer, isLeaf, isAnonymous, isElseHolder },
    kindBy: kindBy && { path: kindBy.path, types: Object.keys(kindBy.kinds) },
  };
}

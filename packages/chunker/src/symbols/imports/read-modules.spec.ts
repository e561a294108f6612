import { tokenSyntaxOf } from '../token-syntax.js';
import { tokenize } from '../tokenize.js';
import type { ModuleNames } from './module-names.js';
import { readModules } from './read-modules.js';

const many = 300_000;
const list = 'a,'.repeat(many);

describe('readModules', () => {
  const read = (language: string, content: string): ModuleNames => {
    const { imports, exports } = readModules(language, tokenize(content, tokenSyntaxOf(language)!));
    return { imports, exports };
  };

  it.each([
    ['an import of javascript', 'javascript', `import {${list}} from 'm';`, [many, 0]],
    ['an import with a default of javascript', 'javascript', `import d, {${list}} from 'm';`, [many + 1, 0]],
    ['a required module of javascript', 'javascript', `const {${list}} = require('m');`, [many, 0]],
    ['what a module exports of javascript', 'javascript', `module.exports = {${list}};`, [0, many]],
    ['a list of exports of javascript', 'javascript', `export {${list}};`, [0, many]],
    ['a use of rust', 'rust', `pub use m::{${list}};`, [many, many]],
    ['an import of python', 'python', `from m import (${list})`, [many, 0]],
  ])('takes any number of names in %s', (_what, language, content, counts) => {
    const { imports, exports } = read(language, content);

    expect([imports.length, exports.length]).toEqual(counts);
  });
});

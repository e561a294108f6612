import type { CodeToken } from '../tokenize.js';
import { readJavaScriptModules } from './javascript-modules.js';
import type { ModuleNames } from './module-names.js';
import {
  readCsharpModules,
  readGoModules,
  readJavaModules,
  readPhpModules,
  readRubyModules,
} from './package-modules.js';
import { readPythonModules } from './python-modules.js';
import { readRustModules } from './rust-modules.js';

const readers: Readonly<Record<string, (tokens: readonly CodeToken[]) => ModuleNames>> = {
  typescript: readJavaScriptModules,
  tsx: readJavaScriptModules,
  javascript: readJavaScriptModules,
  jsx: readJavaScriptModules,
  python: readPythonModules,
  rust: readRustModules,
  java: readJavaModules,
  kotlin: readJavaModules,
  scala: readJavaModules,
  csharp: readCsharpModules,
  php: readPhpModules,
  go: readGoModules,
  ruby: readRubyModules,
};

/** Imports and re-exports of a file. Empty for a language without imports by name. */
export function readModules(language: string, tokens: readonly CodeToken[]): ModuleNames {
  const read = Object.hasOwn(readers, language) ? readers[language] : undefined;
  return read?.(tokens) ?? { imports: [], exports: [] };
}

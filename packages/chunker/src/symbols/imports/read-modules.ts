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

/** What a file imports and passes on. Nothing for a language that has no imports by name. */
export function readModules(language: string, tokens: readonly CodeToken[]): ModuleNames {
  const read = Object.hasOwn(readers, language) ? readers[language] : undefined;
  return read?.(tokens) ?? { imports: [], exports: [] };
}

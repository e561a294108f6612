import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IIndexService, ISymbolGraph, type SymbolDefinition } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { printTable } from '../speed/interleaved-timing.js';
import { compilerReferences } from './compiler-references.js';
import { readScriptProject } from './script-project.js';

/** Lines between a definition's first one and its name. */
const maxNameDistance = 3;

/** What the graph promises of a repository that is large enough to tell, 0 to 1. */
const [minPrecision, minRecall] = [0.9, 0.8];

/** In a smaller repository a few references decide. */
const minJudgedFiles = 100;

/**
 * References of the symbol graph against those of the TypeScript compiler: a file, and a definition that it uses. The
 * uses that the compiler finds no declaration for, as of dependencies that are not installed, are left out. Too few that
 * are right or found are an error, if the repository has enough files.
 */
export async function benchmarkReferences({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const repository = await inputs.repository();
  if (repository === undefined) return { skipped: 'LEXICHORD_REPOSITORY names no repository' };
  const work = await mkdtemp(join(tmpdir(), 'lexichord-references-'));
  const root = join(work, 'repository');
  const cacheFolder = join(work, 'cache');
  await cp(repository, root, {
    recursive: true,
    filter: (path) => !/[\\/](?:node_modules|\.git|\.lexichord)$/u.test(path),
  });
  const runtime = await createRuntime({
    ...{ workspaceRoot: root, cacheFolder, configuration: { logging: { level: 'silent' } } },
  });
  try {
    await runtime.resolve(IIndexService).update();
    const graph = runtime.resolve(ISymbolGraph);
    const { files, paths } = await readScriptProject(runtime, root);
    const { found, definitions } = await graphReferences(graph, files);
    const expected = new Set<string>();
    const known = new Set<string>();
    for (const { filePath, name, definedIn, line } of compilerReferences(root, files, paths)) {
      known.add(`${filePath} ${name}`);
      const definition = definitionFor(definitions.get(definedIn) ?? [], name, line);
      if (definition !== undefined) expected.add(`${filePath} ${keyOf(definition)}`);
    }
    const judged = [...found].filter(
      ([key, { name, filePath }]) => expected.has(key) || known.has(`${filePath} ${name}`),
    );
    const right = judged.filter(([key]) => expected.has(key)).length;
    const precision = right / Math.max(1, judged.length);
    const recall = right / Math.max(1, expected.size);
    const row = {
      ...{ files: String(files.length), references: String(expected.size) },
      ...{ precision: precision.toFixed(3), recall: recall.toFixed(3) },
    };
    printTable(print, 'References against the TypeScript compiler', [row]);
    return { errors: files.length < minJudgedFiles ? [] : brokenBounds({ precision, recall }) };
  } finally {
    await runtime.dispose();
    await rm(work, { recursive: true, force: true });
  }
}

function brokenBounds({ precision, recall }: { readonly precision: number; readonly recall: number }): string[] {
  const broken = (name: string, share: number, min: number): string[] =>
    share < min ? [`${name} of references ${share.toFixed(3)}, and not ${min}`] : [];
  return [...broken('precision', precision, minPrecision), ...broken('recall', recall, minRecall)];
}

/** A reference of the graph: the name that is used, and where. */
interface FoundReference {
  readonly filePath: string;
  readonly name: string;
}

async function graphReferences(
  graph: ISymbolGraph,
  files: readonly string[],
): Promise<{
  readonly found: ReadonlyMap<string, FoundReference>;
  readonly definitions: ReadonlyMap<string, readonly SymbolDefinition[]>;
}> {
  const found = new Map<string, FoundReference>();
  const definitions = new Map<string, readonly SymbolDefinition[]>();
  const isScript = new Set(files);
  for (const file of files) {
    const defined = (await graph.definitionsOf(file)).filter((definition) => !isField(definition));
    definitions.set(file, defined);
    for (const definition of defined) {
      for (const { filePath } of await graph.referencesTo(definition)) {
        if (!isScript.has(filePath)) continue;
        found.set(`${filePath} ${keyOf(definition)}`, { filePath, name: definition.name });
      }
    }
  }
  return { found, definitions };
}

/** Fields are found by types alone, which the graph does not know. */
function isField({ kind, enclosing }: SymbolDefinition): boolean {
  return kind === 'variable' && enclosing.length > 0;
}

/** The same for the overloads of a function. */
function keyOf({ filePath, enclosing, name }: SymbolDefinition): string {
  return [filePath, ...enclosing, name].join(' ');
}

/** The innermost definition of the name whose first line is near. */
function definitionFor(
  definitions: readonly SymbolDefinition[],
  name: string,
  line: number,
): SymbolDefinition | undefined {
  return definitions
    .filter((one) => one.name === name && Math.abs(one.startLine - line) <= maxNameDistance && line <= one.endLine)
    .toSorted((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0];
}

import type { CallOptions, ISymbolGraph, LineRange, SymbolDefinition, SymbolUse } from '@lexichord/abstractions';

import { overlaps } from './related-code.js';

/** Lines of a file. */
export interface FileLines extends LineRange {
  readonly filePath: string;
}

/** Maximum number of uses of one definition; more occur only in generated code. */
const maxUses = 10_000;

/** Reads the symbol graph for lines. Caches the definitions of each file and the code that each uses, for one pack. */
export class GraphReader {
  private readonly definitions = new Map<string, Promise<readonly SymbolDefinition[]>>();
  private readonly uses = new Map<string, Promise<readonly SymbolUse[]>>();

  constructor(
    private readonly graph: ISymbolGraph,
    readonly options: CallOptions,
  ) {}

  /** Definitions of a file by line, enclosing ones before those inside. */
  definitionsOf(filePath: string): Promise<readonly SymbolDefinition[]> {
    return remembered(this.definitions, filePath, () => this.graph.definitionsOf(filePath, this.options));
  }

  /** Definitions that code in the lines uses, nearest first, except those in the lines. */
  async usesIn(lines: FileLines): Promise<readonly SymbolUse[]> {
    const inside: SymbolUse[] = [];
    const outside: SymbolUse[] = [];
    for (const definition of await this.definitionsOf(lines.filePath)) {
      if (definition.enclosing.length > 0 || !overlaps(definition, lines)) continue;
      // The graph omits uses between parts of one definition.
      inside.push(...(await this.usesWithin(definition, lines)));
      outside.push(...(await this.usesOf(definition)));
    }
    return [...inside, ...outside].filter(
      (use) =>
        !isIn(use.target, lines) && use.lines.some((line) => overlaps({ startLine: line, endLine: line }, lines)),
    );
  }

  /** Outermost definitions that begin in the lines, otherwise the innermost one around the lines. */
  async ownersOf(lines: FileLines): Promise<readonly SymbolDefinition[]> {
    const definitions = await this.definitionsOf(lines.filePath);
    const beginning = definitions.filter(({ startLine }) => lines.startLine <= startLine && startLine <= lines.endLine);
    const outermost = beginning.filter((one) => !beginning.some((other) => other !== one && encloses(other, one)));
    if (outermost.length > 0) return outermost;
    return definitions.filter((one) => encloses(one, lines)).slice(-1);
  }

  async referencesTo(definition: SymbolDefinition): Promise<readonly SymbolUse[]> {
    return (await this.graph.referencesTo(definition, this.options)).slice(0, maxUses);
  }

  async testsOf(definition: SymbolDefinition): Promise<readonly SymbolUse[]> {
    return (await this.graph.testsOf(definition, this.options)).slice(0, maxUses);
  }

  usesOf(definition: SymbolDefinition): Promise<readonly SymbolUse[]> {
    return remembered(this.uses, definition.id, async () =>
      (await this.graph.usesOf(definition, this.options)).slice(0, maxUses),
    );
  }

  /** Uses between parts of one definition: from parts in the lines to parts outside. */
  private async usesWithin(definition: SymbolDefinition, lines: FileLines): Promise<readonly SymbolUse[]> {
    if (isIn(definition, lines) && definition.endLine <= lines.endLine) return [];
    const parts = (await this.definitionsOf(lines.filePath)).filter(
      (part) => encloses(definition, part) && part.enclosing.length === 1 && overlaps(part, lines),
    );
    const found: SymbolUse[] = [];
    for (const part of parts) {
      for (const use of await this.usesOf(part)) {
        if (use.target.filePath === definition.filePath && encloses(definition, use.target)) found.push(use);
      }
    }
    return found;
  }
}

function remembered<T>(cache: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let answer = cache.get(key);
  if (answer === undefined) cache.set(key, (answer = ask()));
  return answer;
}

/** Whether a definition begins in the lines. */
function isIn({ filePath, startLine }: SymbolDefinition, lines: FileLines): boolean {
  return filePath === lines.filePath && lines.startLine <= startLine && startLine <= lines.endLine;
}

function encloses(outer: LineRange, inner: LineRange): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

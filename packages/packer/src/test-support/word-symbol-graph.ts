import { hash } from 'node:crypto';
import { posix } from 'node:path';
import type {
  CallOptions,
  ChunkKind,
  ISymbolGraph,
  RankedDefinition,
  SymbolDefinition,
  SymbolUse,
} from '@lexichord/abstractions';

const outerDeclaration = /^(?:export )?(?<kind>function|interface|class) (?<name>\w+)/u;
const memberDeclaration = /^ {2}(?<name>\w+)(?:\(.*\{|: .*;)$/u;

/** A symbol graph of files in memory: what stands in braces, and every word that is the name of something. */
export class WordSymbolGraph implements ISymbolGraph {
  private definitions: readonly SymbolDefinition[] = [];
  private files: Readonly<Record<string, string>> = {};
  /** Questions so far. */
  asked = 0;
  /** Called with each question. */
  onQuestion: (options: CallOptions | undefined) => Promise<void> | void = () => undefined;

  constructor(files: Readonly<Record<string, string>>) {
    this.read(files);
  }

  /** Takes these files in place of those before. */
  read(files: Readonly<Record<string, string>>): void {
    this.files = files;
    this.definitions = Object.keys(files)
      .sort()
      .flatMap((path) => definitionsIn(path, files[path] as string));
  }

  async definitionsOf(filePath: string, options?: CallOptions): Promise<readonly SymbolDefinition[]> {
    await this.ask(options);
    return this.definitions.filter((one) => one.filePath === filePath);
  }

  async definitionAt(): Promise<SymbolDefinition | undefined> {
    await this.ask();
    return undefined;
  }

  async definitionsNamed(name: string): Promise<readonly SymbolDefinition[]> {
    await this.ask();
    return this.definitions.filter((one) => one.name === name);
  }

  async usesOf(definition: SymbolDefinition, options?: CallOptions): Promise<readonly SymbolUse[]> {
    await this.ask(options);
    const uses = this.definitions
      .filter((target) => target.enclosing.length === 0 && target.id !== definition.id)
      .flatMap((target) => this.use(definition, target));
    return nearestFirst(uses, definition.filePath, ({ target }) => target.filePath);
  }

  async referencesTo(definition: SymbolDefinition, options?: CallOptions): Promise<readonly SymbolUse[]> {
    await this.ask(options);
    const uses = this.definitions
      .filter((source) => source.enclosing.length === 0 && source.id !== definition.id)
      .flatMap((source) => this.use(source, definition));
    return nearestFirst(uses, definition.filePath, ({ filePath }) => filePath);
  }

  async testsOf(definition: SymbolDefinition, options?: CallOptions): Promise<readonly SymbolUse[]> {
    return (await this.referencesTo(definition, options)).filter(({ isTest }) => isTest);
  }

  async ranks({ limit = 100 }: { readonly limit?: number | undefined } = {}): Promise<readonly RankedDefinition[]> {
    await this.ask();
    return this.definitions.slice(0, limit).map((definition) => ({ definition, rank: 1 / this.definitions.length }));
  }

  private async ask(options?: CallOptions): Promise<void> {
    this.asked += 1;
    await this.onQuestion(options);
  }

  private use(source: SymbolDefinition, target: SymbolDefinition): readonly SymbolUse[] {
    const { filePath, startLine, endLine, contentHash } = source;
    const text = (this.files[filePath] as string).split('\n').slice(startLine - 1, endLine);
    const word = new RegExp(`\\b${target.name}\\b`, 'u');
    const lines = text.flatMap((line, index) => (word.test(line) ? [startLine + index] : []));
    const isTest = /\.spec\./u.test(filePath);
    return lines.length === 0 ? [] : [{ target, source, filePath, contentHash, lines, isTest }];
  }
}

/** Functions and types without indentation, and the members of the types. */
function definitionsIn(filePath: string, text: string): readonly SymbolDefinition[] {
  const lines = text.split('\n');
  const contentHash = hash('sha256', text, 'hex');
  const found: SymbolDefinition[] = [];
  let outer: SymbolDefinition | undefined;
  for (const [index, line] of lines.entries()) {
    const startLine = index + 1;
    const { kind, name: outerName } = outerDeclaration.exec(line)?.groups ?? {};
    const name = memberDeclaration.exec(line)?.groups?.['name'];
    if (outerName !== undefined) {
      const endLine = lines.indexOf('}', index) + 1;
      const location = { filePath, startLine, endLine, contentHash };
      outer = { id: `${filePath}#${outerName}`, name: outerName, kind: kind as ChunkKind, enclosing: [], ...location };
      found.push(outer);
    } else if (name !== undefined && outer !== undefined && outer.kind !== 'function' && startLine < outer.endLine) {
      const isMethod = line.endsWith('{');
      const endLine = isMethod ? lines.indexOf('  }', index) + 1 : startLine;
      const location = { filePath, startLine, endLine, contentHash };
      const member = { name, kind: isMethod ? 'method' : 'variable', enclosing: [outer.name] } as const;
      found.push({ id: `${outer.id}.${name}`, ...member, ...location });
    }
  }
  return found;
}

function nearestFirst(
  uses: readonly SymbolUse[],
  from: string,
  fileOf: (use: SymbolUse) => string,
): readonly SymbolUse[] {
  const distance = (use: SymbolUse): number => {
    const path = fileOf(use);
    if (path === from) return 0;
    return posix.dirname(path) === posix.dirname(from) ? 1 : 2;
  };
  return uses.toSorted((a, b) => distance(a) - distance(b));
}

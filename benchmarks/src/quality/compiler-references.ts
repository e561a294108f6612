import { join, relative, sep } from 'node:path';

import ts from 'typescript';

/** A name that a file uses, and where the compiler finds its definition. */
export interface CompilerReference {
  /** File with the use, relative to the repository. */
  readonly filePath: string;
  /** 1-based, of the use. */
  readonly usedAt: number;
  readonly name: string;
  /** Relative to the repository. */
  readonly definedIn: string;
  /** 1-based, of the definition's name. */
  readonly line: number;
  /**
   * `member`: of a class, an interface, an enum or another object; `local`: a parameter or a definition in a function,
   * which no other function can use.
   */
  readonly scope: 'outer' | 'member' | 'local';
}

/** References between files of a repository, by the TypeScript compiler. Dependencies need not be installed. */
export function compilerReferences(
  root: string,
  files: readonly string[],
  paths: Readonly<Record<string, readonly string[]>>,
): readonly CompilerReference[] {
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    {
      ...{ allowJs: true, noEmit: true, skipLibCheck: true, types: [], jsx: ts.JsxEmit.Preserve },
      ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
      ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, allowImportingTsExtensions: true },
      paths: Object.fromEntries(Object.entries(paths).map(([name, to]) => [name, to.map((path) => join(root, path))])),
      experimentalDecorators: true,
    },
  );
  const checker = program.getTypeChecker();
  const found: CompilerReference[] = [];
  for (const filePath of files) {
    const file = program.getSourceFile(join(root, filePath));
    if (file === undefined) continue;
    const visit = (node: ts.Node): void => {
      if (isModuleStatement(node)) return;
      if (ts.isIdentifier(node) && !isDeclared(node)) {
        const usedAt = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        for (const { fileName, ...declared } of declarationsOf(node, { checker, program })) {
          const definedIn = relative(root, fileName).split(sep).join('/');
          found.push({ filePath, usedAt, definedIn, ...declared });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

/** Imports, and exports of other modules: plumbing that uses nothing. */
function isModuleStatement(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isImportEqualsDeclaration(node)) return true;
  return ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined;
}

/** Whether it is the name of what is declared there, and no use. */
function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent) || ts.isExportSpecifier(parent)) return false;
  return ts.isPropertyAccessExpression(parent) ? false : (parent as { readonly name?: ts.Node }).name === node;
}

interface FoundDeclaration extends Pick<CompilerReference, 'name' | 'line' | 'scope'> {
  readonly fileName: string;
}

function declarationsOf(
  node: ts.Identifier,
  { checker, program }: { readonly checker: ts.TypeChecker; readonly program: ts.Program },
): readonly FoundDeclaration[] {
  let symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
  const declarations = symbol?.declarations ?? [];
  // A name of the platform to which some file adds is no reference to that file.
  if (declarations.some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()))) return [];
  return declarations.flatMap((declaration) => {
    const file = declaration.getSourceFile();
    const name = ts.getNameOfDeclaration(declaration) ?? declaration;
    const line = file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1;
    const scope = scopeOf(declaration);
    return [{ fileName: file.fileName, name: ts.isIdentifier(name) ? name.text : node.text, line, scope }];
  });
}

function scopeOf(declaration: ts.Declaration): CompilerReference['scope'] {
  if (ts.isSourceFile(declaration)) return 'outer';
  if (ts.isTypeParameterDeclaration(declaration)) return 'local';
  for (let { parent } = declaration as ts.Node; !ts.isSourceFile(parent); { parent } = parent) {
    if (ts.isFunctionLike(parent) || ts.isBlock(parent))
      return ts.isParameterPropertyDeclaration(declaration, parent) ? 'member' : 'local';
  }
  const { parent } = declaration;
  const isMember =
    ts.isClassLike(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeLiteralNode(parent) ||
    ts.isEnumDeclaration(parent) ||
    ts.isObjectLiteralExpression(parent);
  return isMember ? 'member' : 'outer';
}

import type { Element } from '@xmldom/xmldom';

import { cleanName } from '../clean-text.js';
import type { FactCollector, Lines } from '../fact-collector.js';
import { type Dependency, type ManifestReader, addDependency, addPackage } from './packages.js';
import { isTooLong } from './toml-source.js';

const ecosystem = 'nuget';

/** `*.csproj`: a project with its package and project references. */
export const readCsproj: ManifestReader = async (file, { collector }) => {
  const project = await parseProject(file.text, collector);
  if (project === undefined) return;
  const name = textOf(project, 'AssemblyName') ?? baseName(file.documentPath);
  const key = addPackage(collector, {
    name,
    ecosystem,
    isProduct: false,
    aliases: [textOf(project, 'PackageId'), baseName(file.documentPath)],
    version: textOf(project, 'Version') ?? textOf(project, 'VersionPrefix'),
    description: textOf(project, 'Description'),
    license: textOf(project, 'PackageLicenseExpression'),
    lines: linesOf(project),
    properties: { targetFramework: textOf(project, 'TargetFramework') ?? textOf(project, 'TargetFrameworks') },
  });
  for (const reference of elements(project, 'PackageReference')) {
    const given = reference.getAttribute('Include');
    if (given === null || given === '') continue;
    const version = reference.getAttribute('Version') ?? textOf(reference, 'Version');
    const use: Dependency['use'] = reference.getAttribute('PrivateAssets') === 'all' ? 'development' : 'runtime';
    const dependency = { name: given, version: version ?? undefined, use, lines: linesOf(reference) };
    addDependency(collector, key, { dependency, ecosystem });
  }
  for (const reference of elements(project, 'ProjectReference')) {
    const path = reference.getAttribute('Include') ?? '';
    const dependency = {
      name: baseName(path.replaceAll('\\', '/')),
      use: 'runtime' as const,
      isOwn: true,
      lines: linesOf(reference),
    };
    addDependency(collector, key, { dependency, ecosystem });
  }
};

async function parseProject(text: string, collector: FactCollector): Promise<Element | undefined> {
  if (isTooLong(text, collector)) return undefined;
  const { DOMParser, ParseError } = await import('@xmldom/xmldom');
  const parser = new DOMParser({ onError: () => undefined });
  try {
    const root = parser.parseFromString(text.replace(/^\uFEFF/u, ''), 'text/xml').documentElement;
    if (root?.localName === 'Project') return root;
    collector.addProblem(1, 'A project file is a <Project>.');
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { lineNumber = 1 } = (error.locator ?? {}) as { readonly lineNumber?: number };
    collector.addProblem(Math.max(1, lineNumber), 'This is not valid XML.');
  }
  return undefined;
}

function elements(parent: Element, name: string): readonly Element[] {
  return Array.from(parent.getElementsByTagName(name));
}

function textOf(parent: Element, name: string): string | undefined {
  const text = cleanName(elements(parent, name)[0]?.textContent ?? '');
  // Only the build can evaluate `$(Property)`.
  return text === '' || text.includes('$(') ? undefined : text;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.csproj$/iu, '');
}

function linesOf({ lineNumber }: Element): Lines {
  const line = Math.max(1, lineNumber ?? 1);
  return { startLine: line, endLine: line };
}

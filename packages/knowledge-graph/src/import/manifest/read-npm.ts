import type { EntityKey, KnowledgeFile } from '@lexichord/abstractions';

import { cleanName } from '../clean-text.js';
import { type FactCollector } from '../fact-collector.js';
import type { SourceValue } from '../source/source-value.js';
import {
  addDependency,
  addFeature,
  addPackage,
  type Dependency,
  folderOf,
  type ManifestReader,
  ownNames,
} from './packages.js';
import { workspaceMembers } from './workspace-members.js';

/** Lists of dependencies, with their purpose. */
const dependencyLists: readonly (readonly [string, Dependency['use']])[] = [
  ['dependencies', 'runtime'],
  ['optionalDependencies', 'optional'],
  ['peerDependencies', 'peer'],
  ['devDependencies', 'development'],
];

/** Prefix of a version that refers to a package of the same repository. */
const ownProtocol = /^(?:workspace|file|link|portal):/u;

/**
 * `package.json`. The one at the root of the workspace, or with `workspaces`, is the product; all others are
 * components. Commands and exported subpaths are features.
 */
export const readNpm: ManifestReader = async (file, { collector, context }) => {
  const { root, problems } = await context.parser.parse(file.text, context.signal);
  for (const { line, message } of problems) collector.addProblem(line, message);
  if (!root.isMap) {
    if (problems.length === 0) collector.addProblem(1, 'A package.json is a map.');
    return;
  }
  const nameIn = async (text: string): Promise<string | undefined> => {
    return (await context.parser.parse(text, context.signal)).root.text('name');
  };
  const isProduct = root.get('workspaces') !== undefined || !file.documentPath.includes('/');
  const key = addNpmPackage(root, { collector, file, isProduct });
  addDependencies(root, key, { collector, own: await ownNames(context, 'package.json', nameIn) });
  addFeatures(root, key, collector);
  if (isProduct) await addMembers(root, key, { collector, file, context });
};

function addNpmPackage(
  root: SourceValue,
  {
    collector,
    file,
    isProduct,
  }: { readonly collector: FactCollector; readonly file: KnowledgeFile; readonly isProduct: boolean },
): EntityKey {
  const folder = folderOf(file.documentPath);
  const given = root.text('name');
  if (given === undefined && !isProduct) collector.addWarning(1, 'A package needs a "name".');
  const keywords = root.texts('keywords');
  return addPackage(collector, {
    name: given ?? (folder === '.' ? 'workspace' : folder),
    ecosystem: 'npm',
    isProduct,
    version: root.text('version'),
    description: root.text('description'),
    license: root.text('license'),
    properties: {
      keywords: keywords.length === 0 ? undefined : keywords,
      isPrivate: root.get('private')?.value === true ? true : undefined,
    },
    lines: root,
  });
}

function addDependencies(
  root: SourceValue,
  from: EntityKey,
  { collector, own }: { readonly collector: FactCollector; readonly own: ReadonlySet<string> },
): void {
  for (const [list, use] of dependencyLists) {
    const entries = root.get(list);
    if (entries !== undefined && !entries.isMap) collector.addProblem(entries.startLine, `"${list}" has to be a map.`);
    for (const [name, version] of entries?.entries() ?? []) {
      if (typeof version.value !== 'string') {
        collector.addProblem(version.startLine, `The version of ${JSON.stringify(name)} must be a text.`);
        continue;
      }
      const isOwn = own.has(name) || ownProtocol.test(version.value);
      const dependency = { name, version: version.value, use, isOwn, lines: version };
      addDependency(collector, from, { dependency, ecosystem: 'npm' });
    }
  }
}

function addFeatures(root: SourceValue, owner: EntityKey, collector: FactCollector): void {
  const commands = root.get('bin');
  if (typeof commands?.value === 'string') {
    const name = owner.name.slice(owner.name.lastIndexOf('/') + 1);
    addFeature(collector, owner, { name, kind: 'command', lines: commands });
  }
  for (const [name, lines] of commands?.entries() ?? []) addFeature(collector, owner, { name, kind: 'command', lines });
  for (const [path, lines] of root.get('exports')?.entries() ?? []) {
    // The package itself, its manifest and patterns are not separate parts.
    if (!path.startsWith('./') || path.includes('*') || path.endsWith('.json')) continue;
    addFeature(collector, owner, { name: `${owner.name}/${path.slice(2)}`, kind: 'export', lines });
  }
}

/** Adds the workspace packages as parts of the product: those in the import, and those at listed paths. */
async function addMembers(
  root: SourceValue,
  product: EntityKey,
  {
    collector,
    file,
    context,
  }: { readonly collector: FactCollector } & Pick<Parameters<ManifestReader>[1], 'context'> & {
      readonly file: KnowledgeFile;
    },
): Promise<void> {
  const workspaces = root.get('workspaces');
  const list = workspaces?.isMap === true ? workspaces.get('packages') : workspaces;
  const entries = (list?.items() ?? []).flatMap((lines) => {
    return typeof lines.value === 'string' && lines.value !== '' ? [{ text: lines.value, lines }] : [];
  });
  const members = await workspaceMembers(entries, { collector, file, context, manifest: 'package.json' });
  for (const { text, lines } of members) {
    const { root: member } = await context.parser.parse(text, context.signal);
    const name = cleanName(member.text('name') ?? '');
    if (name === '') continue;
    const component = { type: 'Component', name };
    const description = member.text('description');
    if (!collector.hasEntity(component) || description !== undefined) {
      collector.addEntity({ ...component, properties: { ecosystem: 'npm', description } }, lines);
    }
    collector.addRelationship({ type: 'part-of', from: component, to: product }, lines);
  }
}

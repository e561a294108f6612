import type { EntityKey, KnowledgeFile } from '@lexichord/abstractions';

import type { ReadingContext } from '../document-reading.js';
import type { FactCollector } from '../fact-collector.js';
import { FactCollector as Collector } from '../fact-collector.js';
import {
  addDependency,
  addFeature,
  addPackage,
  type Dependency,
  folderOf,
  type ManifestReader,
  ownNames,
} from './packages.js';
import { type TomlSource, isTable, parseToml, textIn, textsIn } from './toml-source.js';
import { type Member, workspaceMembers } from './workspace-members.js';

const ecosystem = 'cargo';

/** Lists of dependencies, with their purpose. */
const dependencyLists: readonly (readonly [string, Dependency['use']])[] = [
  ['dependencies', 'runtime'],
  ['dev-dependencies', 'development'],
  ['build-dependencies', 'build'],
];

/** `Cargo.toml`: a crate, or a workspace of crates. */
export const readCargo: ManifestReader = async (file, { collector, context }) => {
  const source = await parseToml(file.text, collector);
  if (source === undefined) return;
  const isWorkspace = source.root['workspace'] !== undefined;
  const name = textIn(source.table('package'), 'name') ?? (isWorkspace ? workspaceName(file) : undefined);
  if (name === undefined) {
    collector.addWarning(1, 'A Cargo.toml needs a name in [package], or a [workspace].');
    return;
  }
  const details = source.table('package');
  const key = addPackage(collector, {
    name,
    ecosystem,
    isProduct: isWorkspace || undefined,
    version: textIn(details, 'version'),
    description: textIn(details, 'description'),
    license: textIn(details, 'license'),
    lines: source.whole,
  });
  const own = await ownNames(context, 'Cargo.toml', (text) => crateName(text));
  for (const target of ['', ...Object.keys(source.table('target'))])
    addDependencies(source, key, { collector, own, target });
  addFeatures(source, key, collector);
  if (isWorkspace) await addMembers(source, key, { collector, file, context });
};

function workspaceName({ documentPath }: KnowledgeFile): string {
  const folder = folderOf(documentPath);
  return folder === '.' ? 'workspace' : folder;
}

async function crateName(text: string): Promise<string | undefined> {
  const source = await parseToml(text, new Collector('Cargo.toml'));
  return source === undefined ? undefined : textIn(source.table('package'), 'name');
}

function addDependencies(
  source: TomlSource,
  from: EntityKey,
  {
    collector,
    own,
    target,
  }: { readonly collector: FactCollector; readonly own: ReadonlySet<string>; readonly target: string },
): void {
  for (const [list, use] of dependencyLists) {
    const table = target === '' ? [list] : ['target', target, list];
    for (const [alias, value] of Object.entries(source.table(...table))) {
      const details = isTable(value) ? value : {};
      const name = textIn(details, 'package') ?? alias;
      const version = typeof value === 'string' ? value : textIn(details, 'version');
      const isOwn = textIn(details, 'path') !== undefined || own.has(name);
      const isOptional = details['optional'] === true;
      const dependency = {
        name,
        version,
        use: isOptional ? ('optional' as const) : use,
        isOwn,
        lines: source.linesOf(alias, table),
      };
      addDependency(collector, from, { dependency, ecosystem });
    }
  }
}

function addFeatures(source: TomlSource, owner: EntityKey, collector: FactCollector): void {
  const commands = source.root['bin'];
  for (const command of Array.isArray(commands) ? (commands as readonly unknown[]) : []) {
    const name = isTable(command) ? textIn(command, 'name') : undefined;
    if (name !== undefined)
      addFeature(collector, owner, { name, kind: 'command', lines: source.linesOf(name, ['bin', 'name']) });
  }
  for (const feature of Object.keys(source.table('features'))) {
    if (feature === 'default') continue;
    const lines = source.linesOf(feature, ['features']);
    addFeature(collector, owner, { name: `${owner.name}/${feature}`, kind: 'feature', lines });
  }
}

async function addMembers(
  source: TomlSource,
  product: EntityKey,
  {
    collector,
    file,
    context,
  }: { readonly collector: FactCollector; readonly file: KnowledgeFile; readonly context: ReadingContext },
): Promise<void> {
  const workspace = source.table('workspace');
  const entriesOf = (list: string, sign: string): readonly Member[] =>
    textsIn(workspace, list).map((text) => ({
      text: `${sign}${text}`,
      lines: source.linesOf(text, ['workspace', list]),
    }));
  const entries = [...entriesOf('members', ''), ...entriesOf('exclude', '!')];
  for (const { text, lines } of await workspaceMembers(entries, { collector, file, context, manifest: 'Cargo.toml' })) {
    const name = await crateName(text);
    if (name === undefined) continue;
    const component = collector.addEntity({ type: 'Component', name }, lines);
    collector.addRelationship({ type: 'part-of', from: component, to: product }, lines);
  }
}

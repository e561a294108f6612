import type { EntityKey } from '@lexichord/abstractions';

import { cleanName } from '../clean-text.js';
import type { FactCollector } from '../fact-collector.js';
import { type Dependency, type ManifestReader, addDependency, addFeature, addPackage } from './packages.js';
import { type TomlSource, isTable, parseToml, textIn, textsIn } from './toml-source.js';

const ecosystem = 'pypi';

/** `pyproject.toml`: PEP 621 and 735, and Poetry's own tables. */
export const readPyproject: ManifestReader = async (file, { collector }) => {
  const source = await parseToml(file.text, collector);
  if (source === undefined) return;
  const project = source.table('project');
  const poetry = source.table('tool', 'poetry');
  const name = textIn(project, 'name') ?? textIn(poetry, 'name');
  if (name === undefined) {
    collector.addWarning(1, 'A pyproject.toml needs a name in [project] or [tool.poetry].');
    return;
  }
  const given = {
    name,
    ecosystem,
    version: textIn(project, 'version') ?? textIn(poetry, 'version'),
    description: textIn(project, 'description') ?? textIn(poetry, 'description'),
    license: textIn(project, 'license') ?? textIn(poetry, 'license'),
    lines: source.whole,
  };
  const key = addPackage(collector, given);
  addStandard(source, key, collector);
  addPoetry(source, key, collector);
  for (const table of [
    ['project', 'scripts'],
    ['project', 'gui-scripts'],
    ['tool', 'poetry', 'scripts'],
  ]) {
    for (const command of Object.keys(source.table(...table))) {
      addFeature(collector, key, { name: command, kind: 'command', lines: source.linesOf(command, table) });
    }
  }
};

function addStandard(source: TomlSource, key: EntityKey, collector: FactCollector): void {
  const add = (keys: readonly string[], use: Dependency['use']): void => {
    for (const text of textsIn(source.table(...keys.slice(0, -1)), keys.at(-1) ?? '')) {
      const needed = requirementOf(text);
      if (needed === undefined) continue;
      addDependency(collector, key, { dependency: { ...needed, use, lines: source.linesOf(text, keys) }, ecosystem });
    }
  };
  add(['project', 'dependencies'], 'runtime');
  for (const extra of Object.keys(source.table('project', 'optional-dependencies'))) {
    add(['project', 'optional-dependencies', extra], 'optional');
  }
  for (const group of Object.keys(source.table('dependency-groups'))) {
    add(['dependency-groups', group], 'development');
  }
  add(['build-system', 'requires'], 'build');
}

function addPoetry(source: TomlSource, key: EntityKey, collector: FactCollector): void {
  const groups = Object.keys(source.table('tool', 'poetry', 'group'));
  const tables: readonly (readonly [readonly string[], Dependency['use']])[] = [
    [['tool', 'poetry', 'dependencies'], 'runtime'],
    [['tool', 'poetry', 'dev-dependencies'], 'development'],
    ...groups.map((group) => [['tool', 'poetry', 'group', group, 'dependencies'], 'development'] as const),
  ];
  for (const [table, use] of tables) {
    for (const [name, value] of Object.entries(source.table(...table))) {
      if (name === 'python') continue;
      const version = typeof value === 'string' ? value : isTable(value) ? textIn(value, 'version') : undefined;
      const isOwn = isTable(value) && textIn(value, 'path') !== undefined;
      const dependency = { name: normalized(name), version, use, isOwn, lines: source.linesOf(name, table) };
      addDependency(collector, key, { dependency, ecosystem });
    }
  }
}

/** A required package. */
type Requirement = Pick<Dependency, 'name' | 'version'>;

/** Parses `name[extra] >=1 ; marker`, as defined by PEP 508. */
function requirementOf(text: string): Requirement | undefined {
  const [, name = '', rest = ''] = /^\s*([\p{L}\d][\p{L}\d._-]*)\s*(?:\[[^\]]*\])?\s*([^;]*)/u.exec(text) ?? [];
  const version = cleanName(rest.replace(/^\(|\)\s*$/gu, ''));
  if (name === '') return undefined;
  return { name: normalized(name), version: version === '' ? undefined : version };
}

/** The normalized name of PEP 503, the same for `Foo_Bar` and `foo-bar`. */
function normalized(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/gu, '-');
}

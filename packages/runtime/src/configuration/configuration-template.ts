import type { OptionSchema } from '@lexichord/platform/internal';
import { childrenOf, readConfigurationSchema, rowOf } from './configuration-rows.js';

const indentation = '  ';

const head = [
  '# Configuration of Lexichord. Every key is commented out and shown with its default: remove the "# " in front of a key to',
  '# set it. Unknown keys and bad values are errors. `lexichord config show` prints the values in force and their sources.',
];

/**
 * A configuration file with every key commented out, with its meaning, its allowed values and its default. Unchanged,
 * it sets nothing.
 */
export async function commentedConfigurationTemplate(): Promise<string> {
  const { trustedOnlyKeys } = await import('./configuration-schema.js');
  const schema = await readConfigurationSchema();
  const sections = Object.entries(schema.properties ?? {}).map(([name, section]) => [
    '',
    ...(trustedOnlyKeys.has(name) ? ["# Only in your own configuration file, never in a workspace's:"] : []),
    ...keyLines(section, [name]),
  ]);
  return [...head, ...sections.flat(), ''].join('\n');
}

function keyLines(schema: OptionSchema, path: readonly string[]): readonly string[] {
  const indent = indentation.repeat(path.length - 1);
  const name = path.at(-1) ?? '';
  if (name.startsWith('<')) return freeNameLines(schema, path);
  if (schema.type !== 'object') {
    const { allowed, defaultValue, meaning } = rowOf(schema, path);
    const value = defaultValue === undefined ? '' : ` ${defaultValue}`;
    return [`${indent}# ${meaning} (${allowed})`, `${indent}# ${name}:${value}`];
  }
  const meaning = schema.description === undefined ? [] : [`${indent}# ${schema.description}`];
  return [
    ...meaning,
    `${indent}${name}:`,
    ...childrenOf(schema).flatMap(([key, child]) => keyLines(child, [...path, key])),
  ];
}

/** Formats free names as an example in a comment, one level deeper than other comments. */
function freeNameLines(schema: OptionSchema, path: readonly string[]): readonly string[] {
  const indent = indentation.repeat(path.length - 1);
  const name = path.at(-1) ?? '';
  if (schema.type !== 'object') {
    const { allowed, meaning } = rowOf(schema, path);
    return [...(meaning === '' ? [] : [`${indent}# ${meaning}`]), `${indent}#   ${name}: ${allowed}`];
  }
  const keys = childrenOf(schema).flatMap(([key, child]) => {
    const { allowed, meaning } = rowOf(child, [...path, key]);
    return [`${indent}#     # ${meaning} (${allowed})`, `${indent}#     ${key}:`];
  });
  return [`${indent}#   ${name}:`, ...keys];
}

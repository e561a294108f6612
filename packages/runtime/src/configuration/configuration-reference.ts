import { type ConfigurationRow, configurationRows } from './configuration-rows.js';

/** The reference part of the configuration guide: Markdown with a heading for each section and an item for each key. */
export async function configurationReference(): Promise<string> {
  const rows = await configurationRows();
  const sections = [...new Set(rows.map(sectionOf))];
  return sections
    .map((section) => {
      const items = rows.filter((row) => sectionOf(row) === section).map((row) => item(section, row));
      return `### ${section}\n\n${items.join('\n')}`;
    })
    .join('\n\n');
}

/** Formats an item: the key and its meaning, then a line with its default and allowed values. */
function item(section: string, { key, defaultValue, allowed, meaning }: ConfigurationRow): string {
  const name = key.slice(section.length + 1);
  const byDefault = defaultValue === undefined ? 'Not set by default' : `Default \`${defaultValue}\``;
  return `- **\`${name}\`**: ${escaped(meaning)}\\\n  ${byDefault}; ${escaped(allowed)}.`;
}

/** Section of a key: `context.budget` for `context.budget.total`, `context` for `context.max_sources`. */
function sectionOf({ key }: ConfigurationRow): string {
  const parts = key.split('.');
  const depth = parts[0] === 'context' && parts.length > 2 ? 2 : 1;
  return parts.slice(0, depth).join('.');
}

/** Escapes Markdown in a text. */
function escaped(text: string): string {
  return text.replaceAll(/[\\<>*`]/g, String.raw`\$&`);
}

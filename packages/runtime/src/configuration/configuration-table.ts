import { type ConfigurationRow, configurationRows } from './configuration-rows.js';

/** The reference part of the configuration guide: a Markdown table for each section, a row for each key. */
export async function configurationTables(): Promise<string> {
  const rows = await configurationRows();
  const sections = [...new Set(rows.map(sectionOf))];
  return sections
    .map(
      (section) =>
        `### ${section}\n\n${table(
          section,
          rows.filter((row) => sectionOf(row) === section),
        )}`,
    )
    .join('\n\n');
}

function table(section: string, rows: readonly ConfigurationRow[]): string {
  const lines = rows.map(({ key, defaultValue, allowed, meaning }) => {
    const name = key.slice(section.length + 1);
    return `| \`${name}\` | ${defaultValue === undefined ? 'not set' : `\`${defaultValue}\``} | ${cell(allowed)} | ${cell(meaning)} |`;
  });
  return ['| key | default | allowed | meaning |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** `context.budget.total` stands under `context.budget`, `context.max_sources` under `context`. */
function sectionOf({ key }: ConfigurationRow): string {
  const parts = key.split('.');
  const depth = parts[0] === 'context' && parts.length > 2 ? 2 : 1;
  return parts.slice(0, depth).join('.');
}

/** What would be markup in a cell is escaped. */
function cell(text: string): string {
  return text.replaceAll(/[\\|<>*`]/g, String.raw`\$&`);
}

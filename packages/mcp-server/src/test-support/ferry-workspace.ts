/** Files of a small workspace: code, a test, documents and facts. */
export const ferryFiles: Readonly<Record<string, string>> = {
  'src/ferry.ts': [
    "import { harbourOf } from './harbour.js';",
    '',
    '/** When the ferry leaves. */',
    'export function ferryTime(day: string): string {',
    '  return day === "Sunday" ? "ten" : `nine, from ${harbourOf(day)}`;',
    '}',
    '',
  ].join('\n'),
  'src/harbour.ts':
    'export function harbourOf(day: string): string {\n  return day === "Monday" ? "north" : "south";\n}\n',
  'src/tram.ts': 'export function tramTime(): string {\n  return "ten";\n}\n',
  'docs/bakery.md': '# Bakery\n\nThe bakery opens at six, before the ferry leaves.\n\n## Bread\n\nRye and wheat.\n',
  'secret.env.example': 'nothing here\n',
};

/** A document that the knowledge graph reads. */
export const glossary =
  '# Glossary\n\n- **Ferry pass**: a ticket for a month of crossings.\n- **Crossing**: one way over the water.\n';

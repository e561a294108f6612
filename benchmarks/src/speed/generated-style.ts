import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Patterns as public styles have them, a few of which hold a word that each match must have. */
const patterns = [
  String.raw`\b(?:am|are|was|were|is|be)\b\s*\w+ed`,
  String.raw`\b[A-Z]{3,5}\b`,
  String.raw`[^\s.]+ly\b`,
  String.raw`\b\d{1,2}/\d{1,2}/\d{4}\b`,
  String.raw`(?:[^\s,]+,){1,} \w+ (?:and|or)`,
  String.raw`\d+(?:B|kB|MB|GB)\b`,
  String.raw`(?<=\s)-\d+(?:\.\d+)?\b`,
  String.raw`\b(?:very|really|quite) \w+`,
  String.raw`[!?]{2,}`,
  String.raw`\w+(?:-\w+){2,}`,
];

/** A Vale style as large as the public ones: 3,000 words to be replaced, and 40 rules with patterns. */
export async function writeGeneratedStyle(folder: string): Promise<void> {
  const style = join(folder, 'styles', 'Bench');
  await mkdir(style, { recursive: true });
  await writeFile(join(folder, '.vale.ini'), 'MinAlertLevel = suggestion\n[*.md]\nBasedOnStyles = Bench\n');
  const swaps = Array.from({ length: 3_000 }, (_unused, index) => `  ${termOf(index)}: better ${index}`);
  await writeFile(
    join(style, 'Terms.yml'),
    `extends: substitution\nmessage: "Use '%s', not '%s'."\nignorecase: true\nswap:\n${swaps.join('\n')}\n`,
  );
  await Promise.all(
    Array.from({ length: 40 }, (_unused, index) =>
      writeFile(
        join(style, `Pattern${index}.yml`),
        `extends: existence\nmessage: Rule ${index}.\nnonword: true\ntokens:\n  - '${patterns[index % patterns.length] ?? ''}'\n`,
      ),
    ),
  );
}

/** One in ten is two words that the generated book has, in an order that it seldom has. */
function termOf(index: number): string {
  return index % 10 === 0 ? `budget${index} section` : `term${index} of art`;
}

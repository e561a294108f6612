import type { ExportedFacts } from './exported-facts.js';

/** Facts as JSON, indented by two. */
export function writeJson(facts: ExportedFacts): string {
  return `${JSON.stringify(facts, undefined, 2)}\n`;
}

/** Lines of white space before any other. */
const blankBeginning = /^(?:[ \t]*\n)*[ \t]+\n/;

/**
 * Facts as YAML that readers of YAML 1.1 understand as well. Entity by entity: the document of a whole graph would take
 * many times its text in memory.
 */
export async function writeYaml({ knowledge, entities, axioms = [] }: ExportedFacts): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const item = (value: unknown): string => {
    const document = new Document([value], { compat: 'yaml-1.1', aliasDuplicateObjects: false });
    visit(document, {
      Scalar: (_, node) => {
        // The library writes these as blocks that it reads with less white space.
        if (typeof node.value === 'string' && blankBeginning.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
      },
    });
    // Lines without content stay empty, so that nothing ends in white space. A line ends at LF alone: what JavaScript's
    // own ^ takes for a line's beginning as well (after CR, U+2028 and U+2029) is within a text.
    return document.toString({ lineWidth: 0 }).replaceAll(/(^|\n)(?=[^\n])/g, '$1  ');
  };
  const list = (key: string, values: readonly unknown[]): string[] =>
    values.length === 0 ? [`${key}: []\n`] : [`${key}:\n`, ...values.map(item)];
  return [
    `knowledge: ${knowledge}\n`,
    ...list('entities', entities),
    ...(axioms.length === 0 ? [] : list('axioms', axioms)),
  ].join('');
}

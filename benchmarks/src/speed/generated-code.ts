import { pick, type Random, wholeNumber } from '../seeded-random.js';

/** A language that code is generated in. */
export type GeneratedLanguage = 'typescript' | 'python' | 'markdown';

export const nouns = words(
  'account address archive batch budget cache channel client connection context cursor customer document event extract field filter folder group header history image index invoice item job language ledger license limit line message metric model order owner page parser password payment permission plan policy profile project queue quota range record region report request response result retry role route rule schedule schema scope search section server session setting shipment signal snapshot source stage status stock stream supplier table target task template tenant thread ticket token topic transfer upload user value vendor version window worker',
);
export const verbs = words(
  'add apply append assign build cancel check clear close collect commit compare compute copy count create decode delete describe encode expire fetch find flush format import join keep list load lock mark merge move notify open parse pause prepare publish read rebuild reject release remove rename renew replace reset resolve restore resume retry revoke save schedule select send sort split start stop store update validate verify wait write',
);
const types = words('string number boolean Date Uint8Array');

/** Code or prose of at least `length` UTF-16 units: definitions with bodies, comments and documentation, all different. */
export function generatedCode(language: GeneratedLanguage, length: number, random: Random): string {
  const writers = { typescript: typescriptClass, python: pythonClass, markdown: markdownSection };
  const parts = [{ typescript: typescriptImports, python: pythonImports, markdown: markdownTitle }[language](random)];
  for (let size = 0; size < length;) {
    const part = writers[language](random);
    parts.push(part);
    size += part.length + 1;
  }
  return parts.join('\n');
}

/** A sentence about things that the code is about. */
export function sentence(random: Random): string {
  const [one, other] = [pick(random, nouns), pick(random, nouns)];
  return pick(random, [
    `${capital(pick(random, verbs))}s the ${one} of each ${other} and ${pick(random, verbs)}s what is left.`,
    `When the ${one} is older than the ${other}, the ${pick(random, nouns)} has to be read once more.`,
    `No ${one} may ${pick(random, verbs)} a ${other} that somebody else has begun to ${pick(random, verbs)}.`,
    `Returns at most ${wholeNumber(random, 2, 900)} of them, sorted by ${one} and then by ${other}.`,
    `Throws when the ${one} cannot be ${pick(random, verbs)}ed within ${wholeNumber(random, 1, 60)} seconds.`,
  ]);
}

function typescriptImports(random: Random): string {
  return repeated(wholeNumber(random, 2, 8), () => {
    const [one, other] = [pick(random, nouns), pick(random, nouns)];
    return `import { type ${capital(one)}${capital(other)}, ${name(random)} } from './${one}/${other}-${pick(random, nouns)}.js';`;
  });
}

function typescriptClass(random: Random): string {
  const title = capital(pick(random, nouns)) + capital(pick(random, nouns));
  const fields = repeated(wholeNumber(random, 2, 6), () => {
    return `  private readonly ${pick(random, nouns)}By${capital(pick(random, nouns))} = new Map<string, ${pick(random, types)}>();`;
  });
  const methods = repeated(wholeNumber(random, 3, 7), () => typescriptMethod(random));
  return `\n/** ${sentence(random)} */\nexport class ${title}${wholeNumber(random, 1, 9999)} {\n${fields}\n${methods}\n}\n`;
}

function typescriptMethod(random: Random): string {
  const [input, key, found] = [pick(random, nouns), pick(random, nouns), pick(random, nouns)];
  const steps = repeated(wholeNumber(random, 2, 9), () =>
    pick(random, [
      `    const ${name(random)} = await this.${name(random)}(${input}.${key}, { limit: ${wholeNumber(random, 1, 5000)} });`,
      `    if (${input}.${key}.length > ${wholeNumber(random, 2, 400)}) return undefined;`,
      `    // ${sentence(random)}\n    ${found}.${pick(random, verbs)}('${pick(random, nouns)}-${pick(random, nouns)}', ${input}.${key});`,
      `    for (const ${pick(random, nouns)} of ${input}.${key}s) {\n      this.${name(random)}(${found}, '${sentence(random)}');\n    }`,
      `    ${found}.${pick(random, nouns)} = Math.max(${wholeNumber(random, 0, 90)}, ${input}.${key} * ${random().toFixed(3)});`,
    ]),
  );
  return `
  /**
   * ${sentence(random)} ${sentence(random)}
   */
  async ${name(random)}(${input}: ${pick(random, types)}, ${key}: ${pick(random, types)}): Promise<${pick(random, types)} | undefined> {
    const ${found} = this.${pick(random, nouns)}By${capital(key)}.get(${input});
${steps}
    return ${found};
  }`;
}

function pythonImports(random: Random): string {
  return repeated(wholeNumber(random, 2, 8), () => {
    return `from ${pick(random, nouns)}.${pick(random, nouns)} import ${capital(pick(random, nouns))}${capital(pick(random, nouns))}`;
  });
}

function pythonClass(random: Random): string {
  const title = capital(pick(random, nouns)) + capital(pick(random, nouns));
  const methods = repeated(wholeNumber(random, 3, 7), () => pythonMethod(random));
  return `\n\nclass ${title}${wholeNumber(random, 1, 9999)}:\n    """${sentence(random)}"""\n${methods}\n`;
}

function pythonMethod(random: Random): string {
  const [input, key, found] = [pick(random, nouns), pick(random, nouns), pick(random, nouns)];
  const steps = repeated(wholeNumber(random, 2, 9), () =>
    pick(random, [
      `        ${found}_${key} = self.${snake(random)}(${input}, limit=${wholeNumber(random, 1, 5000)})`,
      `        if len(${input}) > ${wholeNumber(random, 2, 400)}:\n            raise ValueError("${sentence(random)}")`,
      `        # ${sentence(random)}\n        ${found} = [${key} for ${key} in ${input} if ${key}.${pick(random, nouns)}]`,
      `        with self.${snake(random)}() as ${pick(random, nouns)}:\n            self.${snake(random)}("${pick(random, nouns)}", ${found})`,
    ]),
  );
  return `
    def ${snake(random)}(self, ${input}, ${key}=None):
        """${sentence(random)} ${sentence(random)}"""
        ${found} = self._${pick(random, nouns)}.get(${input})
${steps}
        return ${found}`;
}

function markdownTitle(random: Random): string {
  return `# ${capital(pick(random, nouns))} and ${pick(random, nouns)}`;
}

function markdownSection(random: Random): string {
  const prose = Array.from({ length: wholeNumber(random, 2, 8) }, () => sentence(random)).join(' ');
  const points = repeated(wholeNumber(random, 2, 6), () => `- \`${name(random)}\`: ${sentence(random)}`);
  return `\n## ${capital(pick(random, verbs))} the ${pick(random, nouns)}\n\n${prose}\n\n${points}\n`;
}

function name(random: Random): string {
  return `${pick(random, verbs)}${capital(pick(random, nouns))}`;
}

function snake(random: Random): string {
  return `${pick(random, verbs)}_${pick(random, nouns)}`;
}

function repeated(count: number, line: () => string): string {
  return Array.from({ length: count }, line).join('\n');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function words(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.split(' ');
  return [first, ...others];
}

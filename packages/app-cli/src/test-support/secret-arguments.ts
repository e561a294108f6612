import { type SecretExample, allSecretExamples } from '@lexichord/testing';

import type { CommandDefinition } from '../command-line/command-definition.js';
import { commandTable } from '../command-line/command-table.js';
import { globalOptionDefinitions } from '../command-line/global-options.js';
import type { CommandLine } from './every-command.js';

/** A command line with a secret in it. */
export interface PlantedLine extends CommandLine {
  readonly secret: SecretExample;
}

/** Every command by its full name. */
export function commandDefinitions(): ReadonlyMap<string, CommandDefinition> {
  return new Map(
    commandTable.flatMap((entry) =>
      'commands' in entry
        ? entry.commands.map((command) => [`${entry.name} ${command.name}`, command] as const)
        : [[entry.name, entry] as const],
    ),
  );
}

/** Gives the examples of all rules in turn, the same for the same seed. */
export class SecretSupply {
  private readonly examples: readonly SecretExample[];
  private index: number;

  constructor(seed: number) {
    this.examples = allSecretExamples(seed);
    this.index = seed % this.examples.length;
  }

  next(): SecretExample {
    // Coprime to the number of examples most of the time, so that neighbours are of different rules.
    this.index = (this.index + 37) % this.examples.length;
    return this.examples[this.index] as SecretExample;
  }
}

/** Command lines that cannot be understood: nothing is opened. */
export function misunderstoodLines(path: readonly string[], supply: SecretSupply): readonly PlantedLine[] {
  const ways: ((text: string) => readonly string[])[] = [
    (text) => [...path, `--${text}`],
    (text) => [...path, `-x${text}`],
    (text) => [...path, '--nonsense', text],
    (text) => [...path, `--nonsense=${text}`],
    (text) => [...path, `--json=${text}`],
    (text) => ['--tier', text, ...path],
    (text) => [`--${text}`, ...path],
    (text) => [...path, `'${text}'`, JSON.stringify(text), text, text, text],
  ];
  return ways.map((way) => planted(way, supply));
}

/**
 * A command line that is understood, with a secret in place of each of its positional arguments, and as the value of each
 * option of its command.
 */
export function understoodLines(
  { argv, serving }: CommandLine,
  { name, definition, supply }: { name: string; definition: CommandDefinition; supply: SecretSupply },
): readonly PlantedLine[] {
  const length = name.split(' ').length;
  const positions = argv.flatMap((word, index) => (index < length || word.startsWith('-') ? [] : [index]));
  const flags = [...(definition.options ?? []), ...globalOptionDefinitions]
    .filter((option) => /[<[]/u.test(option.flags))
    .map((option) => /--[a-z-]+/u.exec(option.flags)?.[0] ?? '');
  const ways: ((text: string) => readonly string[])[] = [
    ...positions.map((at) => (text: string) => argv.map((word, index) => (index === at ? text : word))),
    ...flags.map((flag) => (text: string) => [...argv, flag, text]),
  ];
  return ways.map((way) => ({ ...planted(way, supply), serving }));
}

function planted(way: (text: string) => readonly string[], supply: SecretSupply): PlantedLine {
  const secret = supply.next();
  return { argv: way(secret.text), secret };
}

/** Values of the secret that a text shows. */
export function leaksIn(text: string, { values }: SecretExample): readonly string[] {
  return values.filter((value) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)));
}

import type { OptionDefinition } from './command-definition.js';
import { knownTiers } from './known-names.js';

/** Options that every command takes, before or after its name. */
export const globalOptionDefinitions: readonly OptionDefinition[] = [
  {
    flags: '--workspace <folder>',
    summary: 'folder to work in (default: the nearest one upwards with .agent, .lexichord or .git)',
    completion: 'folder',
  },
  { flags: '--tier <tier>', summary: 'run as if the licence were lower', completion: knownTiers },
  {
    flags: '--trust-state',
    summary: 'open the state in .lexichord even if you did not make it here (also LEXICHORD_TRUST_STATE=1)',
  },
  { flags: '--json', summary: 'print one JSON document and nothing else' },
  { flags: '--debug', summary: 'log what happens, and show where an error comes from' },
];

import type { OptionDefinition } from './command-definition.js';
import { knownTiers } from './known-names.js';

/** Options that every command takes, before or after its name. */
export const globalOptionDefinitions: readonly OptionDefinition[] = [
  {
    flags: '--workspace <folder>',
    summary: 'workspace folder (default: the nearest one upwards with .agent, .lexichord or .git)',
    completion: 'folder',
  },
  { flags: '--tier <tier>', summary: 'run at a lower licence tier', completion: knownTiers },
  {
    flags: '--trust-state',
    summary: 'open the state in .lexichord even if it was not created here by you (also LEXICHORD_TRUST_STATE=1)',
  },
  { flags: '--json', summary: 'print one JSON document and nothing else' },
  { flags: '--debug', summary: 'log each step, and show the stack trace of an error' },
];

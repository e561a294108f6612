import type { OptionProblem } from '@lexichord/platform/internal';
import type { PlainMapping } from './plain-value.js';

/** Where a value comes from, weakest first. */
export type ConfigurationOrigin = 'default' | 'user' | 'workspace' | 'environment' | 'flag';

/** What one source says, before anything is checked. */
export interface ConfigurationLayer {
  readonly origin: Exclude<ConfigurationOrigin, 'default'>;
  readonly value: PlainMapping;
  /** The source's name as people know it, such as `.agent/config.yml`. */
  readonly label: string;
  /** Of the file that says it, absolute; a layer that is no file has none. Where a relative path of the file starts. */
  readonly folder?: string | undefined;
  /** Where a key stands: `.agent/config.yml:3:5`, or a variable's name. */
  locate(path: readonly PropertyKey[]): string;
  /** What was found wrong while reading. */
  readonly problems: readonly OptionProblem[];
}

import { sep } from 'node:path';

/** A file in a setting, such as `include.path` or `core.attributesFile`, on another computer. */
const networkFile = /(?:path|file)\s*=[\s"]*(?:\\\r?\n[\s"]*)*[\\/]{2}/iu;

/**
 * Whether a configuration of git names a file on another computer, which git itself would ask for it: on Windows, where
 * asking sends a hash of the user's password. Addresses of remotes are not asked, since nothing is fetched.
 */
export function namesNetwork(configuration: string, separator: string = sep): boolean {
  return separator === '\\' && networkFile.test(configuration);
}

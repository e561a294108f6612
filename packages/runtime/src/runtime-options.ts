import type { CustomStrategy, IClock, IIdSource, ILogger, LicenseTier } from '@lexichord/abstractions';
import type { License } from '@lexichord/license';
import type { DependencyContainer } from 'tsyringe';

import type { ConfigurationInput } from './configuration/configuration-schema.js';

/** Options of a runtime, set by its host. */
export interface RuntimeOptions {
  /** Folder whose files may be read; files outside are not accessible. */
  readonly workspaceRoot: string;
  /** The host's public key and the user's token. Without it the tier is Core, which is reported once. */
  readonly license?: License | undefined;
  /** Lowers the tier, to try it out. Never raises it. */
  readonly lowerTierTo?: LicenseTier | undefined;
  /**
   * The host's settings: those of `.agent/config.yml` with keys in camelCase, such as
   * `{ context: { maxSources: 50 } }`. They override every file.
   */
  readonly configuration?: ConfigurationInput | undefined;
  /**
   * The user's configuration file, which is trusted. Default: `lexichord/config.yml` in the user's configuration
   * folder, if `environment` has one.
   */
  readonly userConfigurationFile?: string | undefined;
  /**
   * Whether changes of configuration files are applied while the workspace is open. Keeps the process alive until the
   * runtime is disposed of. Default: false.
   */
  readonly watchConfiguration?: boolean | undefined;
  /** Environment of `LEXICHORD__…` settings and of the user's folders. Default: empty. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Folder for state if the workspace is not writable. Default: the user's cache folder. */
  readonly cacheFolder?: string | undefined;
  /**
   * Folder of the user's records of created folders of state. Default: `lexichord` in the user's state folder.
   */
  readonly userStateFolder?: string | undefined;
  /**
   * Whether state in the workspace is opened that this user did not create there, such as a cache that a build server
   * restores. Its links, owners and manifests are still checked. Default: false, it is set aside.
   */
  readonly trustsState?: boolean | undefined;
  /** The host's own strategies, for Enterprise. */
  readonly customStrategies?: readonly CustomStrategy[] | undefined;
  /** Adds or replaces services, after the built-in ones are registered and before anything is built. */
  readonly register?: ((container: DependencyContainer) => void) | undefined;
  /** Default: lines of JSON on standard error, at the levels of the configuration. */
  readonly logger?: ILogger | undefined;
  /**
   * Replaces secrets, such as a typed password, in the texts of fields and errors for the log. Not used with `logger`.
   * Default: texts are logged unchanged.
   */
  readonly screenLog?: ((text: string) => string) | undefined;
  readonly clock?: IClock | undefined;
  readonly idSource?: IIdSource | undefined;
}

import type { CustomStrategy, IClock, IIdSource, ILogger, LicenseTier } from '@lexichord/abstractions';
import type { License } from '@lexichord/license';
import type { DependencyContainer } from 'tsyringe';

import type { ConfigurationInput } from './configuration/configuration-schema.js';

/** Options of a runtime, set by its host. */
export interface RuntimeOptions {
  /** Folder whose files may be read. Everything else is out of reach. */
  readonly workspaceRoot: string;
  /** The host's public key and the user's token. Without it the runtime answers for Core and reports that once. */
  readonly license?: License | undefined;
  /** Lowers the tier, to see what it is like. Never raises it. */
  readonly lowerTierTo?: LicenseTier | undefined;
  /**
   * The host's own settings: those of `.agent/config.yml` with keys in camelCase, such as `{ context: { maxSources: 50
   * } }`. They win over every file.
   */
  readonly configuration?: ConfigurationInput | undefined;
  /**
   * The user's configuration file, which is trusted. Default: `lexichord/config.yml` in the user's configuration
   * folder, if `environment` has one.
   */
  readonly userConfigurationFile?: string | undefined;
  /**
   * Whether changes of the configuration's files are taken up while the workspace is open. The process then goes on until
   * the runtime is disposed of. Default: false.
   */
  readonly watchConfiguration?: boolean | undefined;
  /** Environment of `LEXICHORD__…` settings and of the user's folders. Default: empty. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Folder for state when the workspace cannot be written to. Default: the user's cache folder. */
  readonly cacheFolder?: string | undefined;
  /**
   * Folder of the user's own records: which folders of state they made. Default: `lexichord` in the user's state
   * folder.
   */
  readonly userStateFolder?: string | undefined;
  /**
   * Whether state in the workspace is opened that this user did not make there, such as a cache that a build server
   * restores. Its links, owners and manifests are checked all the same. Default: false, it is set aside.
   */
  readonly trustsState?: boolean | undefined;
  /** Strategies of the host's own, for Enterprise. */
  readonly customStrategies?: readonly CustomStrategy[] | undefined;
  /** Adds or replaces services, after the built-in ones are registered and before anything is built. */
  readonly register?: ((container: DependencyContainer) => void) | undefined;
  /** Default: lines of JSON on standard error, at the levels of the configuration. */
  readonly logger?: ILogger | undefined;
  /**
   * Replaces what the log must not show, such as a password that a user has typed, in a text that a field or an error
   * brings. Not used with `logger`. Default: texts are logged unchanged.
   */
  readonly screenLog?: ((text: string) => string) | undefined;
  readonly clock?: IClock | undefined;
  readonly idSource?: IIdSource | undefined;
}

import type { ILicenseService } from '@lexichord/abstractions';

/** The second argument of a `register…Module`. The module checks the options once, and its services trust them. */
export interface ModuleSetup<Options> {
  /** Absent: the defaults. */
  readonly options?: Options | undefined;
}

/** The same for a module of which the licence opens parts. It is asked again with each call, since it may expire. */
export interface LicensedModuleSetup<Options> extends ModuleSetup<Options> {
  readonly license: ILicenseService;
}

import type { ILicenseService } from '@lexichord/abstractions';

/** The second argument of a `register…Module`. The module checks the options once, and its services trust them. */
export interface ModuleSetup<Options> {
  /** Absent: the defaults. */
  readonly options?: Options | undefined;
}

/** Setup of a module with licensed parts. The licence is checked in each call, because it may expire. */
export interface LicensedModuleSetup<Options> extends ModuleSetup<Options> {
  readonly license: ILicenseService;
}

import 'reflect-metadata';
import type { ILicenseService, LicenseTier } from '@lexichord/abstractions';
import type { ModuleSetup } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import type { DependencyContainer } from 'tsyringe';

import { PreviewOptions, type PreviewOptionsInput, previewOptionsSchema } from './preview-options.js';

/** The tier that opens the panel. */
const previewTier: LicenseTier = 'WriterPro';

/** @throws {LicenseRequiredError} where the panel is locked */
export function requirePreview(license: ILicenseService): void {
  license.require(previewTier, 'The context preview panel');
}

/**
 * Registers the panel's options. Hosts start the panel themselves, so no service is locked by the licence; the start
 * checks it.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerPreviewModule(
  container: DependencyContainer,
  { options = {} }: ModuleSetup<PreviewOptionsInput> = {},
): void {
  container.register(PreviewOptions, { useValue: parseOptions(previewOptionsSchema, options, 'preview options') });
}

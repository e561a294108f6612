import type { ILexichordRuntime } from '@lexichord/abstractions';

/** The services of the facade, resolved in each call, so that none is loaded earlier. */
export type FacadeServices = Pick<ILexichordRuntime, 'resolve' | 'license'>;

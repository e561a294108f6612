import type { ILexichordRuntime } from '@lexichord/abstractions';

/** The services of the facade, looked up with each call, so that none is loaded before. */
export type FacadeServices = Pick<ILexichordRuntime, 'resolve' | 'license'>;

import type { ILexichordRuntime } from '@lexichord/abstractions';

/** What the facade is made of: services, looked up with each call, so that none is loaded before. */
export type FacadeServices = Pick<ILexichordRuntime, 'resolve' | 'license'>;

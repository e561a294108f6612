import 'reflect-metadata';
import { jest } from '@jest/globals';

// ES modules have no injected `jest` object; the specs use it as a global.
globalThis.jest = jest;

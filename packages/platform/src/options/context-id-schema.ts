import { contextIdPattern } from '@lexichord/abstractions';
import { z } from 'zod';

/** Id of an agent or a strategy as a key or value of options. */
export const contextIdSchema = z
  .string()
  .regex(contextIdPattern, { error: 'an id has up to 80 letters, digits, "_", "." and "-"' });

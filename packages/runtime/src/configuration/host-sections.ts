import { logLevels } from '@lexichord/platform/internal';
import { z } from 'zod';

/** Where the licence token is read from. */
export const licenseSection = z.strictObject({
  file: z.string().min(1).optional().describe("File that holds the licence token. Not in a workspace's file."),
});

/** `logging` (T-016, troubleshooting 1). */
export const loggingSection = z
  .object({
    level: z
      .enum(logLevels)
      .default('warn')
      .describe('Which lines are written to standard error, for every component.'),
  })
  .catchall(z.enum(logLevels).describe('The same for one component, such as context_packer: debug.'))
  .meta({ keyName: 'component' });

import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/** Maximum number of reported problems. */
const maxProblems = 5;

/** Maximum length of a problem's message, in UTF-16 units; it may quote a name of any length. */
const maxMessageLength = 200;

/** Limits the number and length of a schema's problems, for any input. */
export function boundedSchema<Schema extends z.ZodObject>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const { validate, ...standard } = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      validate: async (value) => {
        const result = await validate(value);
        if (result.issues === undefined) return result;
        return {
          issues: result.issues
            .slice(0, maxProblems)
            .map(({ path, message }) => ({ path, message: shortened(message) })),
        };
      },
    },
  };
}

function shortened(message: string): string {
  return message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength - 1)}…`;
}

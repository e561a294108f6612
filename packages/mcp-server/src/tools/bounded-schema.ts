import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/** Problems that are named at most. */
const maxProblems = 5;

/** Longest message of one problem, in UTF-16 units: it may quote a name as long as the caller likes. */
const maxMessageLength = 200;

/** The schema, with problems whose description is short whatever was sent. */
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

import type { RepositoryMap } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';
import { z } from 'zod';

import { type DescribedText, fitProduced } from '../answers/fit-produced.js';
import { joinSections, shownWarnings, warningLines } from '../answers/notes.js';
import { type ToolCall, refreshOptions } from '../calls/call-context.js';
import { budgetField, warningsField } from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

const input = z.strictObject({ budget_tokens: budgetField });

const output = z.object({
  name: z.string(),
  map: z.string().describe('Markdown.'),
  map_tokens: z.int(),
  entry_points: z.array(z.string()),
  definitions: z.int().describe('Definitions in the map.'),
  left_out_total: z.int().describe('Further definitions that were ranked and did not fit.'),
  warnings: warningsField,
});

/** Maximum number of entry points listed beside the map, which also contains them. */
const maxEntryPoints = 10;

/** `repository_map`. */
export const repositoryMap = defineTool({
  name: 'repository_map',
  title: 'Map of the repository',
  description:
    'Get an overview of an unfamiliar repository or project: its structure, languages, folders, entry points and most ' +
    'central classes and functions. Use it first, when you know nothing of the codebase yet, or to explain its ' +
    'architecture.',
  input,
  output,
  annotations: readOnly,
  reach: 'workspace',
  run: async (_asked, call) => {
    const { runtime } = call;
    const { answer } = await fitProduced(
      {
        produce: (budget, attempt) =>
          runtime.map({
            ...refreshOptions(call),
            ...{ budget, refresh: attempt === 1 },
          }),
        describe: (map) => describeMap(map, call),
      },
      call.fit,
    );
    return answer;
  },
});

async function describeMap(map: RepositoryMap, call: ToolCall): Promise<DescribedText<z.output<typeof output>>> {
  const { text, totalTokens, definitions, omittedDefinitions } = map;
  const plain = {
    name: map.name,
    entryPoints: map.entryPoints.slice(0, maxEntryPoints),
    warnings: map.warnings,
  };
  const { name, entryPoints, warnings: all } = await screenOutput(plain, call);
  const warnings = shownWarnings(all);
  const omitted =
    omittedDefinitions === 0
      ? ''
      : `Left out: ${omittedDefinitions} further definitions. A larger budget_tokens shows more; search_code finds one.`;
  return {
    notes: entryPoints.length,
    render: (notes) => ({
      text: joinSections([text.trimEnd(), omitted, warningLines(warnings)]),
      data: {
        ...{ name, map: text, map_tokens: totalTokens, entry_points: entryPoints.slice(0, notes) },
        ...{ definitions: definitions.length, left_out_total: omittedDefinitions, warnings },
      },
    }),
  };
}

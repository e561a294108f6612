/**
 * Writes what is made from the configuration's schema: the reference in docs/guides/configuration.md, and the JSON
 * Schema for editors, packages/runtime/assets/config.schema.json. Needs a build:
 *
 *   npx nx build runtime && node tools/docs/update-configuration-documents.mjs
 */
import { readFile, writeFile } from 'node:fs/promises';

import { configurationJsonSchema, configurationReference } from '@lexichord/runtime/internal';
import { format, resolveConfig } from 'prettier';

const guide = new URL('../../docs/guides/configuration.md', import.meta.url);
const schema = new URL('../../packages/runtime/assets/config.schema.json', import.meta.url);
const start = '<!-- generated from the schema: start -->';
const end = '<!-- generated from the schema: end -->';

const text = await readFile(guide, 'utf8');
const [before, rest] = text.split(start);
const after = rest?.split(end)[1];
if (after === undefined) {
  process.stderr.write(`docs/guides/configuration.md must hold the lines "${start}" and "${end}".\n`);
  process.exit(1);
}
const updated = `${before}${start}\n\n${await configurationReference()}\n\n${end}${after}`;
await writeFile(guide, await format(updated, { ...(await resolveConfig(guide)), parser: 'markdown' }));
await writeFile(schema, `${JSON.stringify(await configurationJsonSchema(), undefined, 2)}\n`);

import type { KnowledgeFile } from '@lexichord/abstractions';

import type { DocumentReading, ReadingContext } from '../document-reading.js';
import type { SchemaMistake } from '../../../worker/reading-task.mjs';
import { FactCollector } from '../fact-collector.js';
import { takeTurns } from '../take-turns.js';
import { ApiDocument } from './api-document.js';
import { ApiFacts } from './api-facts.js';
import { readEndpoints } from './read-endpoints.js';
import { readSharedParameters } from './read-parameters.js';
import { readSharedResponses } from './read-responses.js';
import { readSchemas, readSchemasBeside } from './read-schemas.js';
import { readService } from './read-service.js';

/** Maximum depth of sections: `paths`, `components › schemas`, and a path itself. */
const sectionDepth = 2;

/**
 * Reads an API description: OpenAPI 3.0 to 3.2, Swagger 2, YAML or JSON, with the files that it refers to. An error in
 * it is reported with its line; the rest is still read.
 */
export async function readOpenApi(file: KnowledgeFile, context: ReadingContext): Promise<DocumentReading> {
  const collector = new FactCollector(file.documentPath);
  const { root, problems, mistakes } = await context.parser.parseOpenApi(file.text, context.signal);
  for (const { line, message } of problems) collector.addProblem(line, message);
  const isUnreadable = root.get('openapi') === undefined && root.get('swagger') === undefined;
  if (!isUnreadable) {
    const document = await ApiDocument.load(root, file, { collector, context });
    await takeTurns(factsOf(new ApiFacts(document, collector)), context.signal);
  }
  for (const { path, message } of await mistakes) {
    // Reading has reported wrong references already.
    if (path.at(-1) === '$ref') continue;
    const { startLine } = root.nearest(path);
    if (isUnreadable || isUnread({ path, message })) collector.addProblem(startLine, message);
    else collector.addWarning(startLine, message);
  }
  return { ...collector.reading('openapi'), isUnreadable };
}

/** Whether a mistake loses content: most are odd values, but one in place of a whole section loses everything in it. */
function isUnread({ path, message }: SchemaMistake): boolean {
  return path.length <= sectionDepth && /has to be of type (?:object|array)/u.test(message);
}

function* factsOf(facts: ApiFacts): Generator<void> {
  const service = readService(facts);
  yield* readSharedParameters(facts);
  yield* readSharedResponses(facts, { mediaTypes: facts.document.root.texts('produces') });
  yield* readSchemas(facts);
  yield* readEndpoints(facts, service);
  yield* readSchemasBeside(facts);
}

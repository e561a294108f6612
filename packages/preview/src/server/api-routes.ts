import type { CallOptions } from '@lexichord/abstractions';
import { Hono } from 'hono';
import type { z } from 'zod';

import type { PreviewHub } from '../hub/preview-hub.js';
import type { IPreviewConnection } from '../protocol/preview-connection.js';
import { callSchemas } from './call-schemas.js';
import { bodyLimits, limitBody, readJson } from './json-body.js';
import { viewerHeader } from './viewer-address.js';

/** A call with its schema and its answer. */
interface CallRoute<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly maxBytes?: number;
  readonly answer: (
    connection: IPreviewConnection,
    body: z.output<Schema>,
    options: CallOptions,
  ) => Promise<object | undefined>;
}

/**
 * The calls of `IPreviewConnection`: `POST /<call>` with its arguments as JSON and the viewer's id in a header; 204
 * where there is nothing to answer.
 */
export function apiRoutes(hub: PreviewHub): Hono {
  const routes = new Hono();
  const add = <Schema extends z.ZodType>(path: string, route: CallRoute<Schema>): void => {
    routes.post(path, limitBody(route.maxBytes ?? bodyLimits.words), async (context) => {
      const body = await readJson(context, route.schema);
      const connection = hub.connect(context.req.header(viewerHeader) ?? '');
      const answer = await route.answer(connection, body, { signal: context.req.raw.signal });
      return answer === undefined ? context.body(null, 204) : Response.json(answer);
    });
  };
  add('/assemble', {
    schema: callSchemas.assemble,
    // The selection may be the whole document.
    maxBytes: bodyLimits.document,
    // Not cancelled when its caller disconnects: the result is sent as a message.
    answer: (connection, body) => connection.assemble(body),
  });
  add('/cancel', {
    schema: callSchemas.cancel,
    answer: (connection, { correlationId }, options) => nothing(connection.cancel(correlationId, options)),
  });
  add('/assembly', {
    schema: callSchemas.assembly,
    answer: (connection, { correlationId }, options) => connection.assembly(correlationId, options),
  });
  add('/switch-strategy', {
    schema: callSchemas.switchStrategy,
    answer: (connection, { strategyId, enabled }) => nothing(connection.switchStrategy(strategyId, enabled)),
  });
  add('/find-documents', {
    schema: callSchemas.findDocuments,
    answer: (connection, { words }, options) => connection.findDocuments(words, options),
  });
  add('/open-document', {
    schema: callSchemas.openDocument,
    answer: (connection, { path }, options) => connection.openDocument(path, options),
  });
  add('/edit-document', {
    schema: callSchemas.editDocument,
    maxBytes: bodyLimits.document,
    answer: (connection, { path, content }, options) => nothing(connection.editDocument(path, content, options)),
  });
  add('/list-conversations', {
    schema: callSchemas.listConversations,
    answer: (connection, _body, options) => connection.listConversations(options),
  });
  add('/expand-segment', {
    schema: callSchemas.expandSegment,
    answer: (connection, body, options) => connection.expandSegment(body, options),
  });
  return routes;
}

async function nothing(work: Promise<void>): Promise<undefined> {
  await work;
  return undefined;
}

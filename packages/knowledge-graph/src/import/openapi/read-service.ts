import type { EntityKey, PropertyValue } from '@lexichord/abstractions';

import { cleanName, maxFieldDescriptionLength, shortened } from '../clean-text.js';
import type { ApiFacts } from './api-facts.js';
import type { ApiNode } from './api-node.js';
import { description, orNothing } from './schema-constraints.js';

/** Reads the described service. */
export function readService(facts: ApiFacts): EntityKey {
  const { root } = facts.document;
  const { collector } = facts;
  const info = root.map('info');
  const file = collector.documentPath.split('/').at(-1) ?? '';
  const name = cleanName(info?.text('title') ?? '') || cleanName(file) || 'API';
  return collector.addEntity(
    {
      type: 'Service',
      name,
      properties: {
        version: textOrNumber(info?.get('version')?.value),
        summary: info?.text('summary'),
        description: info === undefined ? undefined : description(info),
        servers: orNothing([...serversOf(root), ...swaggerServers(root)]),
        tags: orNothing(Object.fromEntries(tagsOf(root))),
        security: securityOf(root),
        securitySchemes: orNothing(Object.fromEntries(schemesOf(facts))),
        license: info?.map('license')?.text('name'),
        openapi: root.text('openapi') ?? root.text('swagger'),
      },
    },
    (info ?? root).lines,
  );
}

/** URLs of servers. */
export function serversOf(owner: ApiNode): readonly string[] {
  return (owner.get('servers')?.items() ?? []).flatMap((server) => server.text('url') ?? []);
}

/**
 * The credentials of a caller, one text per alternative: `oauth (read, write)`, `key and user`; `undefined` without
 * `security`.
 */
export function securityOf(owner: ApiNode): readonly string[] | undefined {
  const list = owner.get('security');
  if (list?.source.isList !== true) return undefined;
  const ways = list.items().map((way) => {
    const schemes = way.named().map(([name, scopes]) => {
      const texts = scopes.items().flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
      return texts.length === 0 ? name : `${name} (${texts.join(', ')})`;
    });
    return schemes.length === 0 ? 'none' : schemes.join(' and ');
  });
  return ways.length === 0 ? ['none'] : [...new Set(ways)];
}

function tagsOf(root: ApiNode): readonly (readonly [string, string])[] {
  return (root.get('tags')?.items() ?? []).flatMap((tag) => {
    const name = tag.text('name');
    return name === undefined ? [] : [[name, description(tag, maxFieldDescriptionLength) ?? ''] as const];
  });
}

function schemesOf(facts: ApiFacts): readonly (readonly [string, string])[] {
  const { root } = facts.document;
  const schemes = root.map('components')?.map('securitySchemes') ?? root.map('securityDefinitions');
  return (schemes?.named() ?? []).map(([name, listed]) => {
    const scheme = facts.resolve(listed);
    if (scheme === undefined) return [name, 'unknown'];
    const location =
      scheme.text('in') === undefined ? '' : ` in ${scheme.text('in') ?? ''} ${scheme.text('name') ?? ''}`;
    const kind = [scheme.text('type'), scheme.text('scheme'), scheme.text('flow')].filter((text) => text !== undefined);
    const text = description(scheme, maxFieldDescriptionLength);
    const type = `${kind.join(' ')}${location}`;
    return [name, shortened(text === undefined ? type : `${type}: ${text}`, maxFieldDescriptionLength)];
  });
}

/** Server URLs of Swagger 2, which stores their parts. */
function swaggerServers(root: ApiNode): readonly string[] {
  const [host, path = ''] = [root.text('host'), root.text('basePath')];
  if (host === undefined) return path === '' ? [] : [path];
  const schemes = root.texts('schemes');
  return schemes.length === 0 ? [`${host}${path}`] : schemes.map((scheme) => `${scheme}://${host}${path}`);
}

/** The version as text: YAML parses one such as 1.1 as a number. */
function textOrNumber(value: unknown): PropertyValue | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

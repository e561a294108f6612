import type { Properties } from '@lexichord/abstractions';

import { anEntity } from '../search/test-support/a-graph.js';
import { viewOf } from './entity-view.js';

const config = { includeProperties: true, maxPropertiesPerEntity: 10 };

function shownOf(type: string, name: string, properties: Properties): Properties | undefined {
  return viewOf(anEntity(type, name, { properties }), config).properties;
}

describe('viewOf', () => {
  it('does not repeat what the name says', () => {
    const properties = { method: 'GET', path: '/pets', summary: 'List pets', parameters: { limit: 'query, integer' } };

    expect(shownOf('Endpoint', 'GET /pets', properties)).toEqual({
      summary: 'List pets',
      parameters: { limit: 'query, integer' },
    });
  });

  it('keeps a value that is a word of the name by chance', () => {
    expect(shownOf('Component', 'billing ledger', { owner: 'billing' })).toEqual({ owner: 'billing' });
    expect(shownOf('Parameter', 'GET /pets sort asc in query', { default: 'asc', in: 'query' })).toEqual({
      default: 'asc',
    });
  });

  it('says a title once', () => {
    const entity = anEntity('Schema', 'pull-request', {
      aliases: ['Pull Request'],
      properties: { title: 'Pull Request', description: 'Pull Request', type: 'object' },
    });

    expect(viewOf(entity, config)).toEqual({
      type: 'Schema',
      name: 'pull-request',
      aliases: ['Pull Request'],
      properties: { type: 'object' },
    });
  });
});

import { tmpdir } from 'node:os';
import { basename } from 'node:path';

import { stateFolders } from './state-folders.js';

describe('statePlaces', () => {
  it('differ for every workspace, and are where the user keeps such things', () => {
    const environment = { HOME: '/home/me', XDG_CACHE_HOME: '/caches' };
    const places = ['/a', '/b'].map((workspace) => stateFolders({ workspaceRoot: workspace, environment }));

    expect(places.map((place) => place.inWorkspace)).toEqual(['/a/.lexichord', '/b/.lexichord']);
    expect(places[0]?.inCache).toMatch(/^\/caches\/lexichord\/[0-9a-f]{16}$/u);
    expect(places[0]?.inCache).not.toBe(places[1]?.inCache);
    expect(places[0]?.records[0]).toBe('/home/me/.local/state/lexichord');
    const named = stateFolders({ workspaceRoot: '/a', environment: { XDG_CACHE_HOME: '', XDG_STATE_HOME: '/states' } });
    expect(named.inCache).toMatch(/\/\.cache\/lexichord\/[0-9a-f]{16}$/u);
    expect(named.records).toEqual(['/states/lexichord', expect.stringContaining(basename(tmpdir())) as string]);
  });
});

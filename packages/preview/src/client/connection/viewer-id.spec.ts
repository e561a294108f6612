import { ViewerId, type ViewerStorage } from './viewer-id.js';

function aStorage(kept?: string): ViewerStorage & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>(kept === undefined ? [] : [['lexichord.preview.viewer', kept]]);
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

describe('ViewerId', () => {
  it('is the same after the page was loaded anew', () => {
    const storage = aStorage();
    const before = new ViewerId(storage);
    before.take();
    before.leave();

    expect(new ViewerId(storage).id).toBe(before.id);
  });

  it('is another one in a copy of the window', () => {
    const storage = aStorage();
    const original = new ViewerId(storage);
    original.leave();
    const opened = new ViewerId(storage);
    opened.take();

    const copy = new ViewerId(aStorage(storage.entries.get('lexichord.preview.viewer')));

    expect(copy.id).not.toBe(opened.id);
  });

  it.each(['', 'x', 'with space here', 'x'.repeat(65)])('passes over what is no id: "%s"', (kept) => {
    expect(new ViewerId(aStorage(kept)).id).toMatch(/^[a-f0-9-]{36}$/);
  });

  it('is made where nothing can be kept', () => {
    const broken: ViewerStorage = {
      getItem: () => {
        throw new TypeError('denied');
      },
      setItem: () => {
        throw new TypeError('full');
      },
      removeItem: () => {
        throw new TypeError('denied');
      },
    };

    for (const storage of [undefined, broken]) {
      const viewer = new ViewerId(storage);
      viewer.take();
      viewer.leave();
      expect(viewer.id).toMatch(/^[A-Za-z0-9-]{8,64}$/);
    }
  });
});

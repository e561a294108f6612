import * as contextStrategy from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(contextStrategy).sort()).toEqual([
    'ComposedStrategy',
    'LazyStrategy',
    'deriveQuery',
    'openDocument',
    'readDocumentOnce',
  ]);
});

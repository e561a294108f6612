import fc from 'fast-check';

import { splitIdentifier } from './split-identifier.js';

describe('splitIdentifier', () => {
  it.each([
    ['parseHTTPHeader', ['parse', 'HTTP', 'Header']],
    ['HTTPServer', ['HTTP', 'Server']],
    ['user_id', ['user', 'id']],
    ['kebab-case-name', ['kebab', 'case', 'name']],
    ['Array.prototype$map', ['Array', 'prototype', 'map']],
    ['__proto__', ['proto']],
    ['utf8Decoder', ['utf8', 'Decoder']],
    ['überPrüfung', ['über', 'Prüfung']],
    ['ABC', ['ABC']],
    ['URLs', ['URLs']],
    ['IDs', ['IDs']],
    ['getURLsOf', ['get', 'URLs', 'Of']],
    ['user_IDs_by_name', ['user', 'IDs', 'by', 'name']],
    ['PDFs2HTML', ['PDFs2', 'HTML']],
    ['listAPIs', ['list', 'APIs']],
    ['APIsAndURIsOfGUIs', ['APIs', 'And', 'URIs', 'Of', 'GUIs']],
    ['openUIsByCLIs', ['open', 'UIs', 'By', 'CLIs']],
    ['toJSONAsText', ['to', 'JSON', 'As', 'Text']],
    ['CPUIsIdle', ['CPU', 'Is', 'Idle']],
    ['HTTPSession', ['HTTP', 'Session']],
    ['URLsafe', ['UR', 'Lsafe']],
    ['ThisIsIt', ['This', 'Is', 'It']],
    ['', []],
    ['___', []],
  ])('splits %j where its words begin', (identifier, parts) => {
    expect(splitIdentifier(identifier)).toEqual(parts);
  });

  it('loses nothing but the signs that join words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(splitIdentifier(text).join('')).toBe(text.replaceAll(/[\s_\-.$]/gu, ''));
      }),
    );
  });
});

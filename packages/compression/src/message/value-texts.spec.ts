import { dataName } from './value-texts.js';

/** Data as encoders write them, in lines of the same length, or in one. */
function encoded(
  bytes: number,
  { lineLength = Infinity, encoding = 'base64' }: { lineLength?: number; encoding?: BufferEncoding } = {},
): string {
  const text = Buffer.from(Array.from({ length: bytes }, (_unused, at) => (at * at * 31 + at * 7 + (at >> 3)) % 251));
  return (text.toString(encoding).match(new RegExp(`.{1,${Math.min(lineLength, 60_000)}}`, 'gu')) ?? []).join('\n');
}

const branches = Array.from({ length: 14 }, (_unused, at) => `feature/LIB-${100 + at}-add-due-date`);
const folders = ['src/Components/Button2', 'src/lib/HttpClient', 'packages/core/Dockerfile', 'docs/adr/0001'];

describe('dataName', () => {
  it.each([
    ['on one line', encoded(600), 600],
    ['for addresses', encoded(600, { encoding: 'base64url' }), 600],
    ['in lines of mail', `${encoded(600, { lineLength: 76 })}\n`, 600],
    ['in lines of keys', encoded(600, { lineLength: 64 }).replaceAll('\n', '\r\n'), 600],
    ['that are of one kind, in a long line', `A${'/'.repeat(8_000)}a0`, 6_002],
  ])('names data %s', (_what, text, bytes) => {
    expect(dataName(text)).toBe(`[data, ${bytes.toLocaleString('en')} bytes]`);
  });

  it.each([
    ['branches', branches.join('\n')],
    ['paths without an extension', [...folders, ...folders, ...folders, ...folders].join('\r\n')],
    ['names of the same length', Array.from({ length: 30 }, (_unused, at) => `Key${10 + at}Of4`).join('\n')],
    [
      'long paths of the same length',
      Array.from({ length: 30 }, (_unused, at) => `${'Some/Folder/'.repeat(6)}${10 + at}`).join('\n'),
    ],
    ['a long path', 'Some-Folder/of_mine2/'.repeat(20)],
  ])('takes %s for words', (_what, text) => {
    expect(text.length).toBeGreaterThan(256);
    expect(dataName(text)).toBeUndefined();
  });

  it('believes whoever says that a text is data', () => {
    expect(dataName(branches.join('\n'), { isBase64: true })).toMatch(/^\[data, /u);
    expect(dataName(branches.join('\n'), { mediaType: 'image/png' })).toMatch(/^\[image\/png, /u);
  });
});

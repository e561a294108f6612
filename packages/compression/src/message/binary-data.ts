import { countOf } from '@lexichord/platform/number-text';

/** What stands beside a text, and tells what it is. */
export interface DataHints {
  /** Such as `image/png`. */
  readonly mediaType?: string | undefined;
  /** Whether the text is said to be base64. */
  readonly isBase64?: boolean | undefined;
}

/** A shorter text is taken for words, unless something says that it is data. In UTF-16 units. */
const minDataLength = 256;

const dataAddress = /^data:([^;,]{0,100})[^,]{0,200};base64,/u;
const base64 = /^[A-Za-z0-9+/_\r\n-]+={0,2}\s*$/u;
const mediaName = /^[\w.+-]{1,60}(?:\/[\w.+-]{1,60})?$/u;

/** What is shown in place of data, `[image/png, 12,345 bytes]`; `undefined` for a text that is words. */
export function dataName(text: string, { mediaType = '', isBase64 = false }: DataHints = {}): string | undefined {
  const [prefix, named = ''] = dataAddress.exec(text) ?? [];
  if (prefix !== undefined) return nameOf(named, text.slice(prefix.length));
  const isSaid = isBase64 || (mediaType.includes('/') && !mediaType.startsWith('text/'));
  const isData = (isSaid || looksLikeData(text)) && base64.test(text);
  return isData ? nameOf(mediaType, text) : undefined;
}

/** Words, however long, are not of small letters, capitals and digits at once without a space. */
function looksLikeData(text: string): boolean {
  if (text.length < minDataLength) return false;
  return [/[a-z]/u, /[A-Z]/u, /\d/u].every((kind) => kind.test(text));
}

function nameOf(mediaType: string, encoded: string): string {
  const bytes = Math.floor((encoded.replaceAll(/[\s=]/gu, '').length * 3) / 4);
  return `[${mediaName.test(mediaType) ? mediaType : 'data'}, ${countOf(bytes, 'byte')}]`;
}

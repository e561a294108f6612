import { isRecord } from '@lexichord/platform/internal';
import { countOf } from '@lexichord/platform/number-text';

import { firstText } from './json-text.js';

/** Fields with metadata instead of words. */
const structural: ReadonlySet<string> = new Set([
  ...['type', 'encoding', 'media_type', 'mediaType', 'mime_type', 'mimeType', 'contentType'],
]);

/**
 * All texts in a JSON value, in order, with labels instead of data such as images. Uses constant stack for deep
 * values.
 */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const left: { readonly value: unknown; readonly beside: unknown }[] = [{ value, beside: undefined }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value: inner, beside } = next;
    if (typeof inner === 'string') {
      const text = dataName(inner, hintsIn(beside)) ?? inner;
      if (text.trim() !== '') texts.push(text);
    } else if (Array.isArray(inner)) {
      for (const element of inner.toReversed()) left.push({ value: element, beside });
    } else if (isRecord(inner)) {
      const entries = Object.entries(inner).filter(
        ([name, field]) => !structural.has(name) || typeof field !== 'string',
      );
      for (const [, field] of entries.reverse()) left.push({ value: field, beside: inner });
    }
  }
  return texts;
}

function hintsIn(beside: unknown): { readonly mediaType?: string | undefined; readonly isBase64: boolean } {
  if (!isRecord(beside)) return { isBase64: false };
  const mediaType = firstText(beside, 'media_type', 'mediaType', 'mime_type', 'mimeType', 'contentType');
  return { mediaType, isBase64: beside['type'] === 'base64' || beside['encoding'] === 'base64' };
}

/** Type and encoding of a text, from the fields beside it. */
interface DataHints {
  /** For example `image/png`. */
  readonly mediaType?: string | undefined;
  /** Whether a field marks the text as base64. */
  readonly isBase64?: boolean | undefined;
}

/** Minimum length of a text that counts as data without a hint, in UTF-16 units. */
const minDataLength = 256;

/**
 * Minimum length of a line of data: encoders write lines of equal length, 64 characters in keys, 76 in mail. Shorter
 * lines are lists of names.
 */
const minDataLine = 60;

/** Maximum length of a path or name, in UTF-16 units. */
const maxNameLength = 4_096;

/** Maximum share of `/`, `-` and `_` among the characters of data: in words they join parts. */
const maxSignShare = 1 / 16;

const dataAddress = /^data:([^;,]{0,100})[^,]{0,200};base64,/u;
const base64 = /^[A-Za-z0-9+/_\r\n-]+={0,2}$/u;
const mediaName = /^[\w.+-]{1,60}(?:\/[\w.+-]{1,60})?$/u;

/** The label that replaces data, such as `[image/png, 12,345 bytes]`; `undefined` for words. */
export function dataName(text: string, { mediaType = '', isBase64 = false }: DataHints = {}): string | undefined {
  const [prefix, named = ''] = dataAddress.exec(text) ?? [];
  if (prefix !== undefined) return nameOf(named, text.slice(prefix.length));
  const isDeclared = isBase64 || (mediaType.includes('/') && !mediaType.startsWith('text/'));
  const encoded = text.trimEnd();
  const isData = base64.test(encoded) && (isDeclared || looksLikeData(encoded));
  return isData ? nameOf(mediaType, text) : undefined;
}

/**
 * Whether a text without spaces looks like encoded data: lower case, upper case and digits in lines like those of
 * encoders, and not names that are joined by signs.
 */
function looksLikeData(text: string): boolean {
  if (text.length < minDataLength || ![/[a-z]/u, /[A-Z]/u, /\d/u].every((kind) => kind.test(text))) return false;
  const [line = '', ...others] = text.split(/\r\n|[\r\n]/u);
  if (others.length === 0) return line.length > maxNameLength || !isJoinedNames(line);
  const [last = ''] = others.splice(-1);
  const isWrapped = others.every(({ length }) => length === line.length) && last.length <= line.length;
  return isWrapped && line.length >= minDataLine && !isJoinedNames(text.slice(0, maxNameLength));
}

function isJoinedNames(text: string): boolean {
  const signs = text.match(/[/_-]+/gu) ?? [];
  return signs.length > text.length * maxSignShare;
}

function nameOf(mediaType: string, encoded: string): string {
  const bytes = Math.floor((encoded.replaceAll(/[\s=]/gu, '').length * 3) / 4);
  return `[${mediaName.test(mediaType) ? mediaType : 'data'}, ${countOf(bytes, 'byte')}]`;
}

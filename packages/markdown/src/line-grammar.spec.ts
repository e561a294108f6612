import {
  atxHeading,
  closesFencedCode,
  isBlankLine,
  isThematicBreak,
  lastingHtmlBlocks,
  openingFence,
  setextLevel,
} from './line-grammar.js';

it.each([
  ['', true],
  [' \t ', true],
  ['\u00a0', false],
  ['\f', false],
])('knows whether %j is blank', (line, expected) => {
  expect(isBlankLine(line)).toBe(expected);
});

it.each([
  ['# One', { level: 1, indent: 0 }],
  ['   ###### Six', { level: 6, indent: 3 }],
  ['##', { level: 2, indent: 0 }],
  ['#\tTab', { level: 1, indent: 0 }],
  ['    # Code', undefined],
  ['####### Seven', undefined],
  ['#hashtag', undefined],
  ['#\u00a0Text', undefined],
])('reads %j as the ATX heading %j', (line, expected) => {
  expect(atxHeading(line)).toEqual(expected);
});

it.each([
  ['===', 1],
  ['-', 2],
  ['   ---  \t', 2],
  ['    ---', undefined],
  ['- -', undefined],
  ['=-', undefined],
  ['', undefined],
])('reads %j as an underline of level %j', (line, expected) => {
  expect(setextLevel(line)).toBe(expected);
});

it.each([
  ['```', { character: '`', length: 3, indent: 0 }],
  ['  ~~~~ ts `a`', { character: '~', length: 4, indent: 2 }],
  ['``` ts', { character: '`', length: 3, indent: 0 }],
  ['``` a`b', undefined],
  ['``', undefined],
  ['    ```', undefined],
])('reads %j as the opening fence %j', (line, expected) => {
  expect(openingFence(line)).toEqual(expected);
});

it.each([
  ['```', true],
  ['   `````  ', true],
  ['``', false],
  ['~~~', false],
  ['``` ts', false],
  ['    ```', false],
  ['```\u00a0', false],
])('knows whether %j closes a block of three backticks', (line, expected) => {
  expect(closesFencedCode(line, { character: '`', length: 3 })).toBe(expected);
});

it('closes a fence only with as many marks', () => {
  expect(closesFencedCode('~~~', { character: '~', length: 4 })).toBe(false);
  expect(closesFencedCode('~~~~', { character: '~', length: 4 })).toBe(true);
});

it.each([
  ['---', true],
  [' * * *\t', true],
  ['___', true],
  ['--', false],
  ['-*-', false],
  ['    ---', false],
  ['--- a', false],
])('knows whether %j is a thematic break', (line, expected) => {
  expect(isThematicBreak(line)).toBe(expected);
});

it.each([
  ['<PRE class="a">', '</pre>'],
  ['  <!-- a', 'b -->'],
  ['<?php', '?>'],
  ['<!DOCTYPE', 'html>'],
  ['<![CDATA[', ']]>'],
])('knows that %j begins a lasting HTML block, and %j ends it', (first, last) => {
  const kinds = lastingHtmlBlocks.filter(({ start }) => start.test(first));
  expect(kinds).toHaveLength(1);
  expect(kinds[0]?.end.test(last)).toBe(true);
});

it('takes no other tag for a lasting HTML block', () => {
  expect(lastingHtmlBlocks.some(({ start }) => start.test('<prefix>') || start.test('<div>'))).toBe(false);
});

it('reads long lines in linear time', () => {
  const marks = '`'.repeat(1_000_000);
  expect(openingFence(marks)?.length).toBe(1_000_000);
  expect(openingFence(`${marks} \``)).toBeUndefined();
  expect(isThematicBreak('- '.repeat(500_000))).toBe(true);
  expect(isThematicBreak(`${'- '.repeat(500_000)}a`)).toBe(false);
  expect(setextLevel(`${'-'.repeat(1_000_000)}a`)).toBeUndefined();
});

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ManualClock } from './manual-clock.js';

import { MemoryEditorService } from './memory-editor-service.js';
import { PatternSecretScanner } from './pattern-secret-scanner.js';
import { PlainStateFolder } from './plain-state-folder.js';
import { PlainStructureService } from './plain-structure-service.js';
import { RecordingLogger } from './recording-logger.js';
import { RecordingMetrics } from './recording-metrics.js';
import { SequentialIdSource } from './sequential-id-source.js';
import { WordTokenCounter } from './word-token-counter.js';

describe('WordTokenCounter', () => {
  const counter = new WordTokenCounter();

  it('counts words', () => {
    expect(counter.countTokens(' one  two\nthree ')).toBe(3);
    expect(counter.countTokens('')).toBe(0);
    expect(counter.validateCount('one two', 2)).toBe(true);
    expect(counter.tokenize('a b').map(({ bytes }) => String.fromCharCode(...bytes))).toEqual(['a', 'b']);
  });

  it('cuts after a word', () => {
    expect(counter.truncateToTokens('one two three', 2)).toEqual({
      content: 'one two',
      tokenCount: 2,
      boundary: 'word',
    });
    expect(counter.truncateToTokens('one', 2).boundary).toBe('whole');
    expect(counter.truncateToTokens('one', 0)).toEqual({ content: '', tokenCount: 0, boundary: 'empty' });
  });
});

describe('MemoryEditorService', () => {
  it('gives what it was given, and the same snapshot until it changes', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'text' });
    const changed: string[] = [];
    const stop = editor.onDidChange((path) => void changed.push(path));

    const before = await editor.getDocument('a.md');
    expect(await editor.getDocument('a.md')).toBe(before);
    editor.setUnsavedContent('a.md', 'new text');
    stop();
    editor.setUnsavedContent('b.txt', 'other');

    expect(await editor.getContent('a.md')).toBe('new text');
    expect(await editor.readRange('a.md', 4, 8)).toBe('text');
    expect(editor.listUnsaved()).toEqual(['a.md', 'b.txt']);
    expect(changed).toEqual(['a.md']);
  });

  it('finds a line and column, and the nearest place for one that is not there', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'one\r\ntwo\n\rfour' });
    const at = (line: number, column: number) => editor.findPosition('a.md', { line, column });

    expect(await at(2, 2)).toEqual({ offset: 6, position: { line: 2, column: 2 } });
    expect(await at(1, 9)).toEqual({ offset: 3, position: { line: 1, column: 4 } });
    expect(await at(3, 1)).toEqual({ offset: 9, position: { line: 3, column: 1 } });
    expect(await at(9, 1)).toEqual({ offset: 14, position: { line: 4, column: 5 } });
  });

  it('fails as the real one does', async () => {
    const editor = new MemoryEditorService();

    await expect(editor.getDocument('a.md')).rejects.toMatchObject({ code: 'not-found' });
    await expect(editor.getDocument('a.md', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
});

describe('PlainStructureService', () => {
  it('finds headings, sections, blocks and positions', async () => {
    const content = '# A\n\nText of a.\n\n## B\n\nText of b.\n\n# C\n';
    const document = await new MemoryEditorService({ 'a.md': content }).getDocument('a.md');

    const structure = await new PlainStructureService().getStructure(document);

    expect(structure.headings.map(({ level, text, line }) => [level, text, line])).toEqual([
      [1, 'A', 1],
      [2, 'B', 5],
      [1, 'C', 9],
    ]);
    const inB = content.indexOf('of b');
    expect(structure.headingPathAt(inB).map(({ text }) => text)).toEqual(['A', 'B']);
    expect(structure.blockAt(inB)).toEqual({ kind: 'paragraph', startOffset: 23, endOffset: 33 });
    expect(structure.positionAt(inB)).toEqual({ line: 7, column: 6 });
    expect(structure.offsetAt({ line: 7, column: 6 })).toBe(inB);
    expect(structure.title).toBe('A');
  });

  it('gives the nearest place for one that is not there', async () => {
    const content = 'one\ntwo\n';
    const editor = new MemoryEditorService({ 'a.md': content, 'empty.md': '' });
    const service = new PlainStructureService();

    const structure = await service.getStructure(await editor.getDocument('a.md'));
    const empty = await service.getStructure(await editor.getDocument('empty.md'));

    expect([structure.offsetAt({ line: 0, column: 0 }), structure.offsetAt({ line: 1, column: 99 })]).toEqual([0, 3]);
    expect(structure.offsetAt({ line: 99, column: 1 })).toBe(content.length);
    expect([structure.positionAt(-1), structure.positionAt(99)]).toEqual([
      { line: 1, column: 1 },
      { line: 3, column: 1 },
    ]);
    expect(structure.blockAt(99)).toBe(structure.blocks.at(-1));
    expect([empty.title, empty.blockAt(0), empty.headings]).toEqual([undefined, undefined, []]);
  });
});

describe('recorders, clock and ids', () => {
  it('keep what they were told', () => {
    const logger = new RecordingLogger();
    logger.forSource('Part').warn('Careful with {thing}', { thing: 'glass' });
    logger.debug('d');
    logger.info('i');
    logger.warn('w');
    logger.error('e', {}, new TypeError('x'));
    const metrics = new RecordingMetrics();
    metrics.count('A.Count');
    metrics.count('A.Count', 2, { kind: 'c' });
    metrics.record('A.DurationMs', 7, { kind: 'b' });
    metrics.gauge('A.Rate', 0.5);

    expect(logger.templates()).toEqual(['Careful with {thing}', 'd', 'i', 'w', 'e']);
    expect(logger.templates('warn')).toEqual(['Careful with {thing}', 'w']);
    expect(logger.withCorrelation('c', () => 3)).toBe(3);
    expect(metrics.measurements.map(({ name, value }) => [name, value])).toEqual([
      ['A.Count', 1],
      ['A.Count', 2],
      ['A.DurationMs', 7],
      ['A.Rate', 0.5],
    ]);
  });

  it('count on', () => {
    const clock = new ManualClock(1000);
    clock.advance(5);
    const ids = new SequentialIdSource();

    expect([clock.now(), clock.monotonicMs()]).toEqual([1005, 1005]);
    expect([ids.nextId(), ids.nextId()]).toEqual(['id-1', 'id-2']);
  });
});

describe('PatternSecretScanner', () => {
  it('finds tokens and keys, with their lines, and remembers what it was asked', async () => {
    const scanner = new PatternSecretScanner();
    const text = 'a secret:x1\nBEGIN KEY\nabc\nEND KEY\n';

    expect(await scanner.scan(text)).toEqual([
      { rule: 'token', startOffset: 2, endOffset: 11, startLine: 1, endLine: 1 },
      { rule: 'private-key', startOffset: 12, endOffset: 33, startLine: 2, endLine: 4 },
    ]);
    expect(scanner.scanned).toEqual([text]);
  });
});

describe('PlainStateFolder', () => {
  it('is made when it is prepared, and is whoever\u2019s it is', async () => {
    const root = mkdtempSync(join(tmpdir(), 'lexichord-state-'));
    const folder = new PlainStateFolder(join(root, 'a/b'));

    await folder.verify();
    expect(existsSync(folder.path)).toBe(false);
    await folder.prepare();

    expect([existsSync(folder.path), folder.notice]).toEqual([true, undefined]);
    expect(await folder.adopt()).toEqual({ path: folder.path, setAside: undefined });
    rmSync(root, { recursive: true });
  });
});

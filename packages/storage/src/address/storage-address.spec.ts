import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { LexichordError } from '@lexichord/abstractions';

import { requireConfined } from './require-confined.js';
import { parseStorageAddress } from './storage-address.js';

describe('parseStorageAddress', () => {
  it.each([
    ['/data/db', { kind: 'folder', path: '/data/db' }],
    ['.lexichord/db', { kind: 'folder', path: '/home/me/.lexichord/db' }],
    ['a:b', { kind: 'folder', path: '/home/me/a:b' }],
    ['s3://bucket/a/b/', { kind: 'objects', scheme: 's3', bucket: 'bucket', prefix: 'a/b', uri: 's3://bucket/a/b' }],
    ['S3://bucket', { kind: 'objects', scheme: 's3', prefix: '', uri: 's3://bucket' }],
    ['gs://bucket/x', { kind: 'objects', scheme: 'gs' }],
    ['az://container', { kind: 'objects', scheme: 'az' }],
    ['db://my-database', { kind: 'remote', uri: 'db://my-database' }],
  ])('reads %s', (address, expected) => {
    expect(parseStorageAddress(address, '/home/me')).toMatchObject(expected);
  });

  it.each([
    'http://host/x',
    'file:///x',
    's3://',
    's3://user:secret@bucket/x',
    's3://bucket?token=secret',
    'db://',
    'db://a/b',
    ' ',
    'a\0b',
    'relative',
  ])('refuses %j without showing secrets', (address) => {
    const refuse = (): unknown => parseStorageAddress(address);

    expect(refuse).toThrow('Change storage.address');
    expect(refuse).not.toThrow('secret');
  });
});

describe('requireConfined', () => {
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-confined-')));
    await mkdir(join(root, 'workspace/real'), { recursive: true });
    await mkdir(join(root, 'elsewhere'));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  const codeOf = (path: string): unknown => {
    try {
      requireConfined(join(root, path), join(root, 'workspace'));
      return undefined;
    } catch (error) {
      return (error as LexichordError).code;
    }
  };

  it('lets folders inside pass, also those not made yet and links that stay inside', async () => {
    await symlink('real', join(root, 'workspace/.lexichord'));

    for (const path of ['workspace/new/db', 'workspace/.lexichord/db', 'workspace/..db']) {
      expect(codeOf(path)).toBeUndefined();
    }
  });

  it.each([
    ['a link to elsewhere', 'elsewhere'],
    ['a link to nothing yet', 'not/there'],
  ])('refuses %s', async (_what, target) => {
    await symlink(join(root, target), join(root, 'workspace/.lexichord'));

    expect(codeOf('workspace/.lexichord/db')).toBe('path-denied');
  });

  it('fails below what is no folder', async () => {
    await writeFile(join(root, 'workspace/.lexichord'), 'no folder');

    expect(codeOf('workspace/.lexichord/db')).toBe('ENOTDIR');
  });

  it('refuses what lies outside', () => {
    expect(codeOf('elsewhere/db')).toBe('path-denied');
  });
});

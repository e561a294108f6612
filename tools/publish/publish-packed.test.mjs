import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A registry in memory: as much of one as "npm publish" asks for. */
async function startRegistry() {
  const documents = new Map();
  const received = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url.slice(1).split('?', 1)[0]);
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      if (request.method === 'PUT') {
        const document = JSON.parse(Buffer.concat(parts).toString());
        const [{ data }] = Object.values(document._attachments);
        received.push({ name, tags: document['dist-tags'], file: Buffer.from(data, 'base64') });
        documents.set(name, document);
      }
      const document = documents.get(name);
      response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(document ?? { error: 'not found' }));
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, received, host: `127.0.0.1:${server.address().port}` };
}

describe('publish-packed.mjs', () => {
  let folder;
  let registry;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lexichord-packed-'));
    mkdirSync(join(folder, 'packed'));
    registry = await startRegistry();
  });

  afterEach(() => {
    registry.server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Packages of the workspace by their names, and the files that "npm pack" makes of them. */
  const pack = (packages) => {
    const sources = Object.entries(packages).map(([name, manifest]) => {
      const source = join(folder, 'packages', name);
      mkdirSync(source, { recursive: true });
      const text = JSON.stringify({ name: `@ours/${name}`, version: '1.2.3', ...manifest });
      writeFileSync(join(source, 'package.json'), text);
      return source;
    });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', join(folder, 'packed'), ...sources]);
  };

  const publish = async (...options) => {
    const script = join(import.meta.dirname, 'publish-packed.mjs');
    const argv = [script, '--packed', join(folder, 'packed'), '--packages', join(folder, 'packages'), ...options];
    const env = {
      ...{ PATH: process.env.PATH, HOME: folder, npm_config_registry: `http://${registry.host}/` },
      ...{ [`npm_config_//${registry.host}/:_authToken`]: 'anyone', npm_config_fetch_retries: '0' },
    };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: folder, env });
      return { code: 0, stdout, stderr: '' };
    } catch ({ code, stdout, stderr }) {
      return { code, stdout, stderr };
    }
  };

  it('publishes the files as they are, those that others need first', async () => {
    pack({
      command: { dependencies: { '@ours/middle': '1.2.3' } },
      middle: { dependencies: { '@ours/needed': '1.2.3', zod: '4.0.0' } },
      needed: { scripts: { prepublishOnly: 'exit 1', publish: 'exit 1' }, publishConfig: { provenance: true } },
    });

    const { code, stderr } = await publish();

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(registry.received).toEqual(
      ['needed', 'middle', 'command'].map((name) => ({
        ...{ name: `@ours/${name}`, tags: { latest: '1.2.3' } },
        file: readFileSync(join(folder, 'packed', `ours-${name}-1.2.3.tgz`)),
      })),
    );
  });

  it('does not give a version before a release to whoever asks for none', async () => {
    pack({ command: { version: '2.0.0-beta.1' } });

    await publish();

    expect(registry.received.map(({ tags }) => tags)).toEqual([{ next: '2.0.0-beta.1' }]);
  });

  it('goes on where an earlier start has failed, and does not take other content for its own', async () => {
    pack({ needed: {}, command: { dependencies: { '@ours/needed': '1.2.3' } } });
    await publish();
    pack({ needed: { description: 'made again' } });

    const refused = await publish();
    pack({ needed: {} });
    const again = await publish();

    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('@ours/needed@1.2.3 is published already, with other content.');
    expect(again).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: '@ours/needed@1.2.3 is published already.\n@ours/command@1.2.3 is published already.\n',
    });
    expect(registry.received).toHaveLength(2);
  });

  it.each([
    ['another package', () => rmSync(join(folder, 'packages/other'), { recursive: true }), 'none of the packages'],
    ['a package that is missing', () => rmSync(join(folder, 'packed/ours-other-1.2.3.tgz')), 'is not packed'],
    [
      'another version',
      () => writeFileSync(join(folder, 'packages/other/package.json'), '{ "name": "@ours/other", "version": "1.2.4" }'),
      '@ours/other@1.2.4 is not packed. @ours/other@1.2.3 is none of the packages',
    ],
    [
      'a package that is there twice',
      () => writeFileSync(join(folder, 'packed/z.tgz'), readFileSync(join(folder, 'packed/ours-other-1.2.3.tgz'))),
      'is there twice',
    ],
  ])('publishes nothing when there is %s', async (_what, change, message) => {
    pack({ command: {}, other: {} });
    change();

    const { code, stderr } = await publish();

    expect(code).toBe(1);
    expect(stderr).toContain('Nothing was published. ');
    expect(stderr).toContain(message);
    expect(registry.received).toEqual([]);
  });

  it('publishes nothing where npm cannot prove where it runs, when it is to do so', async () => {
    pack({ command: {} });

    const { code, stderr } = await publish('--provenance');

    expect(code).toBe(1);
    expect(stderr).toMatch(/provenance/iu);
    expect(registry.received).toEqual([]);
  });
});

it('publish-packed.mjs needs nothing but Node', () => {
  const text = readFileSync(join(import.meta.dirname, 'publish-packed.mjs'), 'utf8');
  const imports = [...text.matchAll(/^import .* from '(?<from>.+)';$/gmu)].map(({ groups }) => groups.from);

  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((from) => !from.startsWith('node:'))).toEqual([]);
});

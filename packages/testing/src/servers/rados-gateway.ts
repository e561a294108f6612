import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { freePort } from './free-port.js';

const run = promisify(execFile);
const programs = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-mgr', 'ceph-osd', 'monmaptool'];

/** A bucket of a real S3 server, for as long as a spec runs. */
export interface S3Server {
  readonly address: string;
  readonly storageOptions: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Whether Debian's packages radosgw, ceph-mon, ceph-mgr, ceph-osd and ceph-common are installed. */
export async function isRadosGatewayInstalled(): Promise<boolean> {
  const found = await Promise.allSettled(programs.map((program) => run('which', [program])));
  return found.every(({ status }) => status === 'fulfilled');
}

/**
 * Starts a Ceph cluster of one in memory, on the loopback interface, with its S3 gateway and one bucket. Takes about two
 * seconds.
 *
 * @throws TypeError - at once when a daemon ends by itself, with the last lines that the daemons wrote
 */
export async function startRadosGateway(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-ceph-'));
  const cluster: StartingCluster = { folder, children: [], ended: new AbortController() };
  const stop = async (): Promise<void> => {
    for (const child of cluster.children.reverse()) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const endpoint = await startCluster(cluster);
    const bucket = 'lexichord';
    await createBucket(endpoint, bucket, cluster.ended.signal);
    return { address: `s3://${bucket}/some path/db`, storageOptions: optionsFor(endpoint), stop };
  } catch (error) {
    const logs = await lastLines(folder);
    await stop();
    throw new TypeError(`The S3 gateway did not start: ${String(error)}${logs}`, { cause: error });
  }
}

/** `ended` is aborted when a daemon ends by itself: commands would wait for it for ever. */
interface StartingCluster {
  readonly folder: string;
  readonly children: ChildProcess[];
  readonly ended: AbortController;
}

/** The last lines of the log of each daemon. */
async function lastLines(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const parts = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8');
    return `\n${name}:\n${text.trimEnd().split('\n').slice(-5).join('\n')}`;
  });
  return (await Promise.all(parts)).join('');
}

const credentials = { accessKeyId: 'testkey', secretAccessKey: 'testsecret', region: 'us-east-1' };

function optionsFor(endpoint: string): Readonly<Record<string, string>> {
  return {
    endpoint,
    allow_http: 'true',
    aws_access_key_id: credentials.accessKeyId,
    aws_secret_access_key: credentials.secretAccessKey,
    aws_region: credentials.region,
    aws_virtual_hosted_style_request: 'false',
  };
}

async function startCluster({ folder, children, ended }: StartingCluster): Promise<string> {
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
  const [clusterId, diskId] = [randomUUID(), randomUUID()];
  const configuration = join(folder, 'ceph.conf');
  await Promise.all(['mon', 'osd', 'mgr'].map((name) => mkdir(join(folder, name))));
  await writeFile(join(folder, 'keyring'), '');
  await writeFile(configuration, clusterConfiguration({ folder, clusterId, monitorPort, gatewayPort }));
  const perform = async (program: string, ...args: string[]): Promise<unknown> =>
    run(program, [...(program === 'monmaptool' ? [] : ['-c', configuration]), ...args], {
      cwd: folder,
      timeout: 240_000,
      signal: ended.signal,
    });
  const daemon = (program: string, ...args: string[]): void => {
    const child = spawn(program, ['-c', configuration, ...args, '-f'], { cwd: folder, stdio: 'ignore' });
    child.once('exit', () => {
      ended.abort();
    });
    children.push(child);
  };
  await perform(
    'monmaptool',
    '--create',
    '--fsid',
    clusterId,
    '--addv',
    'a',
    `[v2:127.0.0.1:${monitorPort}]`,
    'monmap',
  );
  await perform('ceph-mon', '-i', 'a', '--mkfs', '--monmap', 'monmap');
  daemon('ceph-mon', '-i', 'a');
  await perform('ceph', '-s');
  daemon('ceph-mgr', '-i', 'a');
  await perform('ceph', 'osd', 'new', diskId);
  await perform('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', diskId);
  daemon('ceph-osd', '-i', '0');
  await perform('ceph', 'auth', 'get-or-create', 'client.rgw.a', 'mon', 'allow rw', 'osd', 'allow rwx');
  daemon('radosgw', '-n', 'client.rgw.a');
  const { accessKeyId, secretAccessKey } = credentials;
  const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
  await perform('radosgw-admin', 'user', 'create', '--uid=test', '--display-name=test', ...keys);
  return `http://127.0.0.1:${gatewayPort}`;
}

function clusterConfiguration(values: {
  readonly folder: string;
  readonly clusterId: string;
  readonly monitorPort: number;
  readonly gatewayPort: number;
}): string {
  const { folder, clusterId, monitorPort, gatewayPort } = values;
  return `[global]
fsid = ${clusterId}
mon host = v2:127.0.0.1:${monitorPort}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd objectstore = memstore
memstore device bytes = 1073741824
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
# Changes of the cluster's maps wait a second each otherwise, and the first use of the gateway makes a dozen.
paxos propose interval = 0.02
paxos min wait = 0.01
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
# A monitor ends where a disk has less than 5 % left, however much that is; this one needs some megabytes.
mon data avail warn = 0
mon data avail crit = 0
# Without it the gateway hangs when authentication is off.
ms mon client mode = crc secure
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
pid file = ${folder}/$name.pid
mon data = ${folder}/mon
osd data = ${folder}/osd
mgr data = ${folder}/mgr
keyring = ${folder}/keyring
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort} tcp_nodelay=1
rgw enable apis = s3
`;
}

/** The gateway is up once it makes a bucket. */
async function createBucket(endpoint: string, bucket: string, signal: AbortSignal): Promise<void> {
  const url = new URL(`${endpoint}/${bucket}`);
  for (let attempt = 1; ; attempt++) {
    const headers = signedHeaders('PUT', url);
    const answer = await fetch(url, { method: 'PUT', headers, signal }).catch((error: unknown) => error);
    if (answer instanceof Response && answer.ok) return;
    if (attempt >= 120) throw answer;
    await wait(250, undefined, { signal });
  }
}

/** Amazon's signature of version 2, which the gateway takes as well: a line of code where version 4 is a page. */
function signedHeaders(method: string, { pathname }: URL): Readonly<Record<string, string>> {
  const date = new Date().toUTCString();
  const toSign = [method, '', '', '', `x-amz-date:${date}`, pathname].join('\n');
  const signature = createHmac('sha1', credentials.secretAccessKey).update(toSign).digest('base64');
  return { 'x-amz-date': date, authorization: `AWS ${credentials.accessKeyId}:${signature}` };
}

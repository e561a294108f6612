import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** Starts a Ceph cluster of one in memory, on the loopback interface, with its S3 gateway and one bucket. Takes about two seconds. */
export async function startRadosGateway(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-ceph-'));
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const endpoint = await startCluster(folder, children);
    const bucket = 'lexichord';
    await createBucket(endpoint, bucket);
    return { address: `s3://${bucket}/some path/db`, storageOptions: optionsFor(endpoint), stop };
  } catch (error) {
    await stop();
    throw error;
  }
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

async function startCluster(folder: string, children: ChildProcess[]): Promise<string> {
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
    });
  const daemon = (program: string, ...args: string[]): void => {
    children.push(spawn(program, ['-c', configuration, ...args, '-f'], { cwd: folder, stdio: 'ignore' }));
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
async function createBucket(endpoint: string, bucket: string): Promise<void> {
  const url = new URL(`${endpoint}/${bucket}`);
  for (let attempt = 1; ; attempt++) {
    const headers = signedHeaders('PUT', url);
    const answer = await fetch(url, { method: 'PUT', headers }).catch((error: unknown) => error);
    if (answer instanceof Response && answer.ok) return;
    if (attempt >= 120) throw answer;
    await wait(250);
  }
}

/** Amazon's signature of version 2, which the gateway takes as well: a line of code where version 4 is a page. */
function signedHeaders(method: string, { pathname }: URL): Readonly<Record<string, string>> {
  const date = new Date().toUTCString();
  const toSign = [method, '', '', '', `x-amz-date:${date}`, pathname].join('\n');
  const signature = createHmac('sha1', credentials.secretAccessKey).update(toSign).digest('base64');
  return { 'x-amz-date': date, authorization: `AWS ${credentials.accessKeyId}:${signature}` };
}

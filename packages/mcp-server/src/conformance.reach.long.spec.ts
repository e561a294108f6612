import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { type HttpServer, startHttpServer } from './index.js';
import { ferryFiles } from './test-support/ferry-workspace.js';
import { ServedFolder } from './test-support/served-folder.js';

/** Scenarios of the protocol's own suite that ask for nothing but what every server has. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'resources-subscribe',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
] as const;

/**
 * Scenarios that are not run, and why; the names of the suite's release 0.1.16. `fixture`: they call tools, resources or
 * prompts by names that only a server made for the suite has.
 */
const exceptions: Readonly<Record<string, 'fixture' | 'not declared' | 'recommended'>> = {
  // Messages for people go to standard error, and arguments of prompts are not completed.
  'logging-set-level': 'not declared',
  'completion-complete': 'not declared',
  // Streams need no resumption on one machine: the suite warns, and passes.
  'server-sse-polling': 'recommended',
  'tools-call-simple-text': 'fixture',
  'tools-call-image': 'fixture',
  'tools-call-audio': 'fixture',
  'tools-call-embedded-resource': 'fixture',
  'tools-call-mixed-content': 'fixture',
  'tools-call-with-logging': 'fixture',
  'tools-call-error': 'fixture',
  'tools-call-with-progress': 'fixture',
  'tools-call-sampling': 'fixture',
  'tools-call-elicitation': 'fixture',
  'json-schema-2020-12': 'fixture',
  'elicitation-sep1034-defaults': 'fixture',
  'elicitation-sep1330-enums': 'fixture',
  'resources-read-text': 'fixture',
  'resources-read-binary': 'fixture',
  'resources-templates-read': 'fixture',
  'resources-unsubscribe': 'fixture',
  'prompts-get-simple': 'fixture',
  'prompts-get-with-args': 'fixture',
  'prompts-get-embedded-resource': 'fixture',
  'prompts-get-with-image': 'fixture',
};

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const olderNode = fileURLToPath(new URL('./test-support/conformance-on-older-node.mjs', import.meta.url));

describe("the protocol's conformance suite", () => {
  let folder: ServedFolder;
  let server: HttpServer;

  beforeAll(async () => {
    folder = await ServedFolder.create(ferryFiles);
    server = await startHttpServer(await folder.open());
  });

  afterAll(async () => {
    await server.close();
    await folder.dispose();
  });

  const run = (argv: readonly string[]): Promise<{ readonly exitCode: number | null; readonly printed: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['--import', olderNode, suite, ...argv], { cwd: folder.path });
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
      child.on('close', (exitCode) => resolve({ exitCode, printed }));
    });

  it('has no scenario that is neither run nor named as an exception', async () => {
    const { printed } = await run(['list', '--server']);
    const names = [...printed.matchAll(/^ +- ([\w-]+) \[/gmu)].map(([, name]) => name);

    expect(names.sort()).toEqual([...scenarios, ...Object.keys(exceptions)].sort());
  });

  it.each(scenarios)('passes %s', async (scenario) => {
    const { exitCode, printed } = await run(['server', '--url', server.address, '--scenario', scenario]);

    expect({ exitCode, printed: exitCode === 0 ? '' : printed }).toEqual({ exitCode: 0, printed: '' });
  });
});

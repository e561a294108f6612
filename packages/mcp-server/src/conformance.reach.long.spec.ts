import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { type HttpServer, startHttpServer } from './index.js';
import { ResourceChanges } from './resources/resource-changes.js';
import { serveOverHttp } from './serving/serve-over-http.js';
import { createConformanceServer } from './test-support/conformance-server.js';
import { ferryFiles } from './test-support/ferry-workspace.js';
import { ServedFolder } from './test-support/served-folder.js';

/** Scenarios of the protocol's own suite that ask for nothing but what every server has; names of its release 0.1.16. */
const ownScenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
] as const;

/** Scenarios that call tools, resources or prompts by names, or use features that our server does not declare. */
const fixtureScenarios = [
  'logging-set-level',
  'completion-complete',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-with-logging',
  'tools-call-error',
  'tools-call-with-progress',
  'tools-call-sampling',
  'tools-call-elicitation',
  'json-schema-2020-12',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
] as const;

/** The baseline: scenarios that are not run, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'server-sse-polling': 'Streams need no resumption on one machine; the suite recommends it, and passes without it.',
};

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const olderNode = fileURLToPath(new URL('./test-support/conformance-on-older-node.mjs', import.meta.url));

describe("the protocol's conformance suite", () => {
  let folder: ServedFolder;
  let ownServer: HttpServer;
  let fixtureServer: HttpServer;

  beforeAll(async () => {
    folder = await ServedFolder.create(ferryFiles);
    ownServer = await startHttpServer(await folder.open());
    fixtureServer = await serveOverHttp({
      createServer: createConformanceServer,
      changes: new ResourceChanges(),
      log: folder.logger,
    });
  });

  afterAll(async () => {
    await ownServer.close();
    await fixtureServer.close();
    await folder.dispose();
  });

  const run = (argv: readonly string[]): Promise<{ readonly exitCode: number | null; readonly printed: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['--import', olderNode, suite, ...argv], { cwd: folder.path });
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
      child.on('close', (exitCode) => resolve({ exitCode, printed }));
    });

  const expectToPass = async (scenario: string, { address }: HttpServer): Promise<void> => {
    const { exitCode, printed } = await run(['server', '--url', address, '--scenario', scenario]);

    expect({ exitCode, printed: exitCode === 0 ? '' : printed }).toEqual({ exitCode: 0, printed: '' });
  };

  it('has no scenario that is neither run nor named as an exception', async () => {
    const { printed } = await run(['list', '--server']);
    const names = [...printed.matchAll(/^ +- ([\w-]+) \[/gmu)].map(([, name]) => name);

    expect(names.sort()).toEqual([...ownScenarios, ...fixtureScenarios, ...Object.keys(exceptions)].sort());
  });

  it.each(ownScenarios)('passes %s', (scenario) => expectToPass(scenario, ownServer));

  it.each(fixtureScenarios)('passes %s with a server made for it, over our transport', (scenario) =>
    expectToPass(scenario, fixtureServer),
  );
});

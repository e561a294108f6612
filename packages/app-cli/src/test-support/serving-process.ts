import type { ILexichordRuntime } from '@lexichord/abstractions';
import { type ControlHandlers, type ControlServer, startControlServer } from '@lexichord/control';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

/** Has this process serve a workspace, as `index --watch` does, during the tests around the call. */
export function serveDuringTests(workspaceRoot: string, handlers: ControlHandlers): void {
  let runtime: ILexichordRuntime;
  let server: ControlServer;

  beforeAll(async () => {
    const configuration = { logging: { level: 'silent' } } as const;
    runtime = await createRuntime({ workspaceRoot, license: developmentLicense, configuration });
    server = await startControlServer(runtime, handlers);
  });
  afterAll(async () => {
    await server.close();
    await runtime.dispose();
  });
}

import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  IChangeReader,
  IClock,
  ICommitHistory,
  IDocumentStructureService,
  IEditorService,
  IGitHistory,
  ILogger,
  IWorkspaceFileReader,
  IWorkspaceGuard,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { ManualClock, RecordingLogger } from '@lexichord/testing';
import { container as rootContainer, type DependencyContainer } from 'tsyringe';

import { registerWorkspaceModule } from './workspace-module.js';

describe('registerWorkspaceModule', () => {
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-workspace-')));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  const containerFor = (options: object = {}): DependencyContainer => {
    const container = rootContainer.createChildContainer();
    registerWorkspaceModule(container, { options: { root, ...options } });
    container.register(ILogger, { useValue: new RecordingLogger() });
    container.register(IClock, { useValue: new ManualClock() });
    return container;
  };

  it.each([
    IWorkspaceGuard,
    IEditorService,
    IDocumentStructureService,
    IGitHistory,
    ICommitHistory,
    IChangeReader,
    IWorkspaceFileReader,
  ])('provides %s, once per container', (token) => {
    const container = containerFor();

    const service = resolveToken<object>(container, token);

    expect(resolveToken<object>(container, token)).toBe(service);
    expect(resolveToken<object>(containerFor(), token)).not.toBe(service);
  });

  it('puts the services together', async () => {
    await writeFile(join(root, 'a.md'), '# Title\n');
    const container = containerFor();

    const document = await resolveToken(container, IEditorService).getDocument('a.md');
    const structure = await resolveToken(container, IDocumentStructureService).getStructure(document);

    expect(structure.title).toBe('Title');
    await container.dispose();
  });

  it('does no work: a root that does not exist is found out by the first use', () => {
    const container = containerFor({ root: join(root, 'missing') });

    const guard = resolveToken(container, IWorkspaceGuard);

    expect(() => guard.root).toThrow('cannot be opened (ENOENT)');
  });

  it.each([
    [{ root: '' }, 'root'],
    [{ maxFileSizeBytes: 0 }, 'maxFileSizeBytes'],
    [{ deny: ['!a'] }, 'deny[0]'],
    [{ maxFileSize: 1 }, 'did you mean "maxFileSizeBytes"'],
  ])('refuses %j', (options, problem) => {
    expect(() => containerFor(options)).toThrow(problem);
  });
});

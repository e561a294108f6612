import { TemporaryIndexes } from './test-support/an-index.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';

const files = { 'src/login.py': 'def login\n', 'src/parse.py': 'def parse\n', 'notes.md': 'Notes.\n' };

describe('WorkspaceIndex.watch', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  it('reports the first update, and ends with the signal', async () => {
    const { index } = await indexes.make({ workspace: new MemoryWorkspace(files) });
    const controller = new AbortController();
    const added: number[] = [];

    await index.watch({
      signal: controller.signal,
      onReport: (report) => {
        added.push(report.added);
        controller.abort();
      },
    });

    expect(added).toEqual([3]);
  });

  it('updates although nobody wants to hear of it, and ends with the signal while nothing happens', async () => {
    const { index, chunker } = await indexes.make({ workspace: new MemoryWorkspace(files) });
    const controller = new AbortController();

    await index
      .watch({
        signal: controller.signal,
        onProgress: () =>
          setImmediate(() => {
            controller.abort();
          }),
      })
      .catch((reason: unknown) => expect(reason).toBe(controller.signal.reason));

    expect(chunker.cut.toSorted()).toEqual(['notes.md', 'src/login.py', 'src/parse.py']);
  });

  it('rejects with the reason of a signal that is aborted already', async () => {
    const { index } = await indexes.make({ workspace: new MemoryWorkspace(files) });
    const reason = new DOMException('No.', 'AbortError');

    await expect(index.watch({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('rejects when the first update fails', async () => {
    const { index, workspace } = await indexes.make({ workspace: new MemoryWorkspace(files) });
    const defect = new TypeError('x is not a function');
    workspace.list = () => {
      throw defect;
    };

    await expect(index.watch({})).rejects.toBe(defect);
  });
});

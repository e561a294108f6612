import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

/** What specs of this process have used. Node visits each of them for every promise until it is disabled. */
const usedStorages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runNoticed(...args) {
  usedStorages.add(this);
  return run.apply(this, args);
};

/** What Jest sends to a worker process at the end of a run. */
const endOfRun = 2;

/**
 * Jest gives a worker half a second to end, and then warns that a test leaks. Freeing the memory of dozens of specs object
 * by object takes longer; it goes with the process. A process that something else holds is left for the warning.
 */
function endAtOnce([type]) {
  const isIdle = process.getActiveResourcesInfo().every((resource) => resource === 'PipeWrap');
  if (type === endOfRun && isIdle) process.exit();
}
// In a process that runs all specs itself a listener would keep whoever started it waiting.
if (/jest-worker/u.test(process.argv[1] ?? '')) process.on('message', endAtOnce);

/**
 * Node's environment, without two costs that grow with every spec of a worker process: what a spec leaves behind is
 * disabled, and fast-check, whose tables take longer to make than most properties take to run, is loaded once.
 */
export default class LexichordEnvironment extends TestEnvironment {
  #inheritedStorages = new Set(usedStorages);

  async setup() {
    await super.setup();
    // Not loaded here: most specs have no property.
    this.global.loadFastCheck = () => require('fast-check');
  }

  async teardown() {
    for (const storage of usedStorages) {
      if (this.#inheritedStorages.has(storage)) continue;
      storage.disable();
      usedStorages.delete(storage);
    }
    await super.teardown();
  }
}

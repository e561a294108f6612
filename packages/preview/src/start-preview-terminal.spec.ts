import { ErrorCode } from '@lexichord/abstractions';

import { loadTerminal } from './start-preview-terminal.js';

describe('loadTerminal', () => {
  const failure = (message: string): Error => Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });

  it.each(['ink', 'react'])('names %s, and what to run, when it is not installed', async (name) => {
    const missing = failure(`Cannot find package '${name}' imported from terminal.js`);

    await expect(loadTerminal(() => Promise.reject(missing))).rejects.toMatchObject({
      code: ErrorCode.notFound,
      message: expect.stringMatching(`the package ${name}, which is not installed.*npm install`) as string,
    });
  });

  it('passes another failure on as it is', async () => {
    const other = failure("Cannot find package 'yoga-layout' imported from ink");

    await expect(loadTerminal(() => Promise.reject(other))).rejects.toBe(other);
  });
});

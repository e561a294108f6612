import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('../../tools/docs/update-requirements.mjs', import.meta.url));

it('docs/requirements.md names a test, or a reason, for every requirement of T-016, as the tests are now', async () => {
  await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject({ stderr: '' });
});

import { connect } from '../test-support/connected-client.js';
import { ServedFolder } from '../test-support/served-folder.js';

it('lists conversations a hundred at a time, each once, though others are stored and removed meanwhile', async () => {
  const folder = await ServedFolder.create({});
  const runtime = await folder.open();
  const { memory } = runtime;
  const ids = Array.from({ length: 104 }, (_, index) => `talk ${String(index).padStart(3, '0')}`);
  for (const id of ids) await memory.add(id, [{ role: 'user', content: 'x' }]);
  const { client, close } = await connect(runtime, { revision: '2025-11-25' });
  const page = (cursor?: string) => client.request({ method: 'resources/list', params: { cursor } });
  const namesOf = ({ resources }: Awaited<ReturnType<typeof page>>) =>
    resources.map(({ name }) => name).filter((name) => name.startsWith('talk'));

  const first = await page();
  await memory.add('a first one', [{ role: 'user', content: 'x' }]);
  await memory.remove('talk 005');
  const second = await page(first.nextCursor);
  const whole = await client.listResources();
  await memory.remove('talk 099');

  expect([first, second].map(({ resources }) => resources.length)).toEqual([103, 4]);
  expect([first, second].flatMap(namesOf)).toEqual(ids);
  expect(second.nextCursor).toBeUndefined();
  expect(whole.resources).toHaveLength(3 + 104);
  await expect(page(first.nextCursor)).rejects.toThrow(/from the beginning/u);
  await close();
  await folder.dispose();
});

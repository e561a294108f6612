import { type Disturbance, DisturbingProxy, type S3Location, describeOnS3 } from '@lexichord/testing';

import { equals } from './predicates/predicate.js';
import { notes } from './test-support/notes-table.js';
import { TemporaryDatabases, collect } from './test-support/temporary-database.js';

await describeOnS3('disturbed storage', ({ location: place }) => {
  const temporary = new TemporaryDatabases();
  let proxy: DisturbingProxy;

  beforeEach(async () => {
    proxy = await DisturbingProxy.start(place().storageOptions['endpoint'] ?? '');
  });

  afterEach(async () => {
    await temporary.dispose();
    await proxy.stop();
  });

  const disturbed = ({ storageOptions }: S3Location): Readonly<Record<string, string>> => ({
    ...storageOptions,
    endpoint: proxy.address,
  });

  const keysAt = async ({ address, storageOptions }: S3Location): Promise<readonly string[]> => {
    const table = await temporary.openAt(address, { options: storageOptions }).table(notes);
    return (await collect(table.scan({ columns: ['id'] }))).map(({ id }) => id).sort();
  };

  describe('a table that two writers make at the same time', () => {
    /** Holds the slower writer at one request until the faster one has made the table and committed a row. */
    const makeTwice = async (heldRequest: number) => {
      const current = place();
      const writeFaster = async (): Promise<void> => {
        const faster = temporary.openAt(current.address, { options: current.storageOptions });
        await (await faster.table(notes)).upsert([{ id: 'faster' }]);
      };
      let requests = 0;
      let meanwhile: Promise<void> | undefined;
      proxy.disturb = async (): Promise<Disturbance> => {
        if (++requests === heldRequest) await (meanwhile = writeFaster());
        return 'pass';
      };
      const slower = temporary.openAt(current.address, { options: disturbed(current) });
      await (await slower.table(notes)).upsert([{ id: 'slower' }]);
      await meanwhile;
      return { keys: await keysAt(current), isHeld: meanwhile !== undefined };
    };

    it('has the rows of both, whenever in between the faster one was done', async () => {
      let held = 1;
      for (; ; held++) {
        const { keys, isHeld } = await makeTwice(held);
        if (!isHeld) break;
        expect({ held, keys }).toEqual({ held, keys: ['faster', 'slower'] });
      }

      expect(held).toBeGreaterThan(10);
    });
  });

  describe.each(['hang-up', 500] as const)('a commit whose answer is lost (%s)', (answer) => {
    const openDisturbed = async () => {
      const current = place();
      const table = await temporary.openAt(current.address, { options: disturbed(current) }).table(notes);
      let lost = 0;
      const loseNext = (): void => {
        let left = 1;
        proxy.disturb = ({ method, path }) => {
          if (method !== 'PUT' || !path.endsWith('.manifest') || left-- <= 0) return 'pass';
          lost++;
          return answer;
        };
      };
      return { current, table, loseNext, lost: () => lost };
    };

    it('leaves the table whole, and is made once', async () => {
      const { current, table, loseNext, lost } = await openDisturbed();

      loseNext();
      await table.upsert([{ id: 'a' }, { id: 'b' }]);
      loseNext();
      await table.upsert([{ id: 'b', title: 'changed' }, { id: 'c' }]);
      loseNext();
      await table.deleteWhere(equals('id', 'a'));

      expect(lost()).toBe(3);
      expect(await keysAt(current)).toEqual(['b', 'c']);
    });

    it('is known for its own when it was guarded, and another writer is still noticed', async () => {
      const { current, table, loseNext, lost } = await openDisturbed();
      const write = (before: string | undefined, title: string, key: string) =>
        table.upsert([{ id: 'guarded', title }, { id: key }], {
          onlyIf: { key: 'guarded', column: 'title', value: before },
        });

      loseNext();
      await write(undefined, 'one', 'a');
      loseNext();
      await write('one', 'two', 'b');
      loseNext();
      await expect(write('one', 'three', 'c')).rejects.toMatchObject({ details: { fault: 'outdated' } });

      expect(lost()).toBe(2);
      expect(await keysAt(current)).toEqual(['a', 'b', 'guarded']);
    });
  });
});

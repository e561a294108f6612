import { PreviewOptions } from '@lexichord/preview';

import { TemporaryRuntimes } from './test-support/temporary-runtimes.js';

describe('what a runtime has for the panel', () => {
  let runtimes: TemporaryRuntimes;

  beforeEach(async () => {
    runtimes = await TemporaryRuntimes.create();
  });
  afterEach(() => runtimes.dispose());

  it('has the options of the configuration; a workspace may set all but the port', async () => {
    await runtimes.write('.agent/config.yml', 'preview: { max_budget: 9000, history: 3 }\n');
    const runtime = await runtimes.open();

    expect(runtime.resolve(PreviewOptions)).toEqual({ port: 4_747, maxBudget: 9_000, history: 3 });
    await runtimes.write('.agent/config.yml', 'preview: { port: 80 }\n');
    await expect(runtimes.open()).rejects.toMatchObject({
      code: 'invalid-configuration',
      message: expect.stringContaining('preview.port must not be set by a workspace') as string,
    });
  });

  it('names the files that it follows, and none when it follows none', async () => {
    const environment = { HOME: runtimes.folder };

    const [watching, other] = [
      await runtimes.open({ watchConfiguration: true, environment }),
      await runtimes.open({ environment }),
    ];

    expect(watching.watchedConfigurationFiles).toEqual(['~/.config/lexichord/config.yml', '.agent/config.yml']);
    expect(other.watchedConfigurationFiles).toEqual([]);
    expect((await runtimes.open({ watchConfiguration: true })).watchedConfigurationFiles).toEqual([
      '.agent/config.yml',
    ]);
  });

  describe('takes up what another process switched', () => {
    it('and tells of each that is another now, once', async () => {
      const [here, there] = [await runtimes.open(), await runtimes.open()];
      const toggled: string[] = [];
      here.events.subscribe('StrategyToggled', ({ strategyId, enabled }) => {
        toggled.push(`${strategyId} ${enabled}`);
      });
      await there.switchStrategy('style', false);
      await there.switchStrategy('cursor', false);

      expect(await here.rereadStrategies()).toEqual(['cursor', 'style']);
      expect(await here.rereadStrategies()).toEqual([]);
      expect([here.orchestrator.isStrategyEnabled('style'), toggled]).toEqual([false, ['cursor false', 'style false']]);
    });

    it('and keeps it whatever the configuration says later, though it was so already', async () => {
      const [here, there] = [await runtimes.open(), await runtimes.open()];
      await there.switchStrategy('style', true);

      expect(await here.rereadStrategies()).toEqual([]);
      await runtimes.write(
        '.agent/config.yml',
        'context: { assembler: { strategies: { style: { enabled: false } } } }\n',
      );
      await here.reloadConfiguration();
      expect(here.orchestrator.isStrategyEnabled('style')).toBe(true);
    });

    it('and never takes back what is being switched here', async () => {
      const here = await runtimes.open();

      const reading = here.rereadStrategies();
      const switching = here.switchStrategy('style', false);

      expect(await reading).toEqual([]);
      await switching;
      expect(here.orchestrator.isStrategyEnabled('style')).toBe(false);
    });
  });
});

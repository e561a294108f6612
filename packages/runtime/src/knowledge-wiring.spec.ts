import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import {
  IGraphRepository,
  IKnowledgeContextStrategy,
  IKnowledgeImporter,
  type ILexichordRuntime,
} from '@lexichord/abstractions';

import { loadConfiguration } from './configuration/load-configuration.js';
import { storeOptions } from './create-runtime.js';
import type { RuntimeOptions } from './runtime-options.js';
import { TemporaryRuntimes } from './test-support/temporary-runtimes.js';

const facts = 'knowledge: 1\nentities: [{ type: Term, name: Pet, properties: { definition: An animal. } }]\n';

describe('the knowledge graph of a runtime', () => {
  let folder: string;
  let runtimes: TemporaryRuntimes;

  beforeEach(async () => {
    runtimes = await TemporaryRuntimes.create();
    ({ folder } = runtimes);
  });

  afterEach(() => runtimes.dispose());

  function open(options: Partial<RuntimeOptions> = {}): Promise<ILexichordRuntime> {
    return runtimes.open(options);
  }

  /** The id of the one entity, in a workspace of this name; absent: the folder's. */
  async function idIn(workspace?: string): Promise<string | undefined> {
    const runtime = await open({ configuration: workspace === undefined ? {} : { knowledge: { workspace } } });
    await runtime.resolve(IKnowledgeImporter).importFiles([{ documentPath: 'k.yaml', text: facts }]);
    const [entity] = await runtime.resolve(IGraphRepository).findByName('pet');
    return entity?.id;
  }

  it("names the workspace after its folder unless it is given a name, which is a part of every entity's id", async () => {
    const unnamed = await idIn();
    const named = await idIn('other');

    expect(unnamed).toMatch(/^[0-9a-f]{32}$/);
    expect(named).not.toBe(unnamed);
    expect(await idIn(basename(folder))).toBe(unnamed);
  });

  it('reads weights, format and agents from the configuration', async () => {
    await mkdir(join(folder, '.agent'));
    await writeFile(
      join(folder, '.agent', 'config.yml'),
      'knowledge:\n  format: markdown\n  agents:\n    copilot: { max_entities: 1, include_entity_types: [Nothing] }\n',
    );
    const runtime = await open();
    await runtime.resolve(IKnowledgeImporter).importFiles([{ documentPath: 'k.yaml', text: facts }]);
    const strategy = runtime.resolve(IKnowledgeContextStrategy);

    const copilot = await strategy.getContext({ agentId: 'copilot', query: 'pet' });
    const editor = await strategy.getContext({ agentId: 'editor', query: 'pet' });

    expect(copilot.content).toBe('');
    expect(editor.content).toContain('An animal.');
    expect(strategy.getConfigForAgent('editor').format).toBe('markdown');
  });

  it('lets a repair remove vectors, which can be made again, and never facts', async () => {
    const { values } = await loadConfiguration({ workspaceRoot: folder, environment: {} });

    const { derivedTables } = storeOptions(values.storage, folder, join(folder, 'state'));

    expect(Object.keys(derivedTables ?? {})).toContain('knowledge-vectors');
    expect(Object.keys(derivedTables ?? {})).not.toContain('knowledge-facts');
  });

  it('KG-e §7 Core: it is locked, and says so to a call and in an assembly', async () => {
    const runtime = await open({ lowerTierTo: 'Core' });

    const states = runtime.orchestrator.describeStrategies();

    await expect(runtime.resolve(IGraphRepository).count()).rejects.toMatchObject({ code: 'license-required' });
    expect(states.find(({ strategyId }) => strategyId === 'knowledge')).toMatchObject({ licensed: false });
  });
});

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { IClock, ILogger, IStyleRuleRepository, type StyleRule, type StyleRuleSet } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { ManualClock, RecordingLogger } from '@lexichord/testing';
import { registerWorkspaceModule } from '@lexichord/workspace';
import { container as rootContainer, type DependencyContainer } from 'tsyringe';

import { registerStyleRulesModule } from '../style-rules-module.js';

interface Setup {
  readonly deny?: string[];
  readonly styleConfig?: string;
}

/** A folder with style files, read through the real guard. */
export class StyleWorkspace {
  private constructor(readonly root: string) {}

  static async create(): Promise<StyleWorkspace> {
    return new StyleWorkspace(await realpath(await mkdtemp(join(tmpdir(), 'style-rules-'))));
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }

  /** @param path relative to the workspace; folders are made */
  async write(path: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), content);
  }

  /** One style, `Own`, that has one rule. */
  async writeOneRule(yaml: string, ini = '[*.md]\nBasedOnStyles = Own\n'): Promise<void> {
    await this.write('.vale.ini', ini);
    await this.write('styles/Own/Rule.yml', yaml);
  }

  container({ deny = [], styleConfig }: Setup = {}): DependencyContainer {
    const container = rootContainer.createChildContainer();
    container.register(ILogger, { useValue: new RecordingLogger() });
    container.register(IClock, { useValue: new ManualClock() });
    registerWorkspaceModule(container, { options: { root: this.root, deny } });
    registerStyleRulesModule(container, { options: { styleConfig } });
    return container;
  }

  repository(setup: Setup = {}): IStyleRuleRepository {
    return resolveToken(this.container(setup), IStyleRuleRepository);
  }
}

export function ids({ rules }: StyleRuleSet): readonly string[] {
  return rules.map(({ id }) => id);
}

export function rule({ rules }: StyleRuleSet, id: string): StyleRule {
  const found = rules.find((candidate) => candidate.id === id);
  expect(found).toBeDefined();
  return found!;
}

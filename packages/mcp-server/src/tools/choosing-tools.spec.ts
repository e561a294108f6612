import { TextIndexBuilder, indexWords } from '@lexichord/text-index';

import { agentTasks } from '../test-support/agent-tasks.js';
import { heldOutTasks } from '../test-support/held-out-tasks.js';
import { allTools } from './all-tools.js';

/** Of 30 held-out tasks; 9 led to the right tool. */
const minHeldOutFirst = 8;

/** 17 had the right tool among the first three. */
const minHeldOutAmongThree = 16;

/** Which tool the words of a task lead to, by BM25 over what a model is told of each tool. */
class ToolRouter {
  private readonly index = this.build();

  /** Names of the tools, the best first. */
  route(task: string): readonly string[] {
    const words = new Map(indexWords(task).map((word) => [word, this.index.rarityOf(word)]));
    const scores = this.index.scoreWords(words);
    return allTools
      .map(({ name }, place) => ({ name, score: scores[place] ?? 0 }))
      .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name);
  }

  private build() {
    const builder = new TextIndexBuilder();
    for (const { name, title, description } of allTools) {
      builder.count(indexWords(`${name} ${title} ${description}`)).endDocument();
    }
    return builder.build();
  }
}

describe('choosing a tool', () => {
  const router = new ToolRouter();

  it('has 60 tasks, some for each tool', () => {
    expect(agentTasks).toHaveLength(60);
    expect(new Set(agentTasks.map(({ tool }) => tool))).toEqual(new Set(allTools.map(({ name }) => name)));
  });

  it.each(agentTasks)('leads from "$task" to $tool', ({ task, tool }) => {
    expect(router.route(task)[0]).toBe(tool);
  });

  it('leads held-out tasks to their tools no less often than it did', () => {
    const ranks = heldOutTasks.map(({ task, tool }) => router.route(task).indexOf(tool) + 1);

    expect(ranks).toHaveLength(30);
    expect(ranks.filter((rank) => rank === 1).length).toBeGreaterThanOrEqual(minHeldOutFirst);
    expect(ranks.filter((rank) => rank <= 3).length).toBeGreaterThanOrEqual(minHeldOutAmongThree);
  });

  it.each([...agentTasks, ...heldOutTasks])('takes the arguments of "$task"', ({ tool, args }) => {
    const { input } = allTools.find(({ name }) => name === tool)!;

    expect(input.safeParse(args).error).toBeUndefined();
  });
});

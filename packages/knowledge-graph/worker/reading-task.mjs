// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.

/** Data that was parsed last, so that it need not be sent back to be checked. @type {unknown} */
let lastData;

// Each parser is loaded when it is needed.
/** @type {{ [kind: string]: (text: string) => Promise<unknown> }} */
const tasks = {
  located: async (text) => {
    const parsed = await (await import('./parse-located.mjs')).parseLocated(text);
    lastData = parsed.data;
    return parsed;
  },
  check: async () => {
    const data = lastData;
    lastData = undefined;
    return (await import('./check-openapi.mjs')).checkOpenApi(data);
  },
  markdown: async (text) => (await import('./parse-markdown.mjs')).parseMarkdownBlocks(text),
};

/** @param {import('./reading-task.mjs').ReadingTask} task */
export async function runReadingTask({ kind, text }) {
  return tasks[kind]?.(text);
}

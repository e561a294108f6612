import { CompressionLevel, type WithheldSecret } from '@lexichord/abstractions';

import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { levelName, levelOption } from '../memory/level-option.js';
import { type ShownSegment, loadSegments } from '../memory/load-segments.js';
import { requireConversation, requireMemory } from '../memory/require-memory.js';
import { printJson } from '../output/print-json.js';
import { printSecrets } from '../output/secret-list.js';
import { screenOutput } from '../output/screen-output.js';
import { segmentPage } from '../output/segment-page.js';
import { layoutFor } from '../output/titled-rows.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord memory show`. */
export const runMemoryShow: CommandRun = (invocation, io) => {
  const conversationId = requiredArgument(invocation, 0);
  const level = levelOption(invocation, 'level') ?? CompressionLevel.brief;
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'show');
    const { head, messages } = await requireConversation(conversationId, { runtime, signal });
    const segments = loadSegments(conversationId, { runtime, level, signal });
    if (globals.json) {
      const shown = [];
      for await (const segment of segments) shown.push(toJson(segment));
      const page = { conversationId, level: levelName(level), head, messages, segments: shown };
      printJson(await screenOutput(page, { runtime, signal }), io);
      return ExitCode.done;
    }
    const layout = layoutFor(io);
    let between = '';
    const secrets: WithheldSecret[] = [];
    for await (const loaded of segments) {
      const segment = await screenOutput(loaded, { runtime, signal });
      io.stdout.write(`${between}${segmentPage(segment, layout)}\n`);
      between = '\n';
      secrets.push(...(segment.text.secrets ?? []));
    }
    printSecrets(secrets, io);
    return ExitCode.done;
  });
};

function toJson({ summary, text }: ShownSegment): object {
  const { content, tokenCount, anchors, markers, secrets = [] } = text;
  return {
    ...summary,
    content,
    tokenCount,
    anchors,
    secrets,
    markers: markers.map((marker) => ({ ...marker, targetLevel: levelName(marker.targetLevel) })),
  };
}

import { aPreparedFolder } from './prepared-folder.js';
import { type FolderFiles, aFolder, runCommand, runJson } from './run-command.js';

const startMs = Date.UTC(2026, 2, 4, 9);

const subjects = [
  'The ferry to the island leaves from quay {n}, and the tide tables decide when it can dock.',
  'The bakery on Mill Street wants rye flour in sacks of {n} kilograms, with yeast for the dough.',
  'The observatory booked telescope {n} for the comet, if the clouds over the ridge let it be seen.',
];

/** A message as a line of a conversation file. */
export interface ChatLine {
  readonly role: string;
  readonly content: string;
  readonly timestamp: string;
}

/** Two people talk about one subject after the other, fifteen messages each, with a pause of two hours between them. */
export function chatLines(count = 45): readonly ChatLine[] {
  return Array.from({ length: count }, (_, index) => {
    const part = Math.floor(index / 15);
    const subject = subjects[part % subjects.length] ?? '';
    const timestamp = new Date(startMs + index * 60_000 + part * 7_200_000).toISOString();
    const content =
      index === 7
        ? 'Decision: we take the ferry of the company Blauwasser, because it is the only one that carries bicycles.'
        : subject.replace('{n}', String(index + 3));
    return { role: index % 2 === 0 ? 'user' : 'assistant', content, timestamp };
  });
}

/** As JSON Lines. */
export function chatFile(lines: readonly object[] = chatLines()): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A workspace with the file `chat.jsonl`; nothing is stored. */
export function aChatFolder(files: FolderFiles = {}): string {
  return aFolder(withChat(files));
}

/** The same, with the file stored as the conversation `chat`. */
export function aChatWorkspace(files: FolderFiles = {}): Promise<string> {
  return aPreparedFolder({
    name: 'chat',
    files: withChat(files),
    prepare: async (workingDirectory) => {
      const argv = ['memory', 'add', 'chat.jsonl', '--conversation', 'chat'];
      const { exitCode, stderr } = await runCommand(argv, { workingDirectory });
      expect([exitCode, stderr]).toEqual([0, '']);
    },
  });
}

function withChat(files: FolderFiles): FolderFiles {
  return { '.agent/.keep': '', 'chat.jsonl': chatFile(), ...files };
}

/** A segment as `--json` has it. */
export interface SegmentJson {
  readonly segmentId: string;
  readonly messageIds: readonly string[];
  readonly isOpen: boolean;
  readonly tokenCounts: Readonly<Record<'full' | 'detailed' | 'brief' | 'tags', number>>;
  readonly content: string;
  readonly tokenCount: number;
}

/** The segments of the conversation `chat` at a level. */
export async function segmentsOf(workingDirectory: string, level = 'brief'): Promise<readonly SegmentJson[]> {
  const shown = await runJson(['memory', 'show', 'chat', '--level', level], { workingDirectory });
  return shown['segments'] as readonly SegmentJson[];
}

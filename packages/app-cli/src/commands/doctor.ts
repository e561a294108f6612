import {
  type AdoptedState,
  type CheckProgress,
  type CheckReport,
  type ConversationFinding,
  type ConversationMending,
  IConversationArchive,
  IKnowledgeArchive,
  type ILexichordRuntime,
  IStateFolder,
  IStateInspector,
  IStoreDoctor,
  type KnowledgeFinding,
  type KnowledgeMending,
  type TableRepair,
  type TableReport,
} from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { columnsOf, type CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { flagOption, textOption } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { countOf, formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { showProgressLine } from '../output/progress-line.js';
import { formatTable } from '../output/table.js';
import { type Colors, colorsFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** Findings that are printed; --json lists all. */
const maxShownFacts = 20;

/** `lexichord doctor`: exit code 1 while something is broken. */
export const runDoctor: CommandRun = (invocation, io) => {
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const doctor = runtime.resolve(IStoreDoctor);
    const adopted = await adoptState(runtime, invocation, io);
    const isRepair = flagOption(invocation, 'repair');
    const repairs = isRepair ? await doctor.repair({ signal }) : [];
    const tables = await doctor.inspect({ signal });
    const isReadable = tables.every(({ health }) => health === 'ok');
    // Contents are checked only when every table can be read.
    const archive = isReadable ? runtime.resolve(IConversationArchive) : undefined;
    const mended = isRepair ? ((await archive?.mend({ signal })) ?? []) : [];
    const conversations = (await archive?.check({ signal })) ?? [];
    const facts = isReadable ? runtime.resolve(IKnowledgeArchive) : undefined;
    const mendedKnowledge = isRepair ? await facts?.mend({ signal }) : undefined;
    const knowledge = (await facts?.check({ signal })) ?? [];
    const checks = flagOption(invocation, 'deep') ? await checkDeeply(runtime, { isRepair, io }) : undefined;
    const findings = { tables, repairs, conversations, mended, knowledge, mendedKnowledge };
    if (globals.json) printJson({ ...findings, ...(checks && { checks }), ...(adopted && { adopted }) }, io);
    else {
      printFindings(findings, io);
      if (checks !== undefined) io.stdout.write(checkReportText(checks, io));
    }
    const isWhole = isReadable && conversations.length + knowledge.length === 0 && (checks ?? []).every(isSound);
    return isWhole ? ExitCode.done : ExitCode.failed;
  });
};

/** Reads and compares everything, derived data included. */
function checkDeeply(
  runtime: ILexichordRuntime,
  { isRepair: repairs, io }: { readonly isRepair: boolean; readonly io: CommandIo },
): Promise<readonly CheckReport[]> {
  const { signal } = io;
  return showCheckProgress(io, (onProgress) =>
    runtime.resolve(IStateInspector).inspect({ repairs, onProgress, signal }),
  );
}

function isSound({ problems, mended }: CheckReport): boolean {
  return problems === mended;
}

/** Restores state that was set aside. Runs before any table is opened. */
async function adoptState(
  runtime: ILexichordRuntime,
  invocation: Invocation,
  io: CommandIo,
): Promise<AdoptedState | undefined> {
  // Shell completion adds a slash.
  const name = textOption(invocation, 'adopt')?.replace(/\/+$/u, '');
  if (name === undefined) return undefined;
  const adopted = await runtime.resolve(IStateFolder).adopt(name, {
    allowsDamage: flagOption(invocation, 'repair'),
    signal: io.signal,
  });
  if (!invocation.globals.json) {
    const former = adopted.setAside === undefined ? '' : ` The former state is now ${adopted.setAside}.`;
    io.stdout.write(`${toTerminalLine(name)} is in use again.${former}\n`);
  }
  return adopted;
}

/** Findings and repairs. */
interface Findings {
  readonly tables: readonly TableReport[];
  readonly repairs: readonly TableRepair[];
  readonly conversations: readonly ConversationFinding[];
  readonly mended: readonly ConversationMending[];
  readonly knowledge: readonly KnowledgeFinding[];
  readonly mendedKnowledge: KnowledgeMending | undefined;
}

function printFindings(findings: Findings, io: CommandIo): void {
  const { tables, repairs, conversations, mended, knowledge, mendedKnowledge } = findings;
  const colors = colorsFor(io.stdout, io.environment);
  const repaired = repairs.filter(({ action }) => action !== 'none');
  for (const { message } of [...repaired, ...mended, ...(mendedKnowledge ? [mendedKnowledge] : [])]) {
    io.stdout.write(`${colors.yellow('mended:')} ${toTerminalLine(message)}\n`);
  }
  for (const { conversationId, problem } of conversations) {
    const name = JSON.stringify(toTerminalLine(conversationId));
    io.stdout.write(`${colors.red('damaged:')} conversation ${name}: ${toTerminalLine(problem)}\n`);
  }
  for (const { factId, problem } of knowledge.slice(0, maxShownFacts)) {
    const fact = factId === undefined ? '' : `, fact ${toTerminalLine(factId)}`;
    io.stdout.write(`${colors.red('damaged:')} knowledge graph${fact}: ${toTerminalLine(problem)}\n`);
  }
  const more = knowledge.length - maxShownFacts;
  if (more > 0) io.stdout.write(`… and ${countOf(more, 'more fact')}; --json lists all.\n`);
  if (tables.length === 0) {
    io.stdout.write(
      'Lexichord has no state for this workspace yet. Run "lexichord index" to build the search index.\n',
    );
    return;
  }
  const rows = tables.map(({ name, rows: count, sizeBytes, health, problem }) => [
    toTerminalLine(name),
    count === undefined ? '-' : formatCount(count),
    sizeBytes === undefined ? '-' : `${formatCount(sizeBytes / 1024)} KB`,
    health === 'ok' ? colors.green('ok') : colors.red(toTerminalLine(problem)),
  ]);
  const columns = [
    { heading: 'Table' },
    { heading: 'Rows', align: 'right' },
    { heading: 'Size', align: 'right' },
    { heading: 'State', isFlexible: true },
  ] as const;
  io.stdout.write(`${formatTable(rows, { columns, width: columnsOf(io.stdout), colors, wrap: true })}\n`);
}

const columns = [
  { heading: 'Checked', isFlexible: true },
  { heading: 'Number', align: 'right' },
  { heading: 'State' },
] as const;

/** The findings of a deep check, then a table of the checked things, then those that could not be compared. */
function checkReportText(reports: readonly CheckReport[], io: CommandIo): string {
  const colors = colorsFor(io.stdout, io.environment);
  const findings = reports.flatMap((report) => findingLines(report, colors));
  const rows = reports.map((report) => [report.name, formatCount(report.checked), stateOf(report, colors)]);
  const table = formatTable(rows, { columns, width: columnsOf(io.stdout), colors });
  const left = reports.flatMap(({ name, checked, uncompared, uncomparedReason }) =>
    uncompared === 0
      ? []
      : [`${formatCount(uncompared)} of ${formatCount(checked)} ${name} could not be compared: ${uncomparedReason}.`],
  );
  return [...findings, table, ...left].map((line) => `${line}\n`).join('');
}

function findingLines({ name, problems, findings }: CheckReport, colors: Colors): readonly string[] {
  const lines = findings.map(({ subject, problem, isMended }) => {
    const mark = isMended ? colors.yellow('mended:') : colors.red('damaged:');
    return `${mark} ${name}, ${toTerminalLine(subject)}: ${toTerminalLine(problem)}`;
  });
  const more = problems - findings.length;
  return more > 0 ? [...lines, `… and ${formatCount(more)} more of the ${name}.`] : lines;
}

function stateOf({ problems, mended }: CheckReport, colors: Colors): string {
  if (problems === 0) return colors.green('ok');
  if (mended === problems) return colors.yellow(`${formatCount(mended)} mended`);
  return colors.red(countOf(problems - mended, 'problem'));
}

/** Checks with a progress line. */
function showCheckProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: CheckProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  const lineOf = ({ name, checked }: CheckProgress): string => `Checking ${name}: ${formatCount(checked)}`;
  return showProgressLine(io, { lineOf }, work);
}

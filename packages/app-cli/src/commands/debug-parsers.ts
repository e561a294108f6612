import { IParserCatalog, type ParserInfo } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { formatTable } from '../output/table.js';
import { layoutFor } from '../output/text-layout.js';
import { findSettingsFolder } from '../session/find-workspace.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord debug parsers` (T-016, troubleshooting 2): exit code 1 when a parser does not work. */
export const runDebugParsers: CommandRun = async ({ globals }, io) => {
  const workspaceRoot = findSettingsFolder(globals, io);
  return withRuntime({ globals, io, workspaceRoot }, async ({ runtime }) => {
    const parsers = await runtime.resolve(IParserCatalog).list({ signal: io.signal });
    if (globals.json) printJson({ parsers }, io);
    else printParsers(parsers, io);
    return parsers.every(({ problem }) => problem === undefined) ? ExitCode.done : ExitCode.failed;
  });
};

function printParsers(parsers: readonly ParserInfo[], io: CommandIo): void {
  const { colors, columns } = layoutFor(io);
  const rows = parsers.map(({ languages, kind, name, version, problem }) => [
    languages.join(', '),
    kind === 'grammar' ? name : `scanner for ${name}`,
    version,
    problem === undefined ? colors.green('ok') : colors.red(toTerminalLine(problem)),
  ]);
  const table = formatTable(rows, {
    columns: [
      { heading: 'Language' },
      { heading: 'Parser' },
      { heading: 'Version' },
      { heading: 'State', isFlexible: true },
    ],
    width: columns,
    colors,
    wrap: true,
  });
  const broken = parsers.filter(({ problem }) => problem !== undefined).length;
  const verdict =
    broken === 0 ? 'All of them work.' : `${countOf(broken, 'parser')} cannot be used: such files are cut at lines.`;
  io.stdout.write(`${table}\n\n${verdict} Files of other languages are cut at lines.\n`);
}

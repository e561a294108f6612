import type { RunRequest, StreamFacts } from '@lexichord/control/warm';

import type { CommandIo, TextSink } from '../command-io.js';
import { relevantVariables } from './variables.js';

/** The request of a command line to a warm process. @param argv without the program's own name */
export function requestOf(argv: readonly string[], io: CommandIo): RunRequest {
  const { workingDirectory, environment } = io;
  return {
    ...{ argv, workingDirectory, environment: relevantVariables(environment) },
    stdin: { isTTY: (io.stdin as { readonly isTTY?: boolean }).isTTY === true },
    stdout: factsOf(io.stdout),
    stderr: factsOf(io.stderr),
  };
}

function factsOf({ isTTY, columns }: TextSink): StreamFacts {
  return { isTTY: isTTY === true, columns };
}

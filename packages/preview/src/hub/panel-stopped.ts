import { ErrorCode, LexichordError } from '@lexichord/abstractions';

export function panelStopped(): LexichordError {
  return new LexichordError(ErrorCode.ioFailed, 'The panel has stopped. Start it again with "lexichord preview".');
}

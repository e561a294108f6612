import type { ILexichordRuntime } from '@lexichord/abstractions';
import type { ControlHandlers } from '@lexichord/control';

import type { PreviewHub } from '../hub/preview-hub.js';

/** Handles requests of commands to a panel, by its hub and runtime. */
export function panelControl(
  runtime: ILexichordRuntime,
  hub: Pick<PreviewHub, 'requestRefresh' | 'describeWatch'>,
): ControlHandlers {
  return {
    reloadConfiguration: () => runtime.reloadConfiguration(),
    refresh: () => Promise.resolve({ viewers: hub.requestRefresh() }),
    describeWatch: () => {
      const { documents, lastEvent } = hub.describeWatch();
      const configurationFiles = runtime.watchedConfigurationFiles;
      return Promise.resolve({
        active: documents.length + configurationFiles.length > 0,
        folders: [],
        documents,
        configurationFiles,
        lastEvent: lastEvent && { at: lastEvent.at, what: `${lastEvent.path} ${lastEvent.kind}` },
      });
    },
    rereadStrategies: async () => ({ switched: await runtime.rereadStrategies() }),
  };
}

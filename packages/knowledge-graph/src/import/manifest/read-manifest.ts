import type { KnowledgeFile } from '@lexichord/abstractions';

import type { DocumentReading, ReadingContext } from '../document-reading.js';
import { FactCollector } from '../fact-collector.js';
import type { ManifestReader } from './packages.js';

/** Readers by file name; each is loaded when it is needed. */
const readers: readonly { readonly name: RegExp; readonly load: () => Promise<ManifestReader> }[] = [
  { name: /(?:^|\/)package\.json$/u, load: async () => (await import('./read-npm.js')).readNpm },
  { name: /(?:^|\/)pyproject\.toml$/u, load: async () => (await import('./read-pyproject.js')).readPyproject },
  { name: /(?:^|\/)Cargo\.toml$/u, load: async () => (await import('./read-cargo.js')).readCargo },
  { name: /(?:^|\/)go\.mod$/u, load: async () => (await import('./read-go-mod.js')).readGoMod },
  { name: /\.csproj$/u, load: async () => (await import('./read-csproj.js')).readCsproj },
];

/** Reads a manifest: a product or component, its parts and its dependencies. */
export async function readManifest(file: KnowledgeFile, context: ReadingContext): Promise<DocumentReading> {
  const collector = new FactCollector(file.documentPath);
  const reader = readers.find(({ name }) => name.test(file.documentPath));
  if (reader === undefined) {
    collector.addProblem(
      1,
      'This kind of manifest is not supported. Supported are package.json, pyproject.toml, Cargo.toml, go.mod, *.csproj.',
    );
    return { ...collector.reading('manifest'), isUnreadable: true };
  }
  const read = await reader.load();
  await read(file, { collector, context });
  const reading = collector.reading('manifest');
  // A manifest without problems and facts is read completely: its earlier facts are removed.
  const isWhole = reading.problems.every(({ isWarning }) => isWarning === true);
  return reading.entities.length === 0 && !isWhole ? { ...reading, isUnreadable: true } : reading;
}

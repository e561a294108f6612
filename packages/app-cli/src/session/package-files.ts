import { fileURLToPath } from 'node:url';

/** The sample workspace that ships with this package. It has no configuration of its own. */
export const sampleWorkspace = fileURLToPath(new URL('../../assets/demo-workspace', import.meta.url));

/** The document of {@link sampleWorkspace} that the demo assembles. */
export const sampleDocument = 'docs/event-delivery.md';

/** Folder of the repository when this package runs inside it. */
export const repositoryFolder = fileURLToPath(new URL('../../../../', import.meta.url));

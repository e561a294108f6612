/** How every call names its viewer. */
export const viewerHeader = 'lexichord-viewer';

/** How the stream of events names it, because a browser's `EventSource` sends no header. */
export const viewerParameter = 'viewer';

/** Header with the viewer's id in calls. */
export const viewerHeader = 'lexichord-viewer';

/** Query parameter with the viewer's id for the event stream, because a browser's `EventSource` sends no headers. */
export const viewerParameter = 'viewer';

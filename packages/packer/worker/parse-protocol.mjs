// @ts-check

/** @type {typeof import('./parse-protocol.mjs').nodeRoles} */
export const nodeRoles = ['statement', 'definition', 'imports', 'comment', 'lead', 'error', 'rest', 'name'];

/** @type {typeof import('./parse-protocol.mjs').nodeCallables} */
export const nodeCallables = ['none', 'held', 'self'];

/** @type {typeof import('./parse-protocol.mjs').nodeStride} */
export const nodeStride = 10;

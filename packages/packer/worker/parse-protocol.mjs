// @ts-check

/** @type {typeof import('./parse-protocol.mjs').nodeRoles} */
export const nodeRoles = ['statement', 'definition', 'imports', 'comment', 'lead', 'error'];

/** @type {typeof import('./parse-protocol.mjs').nodeStride} */
export const nodeStride = 9;

// @ts-check

/** @type {typeof import('./parse-protocol.mjs').nodeRoles} */
export const nodeRoles = ['statement', 'definition', 'imports', 'comment', 'lead', 'error', 'rest', 'name'];

/** @type {typeof import('./parse-protocol.mjs').nodeCallables} */
export const nodeCallables = ['none', 'held', 'self'];

/** @type {typeof import('./parse-protocol.mjs').nodeFields} */
export const nodeFields = {
  level: 0,
  role: 1,
  rule: 2,
  kind: 3,
  start: 4,
  end: 5,
  nameStart: 6,
  nameEnd: 7,
  hasError: 8,
  callable: 9,
};

/** @type {typeof import('./parse-protocol.mjs').nodeStride} */
export const nodeStride = Object.keys(nodeFields).length;

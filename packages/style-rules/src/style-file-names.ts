/** File of a workspace's own style rules. */
export const houseRulesPath = '.agent/style.yml';

/** Names of a Vale configuration, the first that exists counts. */
export const valeConfigNames = ['.vale.ini', '_vale.ini'] as const;

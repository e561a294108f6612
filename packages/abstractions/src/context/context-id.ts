/** Pattern of the ids of agents and strategies, by which the configuration and the command line name them. */
export const contextIdPattern = /^[A-Za-z0-9_.-]{1,80}$/u;

/** Pattern of the ids of agents and strategies, by which the configuration and the command line name them. */
export const contextIdPattern = /^[A-Za-z0-9_.-]{1,80}$/u;

/** What {@link contextIdPattern} says, for a message: `an id has …`. */
export const contextIdRule = 'an id has up to 80 letters, digits, "_", "." and "-"';

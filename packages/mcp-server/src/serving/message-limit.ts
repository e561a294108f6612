/** Longest message of a client, in bytes: the outputs of tools that a task may bring along, and room. */
export const maxMessageBytes = 16 * 1024 * 1024;

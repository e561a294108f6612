/** Names of the tools that change what is stored: calls of them must not be made twice. */
export const writingTools: readonly string[] = ['remember'];

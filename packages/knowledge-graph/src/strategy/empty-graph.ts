/** What somebody reads whose workspace has no facts yet. */
export const emptyGraphMessage =
  'The knowledge graph is empty. Run "lexichord knowledge import" with the files that describe the product.';

// module
export { registerPackerModule } from './packer-module.js';
export { PackerOptions, type PackerOptionsInput, packerOptionsSchema } from './packer-options.js';

// chunks
export { StructuralChunker } from './chunk/structural-chunker.js';
export { SyntaxOutliner } from './chunk/syntax-outliner.js';
export { SyntaxTrees } from './chunk/syntax-trees.js';
export { partMarker } from './chunk/part-marker.js';

// @ts-check
const { join } = require('node:path');
const { formatFiles, generateFiles, logger, names } = require('@nx/devkit');
const { insertCatalogRow, insertDescriptor } = require('./register-strategy.js');
const { StrategyGeneratorError } = require('./strategy-generator-error.js');

/**
 * @typedef {object} ContextStrategyOptions
 * @property {string} name
 * @property {string} [package] folder under `packages/`
 * @property {'Core' | 'WriterPro' | 'Teams' | 'Enterprise'} [tier]
 * @property {number} [priority]
 * @property {number} [maxTokens]
 * @property {string} [displayName]
 */

/**
 * Adds a context strategy that works at once: the class, a spec with the contract suite, and its two rows.
 *
 * @param {import('@nx/devkit').Tree} tree
 * @param {ContextStrategyOptions} options
 */
async function contextStrategyGenerator(tree, options) {
  const { package: folder = 'agents', tier = 'WriterPro', priority = 40, maxTokens = 1_000 } = options;
  const { fileName, className, propertyName } = readName(options.name);
  const displayName = options.displayName ?? titleOf(fileName);
  const strategies = `packages/${folder}/src/strategies`;
  const descriptorsPath = `${strategies}/strategy-descriptors.ts`;
  const catalogPath = `${strategies}/strategy-catalog.ts`;
  for (const needed of [descriptorsPath, catalogPath]) requireFile(tree, needed);

  const descriptor = { strategyId: fileName, displayName, priority, maxTokens, tier };
  const { text: descriptors, nextKey } = insertDescriptor(readText(tree, descriptorsPath), propertyName, descriptor);
  const catalog = insertCatalogRow(readText(tree, catalogPath), {
    key: propertyName,
    nextKey,
    className: `${className}ContextStrategy`,
    modulePath: `./${fileName}-context-strategy.js`,
  });

  generateFiles(tree, join(__dirname, 'files'), strategies, {
    tmpl: '',
    fileName,
    className,
    propertyName,
    displayName: oneLine(displayName),
  });
  tree.write(descriptorsPath, descriptors);
  tree.write(catalogPath, catalog);
  await formatFiles(tree);

  return () =>
    logger.info(
      `Write what it gathers in ${strategies}/${fileName}-context-strategy.ts. If an agent with a list of strategies ` +
        'should use it, add it to packages/agents/src/catalog/built-in-agents.ts.',
    );
}

/** @param {string} name */
function readName(name) {
  const base = names(name).fileName.replace(/-(?:context-)?strategy$/u, '');
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u.test(base)) {
    throw new StrategyGeneratorError(
      `"${name}" cannot name a strategy. Use letters, digits and hyphens, such as git-changes.`,
    );
  }
  return names(base);
}

/** @param {string} fileName */
function titleOf(fileName) {
  return fileName
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} path
 */
function requireFile(tree, path) {
  if (tree.exists(path)) return;
  throw new StrategyGeneratorError(
    `There is no ${path}. Name a package whose strategies are laid out as in packages/agents.`,
  );
}

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} path
 */
function readText(tree, path) {
  return tree.read(path, 'utf-8') ?? '';
}

/**
 * A display name as it may stand in a comment.
 *
 * @param {string} text
 */
function oneLine(text) {
  return text.replace(/\s+/gu, ' ').replaceAll('*/', '* /');
}

module.exports = { contextStrategyGenerator, default: contextStrategyGenerator };

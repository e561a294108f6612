// @ts-check

/** Why the generator cannot make the strategy, and what to do about it. Nothing has been written then. */
class StrategyGeneratorError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'StrategyGeneratorError';
  }
}

module.exports = { StrategyGeneratorError };

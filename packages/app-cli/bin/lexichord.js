#!/usr/bin/env node
import { isBundleCurrent } from './bundle-state.js';
import { endWith } from './last-words.js';

const argv = process.argv.slice(2);
process.on('uncaughtException', (error) => endWith(error, argv));

try {
  await import(isBundleCurrent() ? '../bundle/main.js' : '../dist/main.js');
} catch (error) {
  endWith(error, argv);
}

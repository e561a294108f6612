#!/usr/bin/env node
import { isBundleCurrent } from './bundle-state.js';

await import(isBundleCurrent() ? '../bundle/main.js' : '../dist/main.js');

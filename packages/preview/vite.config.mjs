import { defineConfig } from 'vite';

/** The page: static files with relative addresses, because they are served below an address that nobody knows before. */
export default defineConfig({
  root: 'src/client',
  base: './',
  publicDir: false,
  resolve: { conditions: ['@lexichord/source', 'module', 'browser', 'production'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../page',
    emptyOutDir: true,
    target: 'es2022',
    // The page's content policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What were loaded later, when somebody else may listen on the port, would be that one's code.
    rolldownOptions: { output: { codeSplitting: false } },
  },
  logLevel: 'warn',
});

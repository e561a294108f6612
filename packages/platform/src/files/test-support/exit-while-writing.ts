import { replaceFile } from '../replace-file.js';

/* A child process of a spec: `exit-while-writing.ts FILE`. Exits in the middle of the file, as an interrupt has it. */
const [path = ''] = process.argv.slice(2);

async function* untilExit(): AsyncGenerator<string> {
  yield await Promise.resolve('the first half');
  process.exit(130);
}

await replaceFile(path, untilExit());

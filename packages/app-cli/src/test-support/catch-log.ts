import fs from 'node:fs';

/**
 * Takes what is logged with `--debug`: that goes to the process, past the streams of the command.
 *
 * @returns what ends it and gives the lines
 */
export function catchLog(): () => string {
  const { writeSync } = fs;
  let text = '';
  const spy = jest.spyOn(fs, 'writeSync').mockImplementation((fd: number, data: string, ...rest: []) => {
    if (fd !== process.stderr.fd) return writeSync(fd, data, ...rest);
    text += data;
    return Buffer.byteLength(data);
  });
  return () => {
    spy.mockRestore();
    return text;
  };
}

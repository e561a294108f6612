import { sep, win32 } from 'node:path';

/** Names that Windows reserves for devices, in every folder and with every ending. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?: *\.|$)/iu;

/**
 * Whether looking at a path makes Windows ask another computer or a device, although the path comes from somewhere else:
 * `\\host\share`, `//host/share`, `\\.\pipe\name`. By being asked, the other computer learns a hash of the user's
 * password. Always false on other systems.
 *
 * @param from absolute path of the folder or file that names the path; a path of the same share is allowed
 */
export function leavesForNetwork(path: string, from: string, separator: string = sep): boolean {
  if (separator === '/' || !/^[\\/]{2}/u.test(path)) return false;
  return shareOf(path) !== shareOf(from);
}

function shareOf(path: string): string {
  return win32.parse(win32.normalize(path)).root.toLowerCase();
}

/** Whether Windows takes a path for a stream of a file, as `notes.md:name` and `notes.md::$DATA` are. */
export function namesStream(path: string, separator: string = sep): boolean {
  return separator === '\\' && path.replace(/^(?:[\\/]{2}[?.][\\/])?[a-z]:/iu, '').includes(':');
}

/** Whether Windows takes the last name of a path for a device, such as `NUL` or `con.txt`. */
export function namesDevice(path: string, separator: string = sep): boolean {
  return separator === '\\' && deviceName.test(win32.basename(path));
}

/** A relative path or a pattern with forward slashes. On other systems a backslash is a character like others. */
export function withForwardSlashes(path: string, separator: string = sep): string {
  return separator === '\\' ? path.replaceAll('\\', '/') : path;
}

/** A path as Windows compares it, in one case and with forward slashes; unchanged on other systems. */
export function comparablePath(path: string, separator: string = sep): string {
  return separator === '\\' ? withForwardSlashes(path, separator).toLowerCase() : path;
}

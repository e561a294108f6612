// What files say is made safe in one way, wherever a terminal shows it.
export { toTerminalLine, toTerminalText } from '@lexichord/platform/terminal-text';

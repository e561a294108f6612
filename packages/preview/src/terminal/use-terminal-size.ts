import { useStdout } from 'ink';
import { useEffect, useState } from 'react';

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The size of the terminal, as it is now. */
export function useTerminalSize(): TerminalSize {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const measure = (): void => setSize(sizeOf(stdout));
    stdout.on('resize', measure);
    return () => void stdout.off('resize', measure);
  }, [stdout]);
  return size;
}

/** Some terminals do not say how large they are. */
function sizeOf({ columns, rows }: Partial<TerminalSize>): TerminalSize {
  return {
    columns: columns === undefined || columns < 1 ? 80 : columns,
    rows: rows === undefined || rows < 1 ? 24 : rows,
  };
}

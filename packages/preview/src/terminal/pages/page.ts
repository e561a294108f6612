import type { TerminalLine } from '../screen/terminal-line.js';
import type { Paint } from '../screen/paint.js';

/** Something on a page that can be chosen, and the line on which it begins. */
export interface PageItem {
  readonly id: string;
  readonly line: number;
}

/** Everything that a view has to show, of which the screen shows a window. */
export interface Page {
  readonly lines: readonly TerminalLine[];
  readonly items: readonly PageItem[];
}

/** Size and colours of a page. */
export interface PageFrame {
  readonly columns: number;
  readonly paint: Paint;
  readonly selectedId: string | undefined;
}

/** Puts a page together, line by line. */
export class PageBuilder {
  private readonly lines: TerminalLine[] = [];
  private readonly items: PageItem[] = [];

  /** Begins an item: the lines that follow belong to it. */
  item(id: string): this {
    this.items.push({ id, line: this.lines.length });
    return this;
  }

  add(...lines: readonly TerminalLine[]): this {
    for (const line of lines) this.lines.push(line);
    return this;
  }

  build(): Page {
    return { lines: this.lines, items: this.items };
  }
}

/** The item that is chosen: the one that was, else the first. */
export function chosenItem({ items }: Page, selectedId: string | undefined): PageItem | undefined {
  return items.find(({ id }) => id === selectedId) ?? items[0];
}

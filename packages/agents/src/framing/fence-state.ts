import { closesFence, fenceOpenedBy } from '@lexichord/abstractions';

/** Goes through the lines of a text, and knows which of them are in a code fence. */
export class FenceState {
  private open: string | undefined;
  private isInList = false;

  private constructor(private readonly isStrict: boolean) {}

  /** By the rules of Markdown, which want a fence to be indented little. What is in the items of a list is not known. */
  static strict(): FenceState {
    return new FenceState(true);
  }

  /** As a reader does who takes for a fence whatever looks like one, as the rest of the assembler does. */
  static lenient(): FenceState {
    return new FenceState(false);
  }

  get isOpen(): boolean {
    return this.open !== undefined;
  }

  /** Whether the next line is in a fence that a line before it opened, and does not close it. */
  isWithin(line: string): boolean {
    if (this.open === undefined) {
      if (this.mayOpen(line)) this.open = fenceOpenedBy(line);
      return false;
    }
    if ((this.isStrict && !isIndentedLittle(line)) || !closesFence(line, this.open)) return true;
    this.open = undefined;
    return false;
  }

  private mayOpen(line: string): boolean {
    if (!this.isStrict) return true;
    if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/u.test(line)) this.isInList = true;
    else if (/^\S/u.test(line)) this.isInList = false;
    return !this.isInList && isIndentedLittle(line);
  }
}

function isIndentedLittle(line: string): boolean {
  return /^ {0,3}\S/u.test(line);
}

export declare class NextMatch {
  constructor(pattern: RegExp, text: string);
  isWithin(start: number, end: number): boolean;
}

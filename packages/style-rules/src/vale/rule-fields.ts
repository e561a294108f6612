import type * as Yaml from 'yaml';
import type { Document, LineCounter, Node } from 'yaml';

/** A text of a rule file with its line. */
export interface PlacedText {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** One `from: to` of a `swap` or an `either`. */
export interface PlacedPair {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** The YAML library's helpers, loaded when the first rule file is read. */
export type YamlModule = typeof Yaml;

/** Typed access to the keys of one rule file. Every scalar is its text: Vale converts equally leniently. */
export class RuleFields {
  private readonly misplaced = new Map<number, string>();

  constructor(
    private readonly yaml: YamlModule,
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {}

  has(key: string): boolean {
    return this.node(key) !== undefined;
  }

  text(key: string): string | undefined {
    return this.placed(key)?.text;
  }

  placed(key: string): PlacedText | undefined {
    return this.textOf(this.node(key));
  }

  /** YAML 1.1 words for true count, too: Vale reads that version. */
  flag(key: string, fallback = false): boolean {
    const text = this.text(key);
    return text === undefined ? fallback : /^(?:true|yes|on|y|1)$/i.test(text);
  }

  /** Undefined when absent or not a number. */
  number(key: string): number | undefined {
    const text = this.text(key);
    const value = text === undefined || text === '' ? Number.NaN : Number(text);
    return Number.isFinite(value) ? value : undefined;
  }

  /** A list of texts; a single text is a list of one. Empty texts are left out. */
  list(key: string): readonly PlacedText[] {
    const node = this.node(key);
    const items = this.yaml.isSeq(node) ? node.items : node === undefined ? [] : [node];
    return items.map((item) => this.entryText(item, key)).filter((entry) => entry !== undefined);
  }

  /** A map, or a list of maps, of texts. The last value of a repeated key counts. */
  pairs(key: string): readonly PlacedPair[] {
    const node = this.node(key);
    const maps = this.yaml.isSeq(node) ? node.items : node === undefined ? [] : [node];
    const pairs = new Map<string, PlacedPair>();
    for (const map of maps) {
      if (!this.yaml.isMap(map)) this.misplaced.set(this.lineOf(map), key);
      for (const { key: from, value: to } of this.yaml.isMap(map) ? map.items : []) {
        const placed = this.entryText(from, key);
        const target = this.textOf(to);
        if (placed !== undefined)
          pairs.set(placed.text, { from: placed.text, to: target?.text ?? '', line: placed.line });
      }
    }
    return [...pairs.values()];
  }

  /** Lines of entries that are not texts, or pairs of texts, with their key. */
  get misplacedEntries(): ReadonlyMap<number, string> {
    return this.misplaced;
  }

  /** 1-based line of a key's value; 1 when it is absent. */
  line(key: string): number {
    return this.lineOf(this.node(key));
  }

  private node(key: string): unknown {
    const { contents } = this.document;
    const node: unknown = this.yaml.isMap(contents) ? contents.get(key, true) : undefined;
    return this.yaml.isAlias(node) ? node.resolve(this.document) : node;
  }

  private entryText(value: unknown, key: string): PlacedText | undefined {
    const placed = this.textOf(value);
    if (placed === undefined) this.misplaced.set(this.lineOf(value), key);
    return placed === undefined || placed.text.trim() === '' ? undefined : placed;
  }

  private textOf(value: unknown): PlacedText | undefined {
    const node = this.yaml.isAlias(value) ? value.resolve(this.document) : value;
    if (!this.yaml.isScalar(node) || typeof node.value !== 'string') return undefined;
    return { text: node.value, line: this.lineOf(node) };
  }

  private lineOf(node: unknown): number {
    const offset = this.yaml.isNode(node) ? (node as Node).range?.[0] : undefined;
    return offset === undefined ? 1 : Math.max(1, this.lines.linePos(offset).line);
  }
}

import type { LocatedData } from '../../../worker/parse-located.mjs';

/** A value in a YAML or JSON text, with its lines. Missing parts are `undefined` or empty. */
export class SourceValue {
  constructor(
    readonly value: unknown,
    /** 1-based; for an entry of a map the line of its key. */
    readonly startLine: number,
    readonly endLine: number,
    private readonly table: LineTable,
  ) {}

  get isMap(): boolean {
    return isContainer(this.value) && !Array.isArray(this.value);
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  /** An entry of a map by its key, or of a list by its index. */
  get(key: string): SourceValue | undefined {
    if (!isContainer(this.value) || !Object.hasOwn(this.value, key)) return undefined;
    // Cached, because finding the index of a key in a large map takes too long to repeat.
    return this.table.entry(this.value, key);
  }

  /** Follows a path of keys, skipping those that do not exist. */
  nearest(path: readonly string[]): SourceValue {
    let value: SourceValue = this; // eslint-disable-line @typescript-eslint/no-this-alias
    for (const key of path) value = value.get(key) ?? value;
    return value;
  }

  /** The entries of a map, in the order of its keys. */
  entries(): readonly (readonly [string, SourceValue])[] {
    const { value } = this;
    if (!isContainer(value) || Array.isArray(value)) return [];
    return Object.keys(value).map((key, index) => [key, this.table.at(value, key, index)] as const);
  }

  /** The items of a list. */
  items(): readonly SourceValue[] {
    const { value } = this;
    return Array.isArray(value) ? value.map((_, index) => this.table.at(value, String(index), index)) : [];
  }

  /** The text of an entry, without surrounding white space; absent if it is empty or not a text. */
  text(key: string): string | undefined {
    const value = this.get(key)?.value;
    const text = typeof value === 'string' ? value.trim() : '';
    return text === '' ? undefined : text;
  }

  /** The texts of a list, without empty ones and other values. */
  texts(key: string): readonly string[] {
    const values = this.get(key)?.items() ?? [];
    return values.flatMap(({ value }) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));
  }
}

/** The root of the parsed text. */
export function sourceRoot({ data, lines }: LocatedData): SourceValue {
  return new SourceValue(data, lines[0] ?? 1, lines[1] ?? 1, new LineTable(data, lines));
}

type Container = readonly unknown[] | { readonly [key: string]: unknown };

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Finds the lines of entries. */
class LineTable {
  /** Start index of a container's lines. */
  private readonly offsets = new Map<Container, number>();
  /** Indexes of keys, for maps of which an entry was requested. */
  private readonly places = new Map<Container, ReadonlyMap<string, number>>();

  constructor(
    root: unknown,
    private readonly lines: Int32Array,
  ) {
    let offset = 2;
    const visit = (value: unknown): void => {
      if (!isContainer(value) || this.offsets.has(value)) return;
      this.offsets.set(value, offset);
      const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
      offset += 2 * parts.length;
      for (const part of parts) visit(part);
    };
    visit(root);
  }

  entry(container: Container, key: string): SourceValue {
    return this.at(container, key, Array.isArray(container) ? Number(key) : this.placeOf(container, key));
  }

  at(container: Container, key: string, place: number): SourceValue {
    const offset = (this.offsets.get(container) ?? 0) + 2 * place;
    const value = (container as Readonly<Record<string, unknown>>)[key];
    return new SourceValue(value, this.lines[offset] ?? 1, this.lines[offset + 1] ?? 1, this);
  }

  private placeOf(container: Container, key: string): number {
    let places = this.places.get(container);
    if (places === undefined) {
      places = new Map(Object.keys(container).map((name, index) => [name, index]));
      this.places.set(container, places);
    }
    return places.get(key) ?? 0;
  }
}

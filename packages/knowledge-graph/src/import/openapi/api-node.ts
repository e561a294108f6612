import { maxDescriptionLength, maxFieldDescriptionLength, shortened } from '../clean-text.js';
import type { Lines } from '../fact-collector.js';
import type { SourceValue } from '../source/source-value.js';

/** A file of an API description. */
export interface ApiFile {
  /** Relative to the folder of the description; '' is the description itself. */
  readonly path: string;
  readonly root: SourceValue;
}

/**
 * A value in an API description, or in a file that it refers to. Facts are stated by the description, so the lines of a
 * value in another file are those of the reference to it.
 */
export class ApiNode {
  constructor(
    readonly file: ApiFile,
    readonly source: SourceValue,
    /** Lines in the description. */
    readonly lines: Lines,
  ) {}

  get isMap(): boolean {
    return this.source.isMap;
  }

  get value(): unknown {
    return this.source.value;
  }

  get(key: string): ApiNode | undefined {
    const found = this.source.get(key);
    return found === undefined ? undefined : this.child(found);
  }

  /** An entry, if it is a map. */
  map(key: string): ApiNode | undefined {
    const found = this.get(key);
    return found?.isMap === true ? found : undefined;
  }

  /** The entries of a map, in the order of its keys, without extensions. */
  entries(): readonly (readonly [string, ApiNode])[] {
    return this.source.entries().flatMap(([key, value]) => {
      return key.startsWith('x-') ? [] : [[key, this.child(value)] as const];
    });
  }

  /** Like {@link entries}, including keys that start with `x-`: among user-defined names they are not extensions. */
  named(): readonly (readonly [string, ApiNode])[] {
    return this.source.entries().map(([key, value]) => [key, this.child(value)] as const);
  }

  items(): readonly ApiNode[] {
    return this.source.items().map((item) => this.child(item));
  }

  /** A text of limited length: a megabyte of description is useless. */
  text(key: string): string | undefined {
    const text = this.source.text(key);
    return text === undefined ? undefined : shortened(text, maxDescriptionLength);
  }

  texts(key: string): readonly string[] {
    return this.source.texts(key).map((text) => shortened(text, maxFieldDescriptionLength));
  }

  is(key: string): boolean {
    return this.source.get(key)?.value === true;
  }

  /** Path and line of the definition, if it is in another file. */
  get definedIn(): string | undefined {
    return this.file.path === '' ? undefined : `${this.file.path}:${this.source.startLine}`;
  }

  private child(source: SourceValue): ApiNode {
    return new ApiNode(this.file, source, this.file.path === '' ? source : this.lines);
  }
}

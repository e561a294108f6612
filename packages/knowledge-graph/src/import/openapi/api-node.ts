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
 * A value in an API description, or in a file beside it. Facts are stated by the description, so the lines of what
 * stands in a file beside are those of the reference that leads there.
 */
export class ApiNode {
  constructor(
    readonly file: ApiFile,
    readonly source: SourceValue,
    /** In the description. */
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

  /** An entry that is a map. */
  map(key: string): ApiNode | undefined {
    const found = this.get(key);
    return found?.isMap === true ? found : undefined;
  }

  /** Of a map, in the order of its keys; extensions are left out. */
  entries(): readonly (readonly [string, ApiNode])[] {
    return this.source.entries().flatMap(([key, value]) => {
      return key.startsWith('x-') ? [] : [[key, this.child(value)] as const];
    });
  }

  /** As {@link entries}, with what begins with `x-`: among names of one's own that means nothing. */
  named(): readonly (readonly [string, ApiNode])[] {
    return this.source.entries().map(([key, value]) => [key, this.child(value)] as const);
  }

  items(): readonly ApiNode[] {
    return this.source.items().map((item) => this.child(item));
  }

  /** Of bounded length: a megabyte of description is of no use. */
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

  /** Path of the file that defines it, when that is not the description. */
  get definedIn(): string | undefined {
    return this.file.path === '' ? undefined : `${this.file.path}:${this.source.startLine}`;
  }

  private child(source: SourceValue): ApiNode {
    return new ApiNode(this.file, source, this.file.path === '' ? source : this.lines);
  }
}

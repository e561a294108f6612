import type { CallOptions, IWorkspaceListing, ListingWarning } from '@lexichord/abstractions';

/** File counts of a workspace. */
export interface FileCounts {
  readonly paths: ReadonlySet<string>;
  /** Number of files by language id. */
  readonly languages: ReadonlyMap<string, number>;
  /** Number of files in and below each root folder. */
  readonly folders: ReadonlyMap<string, number>;
  /** Warnings of the listing. */
  readonly warnings: readonly string[];
}

/** Counts the files of a workspace. Caches the counts while the listing reports the same version. */
export class FileCensus {
  private last: { readonly version: string; readonly counts: FileCounts } | undefined;

  constructor(private readonly listing: IWorkspaceListing) {}

  async count(options: CallOptions): Promise<FileCounts> {
    // Read first, so that a change during the listing gives another version.
    const version = await this.listing.version?.(options);
    if (version !== undefined && version === this.last?.version) return this.last.counts;
    const { isLasting, ...counts } = await this.countAnew(options);
    if (version !== undefined && isLasting) this.last = { version, counts };
    return counts;
  }

  /** `isLasting`: whether a listing of the same version would give the same warnings. */
  private async countAnew({ signal }: CallOptions): Promise<FileCounts & Pick<ListingWarning, 'isLasting'>> {
    let isLasting = true;
    const languages = new Map<string, number>();
    const folders = new Map<string, number>();
    const paths = new Set<string>();
    const warnings: string[] = [];
    const onWarning = (warning: string, about: ListingWarning): void => {
      warnings.push(warning);
      isLasting &&= about.isLasting;
    };
    for await (const { relativePath, language } of this.listing.list({ signal, onWarning })) {
      paths.add(relativePath);
      languages.set(language, (languages.get(language) ?? 0) + 1);
      const [folder, ...rest] = relativePath.split('/');
      if (folder !== undefined && rest.length > 0) folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
    return { paths, languages, folders, warnings, isLasting };
  }
}

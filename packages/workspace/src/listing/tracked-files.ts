import { join } from 'node:path';

import { displayPath } from '../guard/display-path.js';
import { type GitRun, type NoHistoryReason } from '../git/find-repository.js';
import { type TrackedPaths, readTracked } from '../git/read-tracked.js';

/** Each of them costs a process, and a repository may claim as many as it likes. */
const maxRepositories = 100;

const nothing: TrackedPaths = { files: new Set(), folders: new Set() };

/** Why git said nothing although there may be something. Another owner is told of by the history. */
const troubles: ReadonlySet<NoHistoryReason> = new Set(['timeout', 'failed']);

/**
 * What git tracks in a workspace and in its submodules, as it is at one moment. A repository is asked when something in it is
 * first looked up.
 */
export class TrackedFiles {
  /** By path of a repository from the workspace, with a slash at the end; empty for the one that the workspace is in. */
  private readonly repositories = new Map<string, Promise<TrackedPaths>>();

  /**
   * @param run in the workspace
   * @param onWarning told in a sentence when git does not say what it tracks
   */
  constructor(
    private readonly run: GitRun,
    private readonly onWarning: (warning: string) => void,
  ) {}

  /**
   * @param path relative to the workspace; of a folder, which has a slash at the end: whether anything in it is tracked
   * @throws the signal's reason
   */
  async has(path: string): Promise<boolean> {
    for (let repository = ''; ;) {
      const tracked = await this.trackedIn(repository);
      const inner = path.slice(repository.length);
      const paths = inner === '' || inner.endsWith('/') ? tracked.folders : tracked.files;
      if (paths.has(inner)) return true;
      const submodule = submoduleAbove(inner, tracked);
      if (submodule === undefined) return false;
      repository += submodule;
    }
  }

  private trackedIn(repository: string): Promise<TrackedPaths> {
    const known = this.repositories.get(repository);
    if (known !== undefined) return known;
    if (this.repositories.size >= maxRepositories) {
      this.onWarning(`At most ${maxRepositories} repositories are asked for the files that they track.`);
      return Promise.resolve(nothing);
    }
    const asking = this.ask(repository);
    this.repositories.set(repository, asking);
    return asking;
  }

  private async ask(repository: string): Promise<TrackedPaths> {
    const found = await readTracked({ ...this.run, root: join(this.run.root, repository) });
    if (typeof found !== 'string') return found;
    if (troubles.has(found)) {
      const where = repository === '' ? '' : ` of ${displayPath(repository)}`;
      this.onWarning(
        `git did not say which files${where} it tracks (${found}), so that those which a .gitignore names are left out. Run "git ls-files" to see why.`,
      );
    }
    return nothing;
  }
}

/** The submodule that a path is in, with a slash at the end. */
function submoduleAbove(path: string, { files }: TrackedPaths): string | undefined {
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    if (files.has(path.slice(0, end))) return path.slice(0, end + 1);
  }
  return undefined;
}

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { type ForgedPaths, forgeManifest } from '@lexichord/testing';

/** User id that no user of the tests has. */
const stranger = 4_242;

/** A workspace whose author means harm, and what is near it. Each path is absolute. */
export interface HostileTree {
  readonly workspace: string;
  /** The home folder of the user, who has used the workspace before or has not. */
  readonly home: string;
  /** Path outside the workspace that nothing inside may lead to. */
  readonly outside: string;
  /** In it: a folder with a file that was last changed decades ago; clean-ups take such files first. */
  readonly victim: string;
  /** In it: the state of another project, with a table for each of the workspace's, beside a repository. */
  readonly otherState: string;
}

/** Ways to lead git to the repository of the other project, by their names in tests. */
export const leadingToTheOther: Readonly<Record<string, (tree: HostileTree) => void>> = {
  'a file in place of its repository': (tree) => {
    write(tree, '.git', `gitdir: ${otherRepository(tree)}\n`);
  },
  'a link in place of its repository': (tree) => link(tree, '.git', otherRepository(tree)),
  'a file in place of a repository inside': (tree) => {
    write(tree, 'docs/.git', `gitdir: ${otherRepository(tree)}\n`);
  },
  'a forged work tree': (tree) => {
    write(tree, '.git', 'gitdir: forged\n');
    write(tree, 'forged/HEAD', 'ref: refs/heads/main\n');
    write(tree, 'forged/gitdir', `${tree.workspace}/.git\n`);
    write(tree, 'forged/commondir', `${otherRepository(tree)}\n`);
  },
  'a repository that shares everything': (tree) => {
    write(tree, '.git/commondir', `${otherRepository(tree)}\n`);
  },
  'a repository whose files are elsewhere': (tree) => {
    git(tree, 'config', 'core.worktree', dirname(otherRepository(tree)));
  },
  'a repository whose objects are elsewhere': (tree) => {
    write(tree, '.git/objects/info/alternates', `${otherRepository(tree)}/objects\n`);
    write(tree, '.git/HEAD', readFileSync(join(otherRepository(tree), 'refs/heads/main'), 'utf8'));
  },
  'links inside its repository': (tree) => {
    for (const name of ['objects', 'refs', 'index']) link(tree, `.git/${name}`, `${otherRepository(tree)}/${name}`);
  },
};

/** Things that a stranger has put into a workspace, by their names in tests. */
export const plantings: Readonly<Record<string, (tree: HostileTree) => void>> = {
  ...leadingToTheOther,
  'its state is a link': (tree) => link(tree, '.lexichord', tree.otherState),
  'a link at depth 1 of its state': (tree) => link(tree, '.lexichord/db', `${tree.otherState}/db`),
  'a link at depth 2 of its state': (tree) => {
    for (const table of tables(tree)) link(tree, table, `${tree.otherState}/db/${basename(table)}`);
  },
  'a link at depth 3 of its state': (tree) => {
    for (const table of tables(tree)) link(tree, `${table}/data`, `${tree.otherState}/db/${basename(table)}/data`);
  },
  'a link at depth 4 of its state': (tree) => {
    for (const table of tables(tree)) {
      link(tree, `${table}/_indices/11111111-1111-1111-1111-111111111111`, tree.victim);
      for (const folder of ['_versions', 'data']) linkFiles(tree, `${table}/${folder}`);
    }
  },
  'a link at depth 5 of its state': (tree) => deepLink(tree, '22222222-2222-2222-2222-222222222222/part'),
  'a link at depth 6 of its state': (tree) => deepLink(tree, '33333333-3333-3333-3333-333333333333/part/of'),
  'links in place of the files of its state': (tree) => {
    for (const name of ['origin', 'state.json', 'last-pack.json', '.gitignore']) {
      link(tree, `.lexichord/${name}`, `${tree.victim}/thesis.txt`);
    }
    link(tree, '.lexichord/serving', tree.victim);
  },
  'links to files that are not there yet': (tree) => {
    for (const name of ['state.json', 'last-pack.json', '.gitignore', 'state.json.tmp']) {
      link(tree, `.lexichord/${name}`, `${tree.outside}/made-by-a-link-${name}`);
    }
  },
  'pipes that nobody writes to': (tree) => {
    for (const path of ['.lexichord/state.json', '.lexichord/last-pack.json', ...tables(tree).map(aDataFile(tree))]) {
      replace(tree, path);
      execFileSync('mkfifo', [join(tree.workspace, path)]);
    }
  },
  'manifests that name a folder elsewhere': (tree) =>
    forgeManifests(tree, (table) => ({ base: `${tree.otherState}/db/${table}`, file: aFileOf(tree, table) })),
  'manifests that name object storage': (tree) =>
    forgeManifests(tree, () => ({ base: 's3://a-bucket-of-a-stranger/table.lance', file: 'rows.lance' })),
  'manifests whose files lead out of their folder': (tree) =>
    forgeManifests(tree, (table) => ({
      file: `../../../../../outside/other/.lexichord/db/${table}/data/${aFileOf(tree, table)}`,
    })),
  'a configuration that sends text away': (tree) => {
    write(
      tree,
      '.agent/config.yml',
      'storage:\n  uri: s3://a-bucket-of-a-stranger/db\nsearch:\n  embedding:\n    endpoint: http://203.0.113.7/v1\n',
    );
  },
  'a Git configuration that runs programs': (tree) => {
    const program = `${tree.workspace}/run-me`;
    write(tree, 'run-me', `#!/bin/sh\ntouch ${tree.outside}/made-by-a-program\ncat\n`);
    chmodSync(program, 0o755);
    for (const key of ['core.fsmonitor', 'core.sshCommand', 'core.pager', 'diff.external', 'filter.x.clean']) {
      git(tree, 'config', key, program);
    }
    git(tree, 'config', 'remote.origin.url', 'ssh://203.0.113.7/repository');
    git(tree, 'config', 'remote.origin.promisor', 'true');
    write(tree, '.gitattributes', '* filter=x diff=x\n');
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction']) {
      write(tree, `.git/hooks/${hook}`, readFileSync(program, 'utf8'));
      chmodSync(join(tree.workspace, '.git/hooks', hook), 0o755);
    }
  },
  'links among its documents': (tree) => {
    for (const name of ['notes.md', 'facts.yaml', 'chat.jsonl', '.gitignore']) {
      link(tree, name, `${tree.victim}/thesis.txt`);
    }
    link(tree, 'docs', tree.outside);
    link(tree, 'written-memory.backup', `${tree.outside}/made-by-a-link`);
  },
  'a link in place of its .agentignore': (tree) => {
    link(tree, '.agentignore', `${tree.victim}/thesis.txt`);
  },
  'state that is part of the repository': (tree) => {
    git(tree, 'add', '--force', '.lexichord');
  },
};

/** Files of another user, which only the administrator can make. */
export const foreignOwners: Readonly<Record<string, (tree: HostileTree) => void>> = {
  'state of another user': (tree) => {
    giveAway(join(tree.workspace, '.lexichord'));
  },
  'one file of another user in its state': (tree) => {
    for (const table of tables(tree)) giveAway(join(tree.workspace, aDataFile(tree)(table)));
  },
  'a marker of another user above it': (tree) => {
    const above = dirname(tree.workspace);
    mkdirSync(join(above, '.agent'));
    writeFileSync(join(above, '.agent/config.yml'), 'nothing: known\n');
    renameSync(join(tree.workspace, '.lexichord'), join(above, '.lexichord'));
    rmSync(join(tree.workspace, '.agent'), { recursive: true });
    rmSync(join(tree.workspace, '.git'), { recursive: true });
    for (const name of ['.agent', '.lexichord']) giveAway(join(above, name));
  },
  'a link of another user above it, to a folder of the user': (tree) => {
    const above = dirname(tree.workspace);
    symlinkSync(tree.home, join(above, '.git'));
    mkdirSync(join(above, '.agent'));
    writeFileSync(join(above, '.agent/config.yml'), 'nothing: known\n');
    for (const name of ['.agent', '.lexichord', '.git']) rmSync(join(tree.workspace, name), { recursive: true });
    for (const name of ['.agent', '.git']) giveAway(join(above, name));
  },
};

function otherRepository({ otherState }: HostileTree): string {
  return join(dirname(otherState), '.git');
}

function tables({ workspace }: HostileTree): readonly string[] {
  const names = readdirSync(join(workspace, '.lexichord/db')).filter((name) => name.endsWith('.lance'));
  return names.map((name) => `.lexichord/db/${name}`);
}

/** The name of a file with rows that the other project has. */
function aFileOf({ otherState }: HostileTree, table: string): string {
  return readdirSync(join(otherState, 'db', table, 'data'))[0] ?? 'rows.lance';
}

function aDataFile({ workspace }: HostileTree): (table: string) => string {
  return (table) => `${table}/data/${readdirSync(join(workspace, table, 'data'))[0] ?? 'rows.lance'}`;
}

function deepLink(tree: HostileTree, folder: string): void {
  for (const table of tables(tree)) link(tree, `${table}/_indices/${folder}/link`, tree.victim);
}

/** Puts the other project's files in the place of the workspace's. */
function linkFiles(tree: HostileTree, folder: string): void {
  const others = join(tree.otherState, folder.replace('.lexichord/', ''));
  for (const name of readdirSync(join(tree.workspace, folder))) rmSync(join(tree.workspace, folder, name));
  for (const name of readdirSync(others)) link(tree, `${folder}/${name}`, join(others, name));
}

function forgeManifests(tree: HostileTree, positionFinder: (table: string) => ForgedPaths): void {
  for (const table of tables(tree)) {
    const versions = join(tree.workspace, table, '_versions');
    for (const name of readdirSync(versions).filter((each) => each.endsWith('.manifest'))) {
      const path = join(versions, name);
      writeFileSync(path, forgeManifest(readFileSync(path), positionFinder(basename(table))));
    }
  }
}

function write(tree: HostileTree, path: string, content: string): void {
  replace(tree, path);
  writeFileSync(join(tree.workspace, path), content);
}

function link(tree: HostileTree, path: string, target: string): void {
  replace(tree, path);
  symlinkSync(target, join(tree.workspace, path));
}

function replace({ workspace }: HostileTree, path: string): void {
  rmSync(join(workspace, path), { recursive: true, force: true });
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
}

function giveAway(path: string): void {
  execFileSync('chown', ['-Rh', `${stranger}:${stranger}`, path]);
}

function git({ workspace }: HostileTree, ...args: readonly string[]): void {
  execFileSync('git', ['-C', workspace, ...args], { stdio: 'ignore' });
}

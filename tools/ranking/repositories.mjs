/**
 * Repositories whose changes weights may be fitted on, each at the revision that the changes were mined from. Checkouts
 * are made by `git clone --bare`, into `<mirrors>/<owner>+<name>`.
 */
export const repositories = [
  { repository: 'fastify/fastify', language: 'JavaScript', revision: '83e69762aff047940b376fc2a266d143499ef727' },
  { repository: 'vitejs/vite', language: 'TypeScript', revision: 'a98c8d95d552c6fa98ab66fb810f5b39ad5abf49' },
  { repository: 'socketio/socket.io', language: 'TypeScript', revision: 'd2d753fed4435015c2d83fe62e676b44e07fa3f7' },
  { repository: 'pytest-dev/pytest', language: 'Python', revision: 'df87db7b0462fb764ef73fa00561adf8ad047572' },
  {
    repository: 'encode/django-rest-framework',
    language: 'Python',
    revision: '751a19fe1b237beca9af7d587fce55d3e09d3741',
  },
  { repository: 'sphinx-doc/sphinx', language: 'Python', revision: 'e44a40eb2f810558ccd9da1425421270ccb81351' },
  { repository: 'gohugoio/hugo', language: 'Go', revision: '7b5199fdeff7d7682e9f979f468d55bc7b67b934' },
  { repository: 'traefik/traefik', language: 'Go', revision: 'fd5a576df2e8aeb0bfc8a96b6ef6e60a61f7ec0a' },
  { repository: 'clap-rs/clap', language: 'Rust', revision: '6982fb1c98c7247e38a6d4f04191b94e30497e7b' },
  { repository: 'BurntSushi/ripgrep', language: 'Rust', revision: '3fce3b5bb0236da2df6d99672afb8a719642eca7' },
  { repository: 'square/okhttp', language: 'Java', revision: '1682d9bac8c03dffde2969b0b74d47649d0dbb52' },
  { repository: 'AutoMapper/AutoMapper', language: 'C#', revision: '4b9633f60ee386cf0efc69b967e04fa28405cf3e' },
  { repository: 'sidekiq/sidekiq', language: 'Ruby', revision: '1bb4aa06e5aa178a114a5e855f9f3d5c24f6c61b' },
];

/** Questions about these decide how good releases are at questions; the other questions of that benchmark do, too. */
const ofQuestions = 'its questions decide how good a release is';
/** Changes of these decide how good releases are at changes. */
const ofChanges = 'its changes decide how good a release is';

/** By the last part of the name, in lower case: a fork and a copy under another owner have the same code. */
const refused = new Map([
  ...['fastapi', 'requests', 'redux', 'gin', 'chi', 'axum', 'zod', 'vitest', 'nvm'].map((name) => [name, ofQuestions]),
  ...['newtonsoft-json', 'newtonsoft.json'].map((name) => [name, ofQuestions]),
  ...['hono', 'typeorm', 'scrapy', 'celery', 'jellyfin', 'mockito', 'caddy'].map((name) => [name, ofChanges]),
  ['tokio', 'its questions and its changes decide how good a release is'],
]);

/**
 * Why nothing may be fitted on a repository, or `undefined` if it may. Only the repositories of the list are allowed: one
 * that nobody looked at may be a copy of a refused one.
 *
 * @param {string} name such as `owner/name` or `name`
 * @returns {string | undefined}
 */
export function refusalOf(name) {
  const last = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const reason = refused.get(last.replace(/\.git$/u, ''));
  if (reason !== undefined) return `${name} is held out: ${reason}.`;
  const isKnown = repositories.some(({ repository }) => repository.toLowerCase().endsWith(`/${last}`));
  return isKnown ? undefined : `${name} is not in tools/ranking/repositories.mjs. Add it there, at a revision.`;
}

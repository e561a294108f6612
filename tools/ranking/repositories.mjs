/**
 * Repositories whose changes weights may be fitted on, each at the revision that the changes were mined from. Checkouts
 * are made by `git clone --bare`, into `<mirrors>/<owner>+<name>`.
 *
 * @type {readonly PinnedRepository[]}
 *
 * @typedef {object} PinnedRepository
 * @property {string} repository `owner/name`
 * @property {string} [name] in the questions, where they have another one
 * @property {string} language
 * @property {string} revision 40 hex digits
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
  { repository: 'aio-libs/aiohttp', language: 'Python', revision: '495e778360d1924da63e16dba0f0d76baf56a56a' },
  { repository: 'Alamofire/Alamofire', language: 'Swift', revision: '7595cbcf59809f9977c5f6378500de2ad73b7ddb' },
  { repository: 'encode/httpx', language: 'Python', revision: 'ae1b9f66238f75ced3ced5e4485408435de10768' },
  { repository: 'expressjs/express', language: 'JavaScript', revision: 'a3714473feb3d2908add734d340e7755fd85e0a3' },
  { repository: 'fmtlib/fmt', language: 'C++', revision: '60ccad511fd680cb91d8b60a315759f71c67bef9' },
  { repository: 'google/gson', language: 'Java', revision: '9835b6f90192f79cdf5300c528fc6212455fb6c1' },
  { repository: 'koajs/koa', language: 'JavaScript', revision: 'e0ba8ef39d27fe5dae5492f9fe753d155124f994' },
  { repository: 'pallets/click', language: 'Python', revision: '2c8cd3ac958a7eb316d67f2d316c27086c4c0369' },
  { repository: 'pallets/flask', language: 'Python', revision: '2ac89889f4cc330eabd50f295dcef02828522c69' },
  { repository: 'pinojs/pino', language: 'JavaScript', revision: 'b394c2c16ac6a8919cd33d7f5684a01baca1096f' },
  { repository: 'psf/black', language: 'Python', revision: '8947c48ef2077c3a301b03c1e814dc2e3f78436e' },
  { repository: 'serde-rs/serde', language: 'Rust', revision: '1023d077510b4aef36a41ef56fdb7798568a2654' },
  { repository: 'sharkdp/fd', language: 'Rust', revision: 'ee20f426ddf338ac7ead5c5f00ea49258005caaf' },
  { repository: 'sinatra/sinatra', language: 'Ruby', revision: 'cb22afd7902b566b6eaba6c4ea89739494a65d12' },
  { repository: 'sindresorhus/got', language: 'TypeScript', revision: 'd00d845a0b435365ec73ea5a1fca6e17ee677184' },
  { repository: 'spf13/cobra', language: 'Go', revision: 'adbc8813901bba65827259daa8e22ff94ec1f30e' },
  { repository: 'square/okio', language: 'Kotlin', revision: '4164f2976ac7174f3d35d52150e8ffbdbe0acbec' },
  { repository: 'tj/commander.js', language: 'JavaScript', revision: 'ba6d13ddb4243e5913367734f8c159089ffe7834' },
  { repository: 'trpc/trpc', language: 'TypeScript', revision: '340811ba5320637fbaf48fccf3dbfdd258bd34db' },
  { repository: 'urfave/cli', language: 'Go', revision: '1305a08200f7c4d873e28bd2bbad1ff257c6cfc4' },
];

/**
 * Repositories whose questions weights may be fitted on, each at the revision that the questions are about. Checkouts are
 * made by `git clone`, into `<checkouts>/<name>`.
 *
 * @type {readonly PinnedRepository[]}
 */
export const questionRepositories = [
  { repository: 'aio-libs/aiohttp', language: 'Python', revision: 'fc67cfdfd7d4bbf53ef76515fae69726626fe256' },
  { repository: 'pallets/flask', language: 'Python', revision: '258d68b6ff5e2244386540f48b48bab90d6ab827' },
  { repository: 'pallets/click', language: 'Python', revision: '04ef3a6f473deb2499721a8d11f92a7d2c0912f2' },
  { repository: 'expressjs/express', language: 'JavaScript', revision: '8e022edc9185f540a3fcecaf5e56b850d919cdac' },
  { repository: 'trpc/trpc', language: 'TypeScript', revision: 'c188dab0822caf3615199e4ac95147bc7560d26f' },
  { repository: 'spf13/cobra', language: 'Go', revision: '61968e893eee2f27696c2fbc8e34fa5c4afaf7c4' },
  { repository: 'google/gson', language: 'Java', revision: 'f4d371d29c04066dbe7fdb31f642831f9c7f40cd' },
  { repository: 'Alamofire/Alamofire', language: 'Swift', revision: 'e938f8c66708e7352fc7e3512647fa54255b267a' },
  { repository: 'serde-rs/serde', language: 'Rust', revision: 'fa7da4a93567ed347ad0735c28e439fca688ef26' },
  { repository: 'fmtlib/fmt', name: 'fmtlib', language: 'C++', revision: '382609a920d2c43c00f2951233bc0d578a783982' },
];

/** What may be fitted on, by the set of the cases. */
const allowed = { changes: repositories, questions: questionRepositories };

/** Questions about these decide how good releases are at questions; the other questions of that benchmark do, too. */
const ofQuestions = 'its questions decide how good a release is';
/** Changes of these decide how good releases are at changes. */
const ofChanges = 'its changes decide how good a release is';
/** Questions about these are committed, in `benchmarks/questions`. */
const ofOurQuestions = 'our own questions about it are only looked at';

/** By the last part of the name, in lower case: a fork and a copy under another owner have the same code. */
const refused = new Map([
  ...['fastapi', 'requests', 'redux', 'gin', 'chi', 'axum', 'zod', 'vitest', 'nvm'].map((name) => [name, ofQuestions]),
  ...['newtonsoft-json', 'newtonsoft.json'].map((name) => [name, ofQuestions]),
  ...['hono', 'typeorm', 'scrapy', 'celery', 'jellyfin', 'mockito', 'caddy'].map((name) => [name, ofChanges]),
  ['tokio', 'its questions and its changes decide how good a release is'],
  ...['react-router', 'query', 'drizzle-orm'].map((name) => [name, ofOurQuestions]),
]);

/**
 * Why nothing may be fitted on a repository, or `undefined` if it may. Only the repositories of the lists are allowed:
 * one that nobody looked at may be a copy of a refused one.
 *
 * @param {string} name such as `owner/name` or `name`, or the address of a repository
 * @param {'changes' | 'questions'} set of the cases
 * @returns {string | undefined}
 */
export function refusalOf(name, set) {
  const reason = refused.get(lastPartOf(name));
  if (reason !== undefined) return `${name} is held out: ${reason}.`;
  if (pinnedOf(name, set) !== undefined) return undefined;
  return `${name} is not among the ${set} of tools/ranking/repositories.mjs. Add it there, at a revision.`;
}

/**
 * The row of a repository: by its whole name, or without an owner by the last part of it.
 *
 * @param {string} name such as `owner/name` or `name`
 * @param {'changes' | 'questions'} set of the cases
 * @returns {PinnedRepository | undefined}
 */
export function pinnedOf(name, set) {
  const wanted = String(name).toLowerCase();
  const list = Object.hasOwn(allowed, set) ? allowed[set] : [];
  return list.find(({ repository, name: given }) => {
    const whole = repository.toLowerCase();
    return [whole, lastPartOf(whole), given].includes(wanted);
  });
}

function lastPartOf(name) {
  const parts = String(name)
    .trim()
    .toLowerCase()
    .split(/[/\\:]+/u);
  return parts.findLast((part) => part !== '')?.replace(/\.git$/u, '') ?? '';
}

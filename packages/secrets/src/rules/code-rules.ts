import type { SecretRule } from './secret-rule.js';

/** Rules for hosts of code, packages and images, and for build and monitoring services. */
export const codeRules: readonly SecretRule[] = [
  {
    id: 'github',
    what: 'GitHub token',
    marks: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})/u,
  },
  {
    id: 'gitlab',
    what: 'GitLab token',
    marks: [
      ...['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glagent-', 'glimt-'],
      ...['gloas-', 'glffct-', 'glrtr-', 'glwt-', 'GR1348941'],
    ],
    pattern:
      /(?:gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|oas|ffct|rtr|wt)-[\w-]{20,300}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,9})?|GR1348941[\w-]{20})(?![\w-])/u,
  },
  { id: 'bitbucket', what: 'Bitbucket access token', marks: ['ATCTT3'], pattern: /ATCTT3[\w=-]{40,300}/u },
  { id: 'atlassian', what: 'Atlassian API token', marks: ['ATATT3'], pattern: /ATATT3[\w=-]{40,300}/u },
  { id: 'npm', what: 'npm access token', marks: ['npm_'], pattern: /npm_[A-Za-z0-9]{36}/u },
  {
    id: 'npm-registry',
    what: 'password or token of a .npmrc',
    marks: [':_auth', ':_password'],
    pattern: /:_(?:authToken|auth|password)[ \t]{0,5}=[ \t]{0,5}["']?(?<value>(?![$<{*[])[^\s"']{8,2000})/u,
    boundary: 'none',
    accepts: () => true,
  },
  { id: 'pypi', what: 'PyPI upload token', marks: ['pypi-AgE'], pattern: /pypi-AgE[\w-]{50,1000}(?![\w-])/u },
  { id: 'rubygems', what: 'RubyGems API key', marks: ['rubygems_'], pattern: /rubygems_[a-f0-9]{48}/u },
  { id: 'clojars', what: 'Clojars token', marks: ['CLOJARS_'], pattern: /CLOJARS_[A-Za-z0-9]{60}/u },
  { id: 'crates-io', what: 'crates.io token', marks: ['cio'], pattern: /cio[A-Za-z0-9]{32}/u },
  { id: 'nuget', what: 'NuGet API key', marks: ['oy2'], pattern: /oy2[a-z0-9]{43}/u },
  { id: 'docker', what: 'Docker Hub token', marks: ['dckr_'], pattern: /dckr_(?:pat|oat)_[\w-]{27,40}(?![\w-])/u },
  {
    id: 'artifactory',
    what: 'JFrog Artifactory API key or reference token',
    marks: ['AKCp', 'cmVmdGtu'],
    pattern: /(?:AKCp[A-Za-z0-9]{60,73}|cmVmdGtu[A-Za-z0-9]{56})/u,
  },
  { id: 'buildkite', what: 'Buildkite token', marks: ['bkua_', 'bkct_'], pattern: /bk(?:ua|ct)_[A-Za-z0-9]{40}/u },
  { id: 'circleci', what: 'CircleCI token', marks: ['CCI'], pattern: /CCI(?:PAT|PRJ)_[A-Za-z0-9]{22}_[a-f0-9]{40}/u },
  {
    id: 'sourcegraph',
    what: 'Sourcegraph token',
    marks: ['sgp_'],
    pattern: /sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}/u,
  },
  {
    id: 'grafana',
    what: 'Grafana token',
    marks: ['glsa_', 'glc_', 'eyJrIjoi'],
    pattern:
      /(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,3}|eyJrIjoi[A-Za-z0-9]{60,400}={0,3})/u,
  },
  {
    id: 'sentry',
    what: 'Sentry token',
    marks: ['sntry'],
    pattern: /(?:sntrys_eyJ[A-Za-z0-9+/=_-]{60,2000}|sntryu_[a-f0-9]{64})/u,
  },
  {
    id: 'new-relic',
    what: 'New Relic key',
    marks: ['NRAK-', 'NRII-', 'NRJS-', 'NRRA-'],
    pattern: /(?:NRAK-[A-Z0-9]{27}|NRII-[\w-]{32}|NRJS-[a-f0-9]{19}|NRRA-[a-f0-9]{42})/u,
  },
  { id: 'dynatrace', what: 'Dynatrace token', marks: ['dt0'], pattern: /dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}/u },
  { id: 'postman', what: 'Postman API key', marks: ['PMAK-'], pattern: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/u },
  { id: 'posthog', what: 'PostHog personal API key', marks: ['phx_'], pattern: /phx_[A-Za-z0-9]{40,60}/u },
  {
    id: 'linear',
    what: 'Linear API key or token',
    marks: ['lin_'],
    pattern: /lin_(?:api_[A-Za-z0-9]{40}|oauth_[a-f0-9]{64})/u,
  },
  {
    id: 'figma',
    what: 'Figma token',
    marks: ['figd_', 'figo_', 'figr_', 'figu_', 'figh_'],
    pattern: /fig[doruh]_[\w-]{40,60}(?![\w-])/u,
  },
  { id: 'contentful', what: 'Contentful token', marks: ['CFPAT-'], pattern: /CFPAT-[\w-]{43}(?![\w-])/u },
  { id: 'readme', what: 'ReadMe API key', marks: ['rdme_'], pattern: /rdme_[a-z0-9]{70}/u },
  { id: 'prefect', what: 'Prefect API key', marks: ['pnu_', 'pnb_'], pattern: /pn[ub]_[A-Za-z0-9]{36}/u },
  { id: 'infracost', what: 'Infracost API key', marks: ['ico-'], pattern: /ico-[A-Za-z0-9]{32}/u },
  {
    id: 'mapbox',
    what: 'Mapbox secret token',
    marks: ['sk.eyJ'],
    pattern: /sk\.eyJ[\w-]{40,300}\.[\w-]{20,60}(?![\w-])/u,
  },
];

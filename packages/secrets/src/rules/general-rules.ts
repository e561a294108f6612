import { isLikelyCredential, isLikelyPassword } from './likely-password.js';
import type { SecretRule } from './secret-rule.js';

/** Parts of names whose values are secrets, in the ways in which names are written. */
const passwordNames = [
  ...['assword', 'ASSWORD', 'asswd', 'ASSWD', 'assphrase', 'ASSPHRASE', 'pwd', 'PWD', 'Pwd'],
  ...['ecret', 'ECRET', 'oken', 'OKEN', 'api_key', 'API_KEY', 'apikey', 'APIKEY', 'apiKey', 'ApiKey', 'api-key'],
  ...['ccess_key', 'CCESS_KEY', 'ccessKey', 'redential', 'REDENTIAL', 'rivate_key', 'RIVATE_KEY', 'rivateKey'],
];

/** Secrets of many services, known by how they are written down. */
export const generalRules: readonly SecretRule[] = [
  {
    id: 'json-web-token',
    what: 'JSON Web Token',
    marks: ['eyJ'],
    pattern: /eyJ[\w-]{15,2000}\.eyJ[\w-]{15,4000}\.[\w-]{20,1000}/u,
  },
  {
    id: 'url-password',
    what: 'password in an address',
    marks: ['://'],
    pattern:
      /(?<=\b(?:rediss?|amqps?|mssql|sqlserver|mariadb|ldaps?|smtps?|sftp|ftps?|nats|kafka|clickhouse|snowflake|cockroachdb|oracle|imaps?|ssh|mqtts?)):\/\/[^\s:@/"'`<>]{0,100}:(?!pass|pwd|secret|xxx|\*|\$|<|\{|\[|%\(|%s)(?<value>[^\s@/"'`<>{}]{6,200})@[\w.-]{1,200}/iu,
    boundary: 'none',
    accepts: () => true,
  },
  {
    id: 'connection-string-password',
    what: 'password of a connection string',
    marks: ['assword=', 'ASSWORD=', 'Pwd=', 'PWD=', 'pwd='],
    pattern: /(?<=;[ \t]{0,3}p?)(?:assword|pwd)=(?<value>[^\s;"'`<>{}[\]$%*]{6,200})(?=[;"'`])/iu,
    boundary: 'none',
    accepts: isLikelyPassword,
  },
  {
    id: 'authorization-header',
    what: 'credentials of an Authorization header',
    marks: ['uthorization', 'UTHORIZATION'],
    pattern:
      /uthorization\\?["'`\]]{0,2}[ \t]{0,5}(?:=>|[:=,(])[ \t]{0,5}\\?["'`]?(?:bearer|token|basic|apikey|key)[ \t]{1,5}(?<value>[\w.~+/=-]{16,4000})/iu,
    boundary: 'none',
    accepts: isLikelyCredential,
    isGeneric: true,
  },
  {
    id: 'password-literal',
    what: 'password, key or token in quotation marks',
    marks: passwordNames,
    pattern:
      /[\w.-]{2,32}\\?["'`\]]{0,2}[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}\\?(?<quote>["'`])(?<value>[^\s"'`\\]{8,200})\\?\k<quote>/u,
    boundary: 'none',
    accepts: isLikelyPassword,
    isGeneric: true,
  },
  {
    id: 'password-setting',
    what: 'password, key or token on a line of a settings file',
    marks: passwordNames,
    pattern:
      /[\w.-]{2,32}["']?[ \t]{0,8}[:=][ \t]{0,8}(?<=(?:^|[\r\n])[ \t]{0,40}(?:(?:export|set|ENV|ARG|-|\$env:)[ \t]{0,4})?["']?[\w.-]{1,60}["']?[ \t]{0,8}[:=][ \t]{0,8})(?<value>[^\s"'`\\,;<>(){}[\]$]{8,200})(?=[ \t]{0,40}(?:[\r\n#]|$))/u,
    boundary: 'none',
    accepts: isLikelyPassword,
    isGeneric: true,
  },
];

import { findPrivateKeys } from './private-keys.js';
import type { SecretSpot } from './secret-finding.js';

/**
 * Secrets that say by their beginning what they are, and that the preset's rules do not know, or know only in files of
 * one name. Every repetition has a limit, so that the time grows with the text and no faster. A pattern begins with fixed
 * characters where it can, which are looked for thirty times faster, and looks back from there.
 */
const patterns: Readonly<Record<string, RegExp>> = {
  aws: /secret_?access_?key["']?[ \t]{0,5}(?:=>|[:=])[ \t]{0,5}["']?(?![^\s"']{0,40}EXAMPLE)[a-z0-9/+=]{40}(?![a-z0-9/+=])/giu,
  'aws-access-key': /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16}\b/gu,
  'gcp-api-key': /(?<![\w-])AIza[\w-]{35}(?![\w-])/gu,
  'google-oauth': /(?<![\w-])GOCSPX-[\w-]{28}(?![\w-])/gu,
  gitlab: /(?<![\w-])gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w-]{20,64}(?![\w-])/gu,
  stripe: /(?<![\w-])(?:sk|rk)_live_[A-Za-z0-9]{20,250}/gu,
  pypi: /(?<![\w-])pypi-AgEIcHlwaS5vcmc[\w-]{50,1000}/gu,
  huggingface: /(?<![\w-])hf_[A-Za-z0-9]{34}(?![\w-])/gu,
  digitalocean: /(?<![\w-])do[opr]_v1_[a-f0-9]{64}(?![\w-])/gu,
  'azure-storage': /\bAccountKey=[A-Za-z0-9+/]{86}==/gu,
  'json-web-token': /(?<![\w-])eyJ[\w-]{15,2000}\.eyJ[\w-]{15,4000}\.[\w-]{20,1000}/gu,
  'npm-registry': /:_(?:authToken|auth|password)[ \t]{0,5}=[ \t]{0,5}["']?(?![$<{*])[^\s"']{8,2000}/gu,
  'url-password':
    /:\/\/(?<=\b(?:rediss?|amqps?|mssql|sqlserver|mariadb|ldaps?|smtps?|sftp):\/\/)[^\s:@/"'`<>]{0,100}:(?!pass|pwd|secret|xxx|\*|\$|<|\{|%\(|%s)[^\s@/"'`<>]{6,200}@[\w.-]{1,200}/giu,
};

/** What {@link patterns} and {@link findPrivateKeys} find in a text. */
export function* findFurtherSecrets(text: string): Generator<SecretSpot> {
  yield* findPrivateKeys(text);
  for (const [rule, pattern] of Object.entries(patterns)) {
    for (const { index, 0: found } of text.matchAll(pattern)) {
      yield { rule, startOffset: index, endOffset: index + found.length };
    }
  }
}

import { type SecretRule, looksRandom } from './secret-rule.js';

/** Rules for chats, mail, payment, shops and office services. */
export const serviceRules: readonly SecretRule[] = [
  {
    id: 'slack',
    what: 'Slack token',
    marks: ['xox', 'xapp-'],
    pattern:
      /(?:xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{20,250}|xapp-\d-[A-Z0-9]{8,20}-\d{8,20}-[a-f0-9]{40,80})(?![\w-])/u,
  },
  {
    id: 'slack-webhook',
    what: 'Slack webhook',
    marks: ['hooks.slack.com/'],
    pattern:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9]{8,16}\/[A-Za-z0-9]{8,20}\/[A-Za-z0-9/]{20,80}/u,
    boundary: 'none',
  },
  {
    id: 'discord-webhook',
    what: 'Discord webhook',
    marks: ['discord.com/api/', 'discordapp.com/api/'],
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{17,20}\/[\w-]{60,80}/u,
    boundary: 'none',
  },
  {
    id: 'teams-webhook',
    what: 'Microsoft Teams webhook',
    marks: ['.webhook.office.com/'],
    pattern:
      /\.webhook\.office\.com\/webhookb2\/[0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[0-9a-f]{32}\/[0-9a-f-]{36}(?:\/[\w-]{20,80})?/u,
    boundary: 'none',
  },
  {
    id: 'discord-bot',
    what: 'Discord bot token',
    // The beginning of a user id in base64.
    marks: ['MD', 'MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT', 'Oj', 'Oz'],
    pattern: /[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-]|\.\w)/u,
    accepts: isDiscordToken,
  },
  {
    id: 'telegram-bot',
    what: 'Telegram bot token',
    marks: [':A'],
    lead: /\d{8,10}/u,
    pattern: /:A[A-Za-z0-9_-]{34}(?![\w-])/u,
  },
  { id: 'sendgrid', what: 'SendGrid API key', marks: ['SG.'], pattern: /SG\.[\w-]{20,24}\.[\w-]{39,50}(?![\w-])/u },
  {
    id: 'mailgun',
    what: 'Mailgun key',
    marks: ['key-'],
    pattern: /key-[a-f0-9]{32}/u,
  },
  {
    id: 'mailgun-api',
    what: 'Mailgun API key of the newer format',
    marks: ['ailgun', 'AILGUN'],
    pattern:
      /ailgun[\w.-]{0,30}["']?[ \t]{0,5}(?:=>|[:=])[ \t]{0,5}["']?(?<value>[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})(?![\w-])/iu,
    boundary: 'none',
  },
  {
    id: 'mailchimp',
    what: 'Mailchimp API key',
    marks: ['-us'],
    lead: /[0-9a-f]{32}/u,
    pattern: /-us\d{1,2}/u,
    accepts: looksRandom,
  },
  {
    id: 'brevo',
    what: 'Brevo key',
    marks: ['xkeysib-', 'xsmtpsib-'],
    pattern: /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/u,
  },
  { id: 'resend', what: 'Resend API key', marks: ['re_'], pattern: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/u },
  { id: 'twilio', what: 'Twilio API key', marks: ['SK'], pattern: /SK[a-f0-9]{32}/u },
  {
    id: 'twilio-auth-token',
    what: 'Twilio auth token',
    marks: ['wilio', 'WILIO'],
    pattern: /wilio[\w.-]{0,30}["']?[ \t]{0,5}(?:=>|[:=])[ \t]{0,5}["']?(?<value>[a-f0-9]{32})(?![\w-])/iu,
    boundary: 'none',
  },
  {
    id: 'stripe',
    what: 'Stripe key',
    marks: ['sk_', 'rk_', 'whsec_'],
    pattern: /(?:[sr]k_(?:live|prod)_[A-Za-z0-9]{20,250}|whsec_[A-Za-z0-9+/]{32,64}={0,2})/u,
  },
  {
    id: 'square',
    what: 'Square token',
    marks: ['sq0', 'EAAA'],
    pattern: /(?:sq0(?:atp|csp|idp)-[\w-]{22,43}|EAAA[\w-]{60})(?![\w-])/u,
  },
  { id: 'shopify', what: 'Shopify token', marks: ['shp'], pattern: /shp(?:at|ca|pa|ss|tka|ua)_[A-Za-z0-9]{32,64}/u },
  {
    id: 'plaid',
    what: 'Plaid access token',
    marks: ['access-'],
    pattern: /access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/u,
  },
  {
    id: 'flutterwave',
    what: 'Flutterwave secret key',
    marks: ['FLWSECK'],
    pattern: /FLWSECK(?:_TEST)?-[a-h0-9]{12,32}-X/u,
  },
  { id: 'shippo', what: 'Shippo token', marks: ['shippo_'], pattern: /shippo_(?:live|test)_[a-f0-9]{40}/u },
  { id: 'easypost', what: 'EasyPost API key', marks: ['EZAK', 'EZTK'], pattern: /EZ[AT]K[A-Za-z0-9]{54}/u },
  { id: 'duffel', what: 'Duffel token', marks: ['duffel_'], pattern: /duffel_(?:test|live)_[\w-]{43}(?![\w-])/u },
  { id: 'adobe', what: 'Adobe client secret', marks: ['p8e-'], pattern: /p8e-[A-Za-z0-9]{32}/u },
  {
    id: 'airtable',
    what: 'Airtable personal access token',
    marks: ['pat'],
    pattern: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/u,
  },
  {
    id: 'asana',
    what: 'Asana personal access token',
    marks: ['0/', '1/', '2/'],
    pattern: /[012]\/\d{10,20}(?:\/\d{10,20})?:[a-f0-9]{32}/u,
  },
  {
    id: 'notion',
    what: 'Notion integration token',
    marks: ['ntn_', 'secret_'],
    pattern: /(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})/u,
  },
  {
    id: 'hubspot',
    what: 'HubSpot private app token',
    marks: ['pat-'],
    pattern: /pat-(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/u,
  },
  { id: 'typeform', what: 'Typeform token', marks: ['tfp_'], pattern: /tfp_[\w=.-]{40,60}(?![\w-])/u },
  { id: 'dropbox', what: 'Dropbox access token', marks: ['sl.'], pattern: /sl\.(?:u\.)?[\w=-]{130,2000}/u },
  {
    id: 'facebook',
    what: 'Facebook access token',
    marks: ['EAA'],
    pattern: /(?<![+/])EAA[A-Za-z0-9]{80,400}(?![+/=])/u,
    accepts: isDense,
  },
  { id: 'yandex', what: 'Yandex Cloud API key', marks: ['AQVN'], pattern: /AQVN[\w-]{35,38}(?![\w-])/u },
];

/** The first part is the bot's id, in base64. */
function isDiscordToken(token: string): boolean {
  return /^\d{17,20}$/u.test(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('latin1'));
}

/** Whether a token is not a source map, which consists mostly of the letter A. */
function isDense(token: string): boolean {
  return new Set(token).size >= 30 && /\d/u.test(token);
}

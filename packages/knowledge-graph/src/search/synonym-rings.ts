import { indexWords } from '@lexichord/text-index';

/**
 * Synonyms in texts about software and business, one ring per line. A word may be in several rings. A general thesaurus
 * has so many senses of each word that most additional matches are wrong.
 */
const rings = [
  // actions
  'get retrieve fetch read show view obtain return display look see find access load',
  'list enumerate all browse collection show get',
  'create add make new post insert register build generate establish produce',
  'delete remove erase destroy drop discard clear unset rid purge trash eliminate',
  'update change modify edit alter patch put replace adjust revise amend set',
  'search find query look seek hunt lookup filter discover',
  'cancel abort stop call revoke',
  'start begin launch run execute initiate trigger kick',
  'stop end halt finish terminate close',
  'send dispatch transmit deliver post submit',
  'upload send import store attach',
  'download export fetch pull get',
  'copy duplicate clone replicate',
  'move transfer relocate shift',
  'rename name title',
  'enable activate turn allow switch',
  'disable deactivate turn switch off suspend',
  'verify check validate confirm test',
  'approve accept authorize confirm allow',
  'reject decline deny refuse',
  'assign allocate give set grant',
  'join enter connect link',
  'invite ask',
  'subscribe follow register',
  'archive store keep',
  'restore recover undelete',
  'lock block protect',
  // actors
  'user person people member account individual',
  'member participant person user',
  'group team set crew squad',
  'organization organisation company business enterprise firm',
  'customer client buyer consumer shopper',
  'employee staff worker personnel',
  'owner holder proprietor',
  'admin administrator manager',
  'merchant shop seller vendor',
  'role rank position',
  'permission right privilege access',
  // objects
  'file document attachment paper',
  'folder directory',
  'image picture photo photograph',
  'audio sound voice',
  'video movie recording clip',
  'message text note',
  'comment remark note annotation',
  'email mail',
  'phone telephone call number',
  'sms text message',
  'channel room',
  'conversation chat dialogue thread',
  'event occurrence incident',
  'incident outage problem issue',
  'alert alarm notification warning notice',
  'error failure fault problem',
  'schedule timetable plan calendar rota',
  'task todo job work assignment run',
  'project undertaking',
  'goal objective target aim',
  'report summary statement',
  'payment settlement charge transaction',
  'charge fee cost payment',
  'price cost rate amount expense',
  'invoice bill',
  'transaction payment operation',
  'refund repayment reimbursement',
  'amount sum value total quantity',
  'currency money',
  'bank financial',
  'tax levy duty',
  'order purchase',
  'item entry element thing',
  'product article good item',
  'store shop',
  'device machine terminal hardware',
  'address location place site position',
  'country nation',
  'region area zone',
  'workspace space area',
  'policy rule directive condition',
  'tag label marker',
  'field attribute property column characteristic',
  'metadata attribute information',
  'key credential secret token',
  'password secret passphrase credential',
  'webhook callback hook',
  'url link address uri connection',
  'subscription plan',
  'template blueprint pattern',
  'version edition revision release',
  'history log past record journal',
  'record entry log',
  'session visit',
  'app application program software',
  'service offering',
  'contact acquaintance',
  'query question search',
  'answer response reply result',
  'request call inquiry',
  'result outcome output',
  'parent owner ancestor',
  'child descendant',
  'page sheet',
  // attributes
  'status state condition',
  'date day time',
  'time moment date timestamp',
  'name title label',
  'id identifier number key',
  'description explanation summary text',
  'type kind sort category class',
  'setting option preference configuration config',
  'value content',
  'count number total amount quantity',
  'limit maximum cap',
  'maximum most largest highest',
  'minimum least smallest lowest',
  'first start beginning',
  'last end finish',
  'array list collection',
  'size length dimension',
  'color colour',
  'expire lapse',
  'deadline due',
  'priority importance urgency',
  'detail information info data',
  'available free accessible',
  'active enabled live',
];

const none: readonly string[] = [];

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** Index words with the same meaning, such as `folder` for `directori`. */
export function synonymsOf(word: string): readonly string[] {
  known ??= readRings();
  return known.get(word) ?? none;
}

function readRings(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const ring of rings) {
    const members = indexWords(ring);
    for (const member of members) {
      const others = found.get(member) ?? new Set();
      for (const other of members) if (other !== member) others.add(other);
      found.set(member, others);
    }
  }
  return new Map([...found].map(([member, others]) => [member, [...others]]));
}

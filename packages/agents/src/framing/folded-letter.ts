/**
 * Letters and signs that look like a Latin letter and that compatibility decomposition does not map to it: those of
 * Unicode's UTS #39, and small capitals, without signs for drawing lines and separators. A capital is listed if its
 * lower-case form does not look like the same letter.
 */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'ɑαаᎪᗅᴀ⍶⍺ꓮ',
  b: 'ƀƃƄɓʙΒБВЬѣҍᏏᏴᑲᑳᖯᗷꓐꞴ',
  c: '¢ȼΣςсҫᴄ₡ⅽⲥꓚꮯ',
  d: 'ÐđƌɖɗԁᎠᏧᑯᗞᗪᴅ₫ꓒꓓ',
  e: 'ɇΕеҽҿᎬᴇ℮⋿ⴹꓰꬲ',
  f: 'ƒϜքᖴᵮẝꓝꜰꞙꬵ',
  g: 'ƍǥɠɡɢԌցᏀᏳᶃꓖ',
  h: 'ħɦʜΗнћҢһӇӉհᎻᏂᏲᕼⱧⲎꓧꚕ',
  j: 'ɉϳјᎫᒍᴊꓙꞲ',
  k: 'ƙΚкҚҞᏦᛕᴋ₭ⱩⲔꓗꝀ',
  l: 'ıłƚǀɨɩɪɫɭʟιіӏוןا١ٳ۱ߊᏞᒪᛁᵻᵼ⍳⍸ⲒⳐⵏꓡꓲꙇꭵ',
  m: 'ɱΜϺмӍᎷᗰᛖᴍᵯ₥Ⲙꓟ',
  n: 'ƝƞɳɴΝΠηпոռᵰⲚꓠ',
  o: 'øɵθοσоѳөօסه٥ھہە۵ۿ߀०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᴏᴑ⍬ⲟⴱⵁⵔ〇ꓳꝋꬽꬾꭴꮎꮻ',
  p: 'ƥρрᏢᑭᴘᵽ⍴ⲣꓑ',
  q: 'ʠԛգզⵕ',
  r: 'ɍɼɽʀгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁ',
  s: 'ƽʂѕՏᏕᵴꓢꜱꮪ',
  t: 'ŧƭƮȾΤтҬᎢᴛᵵ₮⊤⍡⟙Ⲧꓔ',
  u: 'Ʉʋυսሀᑌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ',
  v: 'νѵט٧۷ᐯᴠ∨⋁ⴸꓦꛟꮩ',
  w: 'ɯѡѽԝաᏔᴡ₩ꓪꝡꮃ',
  x: 'ΧхҲᕁᕽ᙭ᚷⲬⵝꓫꞳ',
  y: '¥ƴɏɣʏΥγуүұყᎩᎽᶌỿⲨꓬꭚ',
  z: 'ƶȥʐΖᴢᵶꓜꮓ',
};

/** Latin letters and digits that look alike, each with the representative of its group. */
const readAlike: Readonly<Record<string, string>> = { i: 'l', '1': 'l', '0': 'o', m: 'rn' };

/**
 * Code points of the letter A in white on a disc, in white on a box, and as a regional indicator; B to Z follow each.
 */
const enclosedAlphabets: readonly number[] = [0x1_f1_50, 0x1_f1_70, 0x1_f1_e6];
const lettersInAlphabet = 26;

let latinLetters: ReadonlyMap<string, string> | undefined;
const folded = new Map<number, string>();

/** Maximum number of cached code points: more than a text in any alphabet has. */
const maxRemembered = 4_096;

/**
 * The letter that a code point looks like, regardless of case, accents and alphabet: a Latin letter or digit if it
 * looks like one, such as `o` for a Greek omicron; other letters unchanged; an empty text for white space, marks, emoji
 * and characters without width.
 */
export function foldedLetter(codePoint: number): string {
  const cached = folded.get(codePoint);
  if (cached !== undefined) return cached;
  const plain = String.fromCodePoint(withoutEnclosure(codePoint)).normalize('NFKD');
  const letter = Array.from(plain, foldCharacter).join('');
  if (folded.size < maxRemembered) folded.set(codePoint, letter);
  return letter;
}

/** The capital letter in an enclosure that compatibility decomposition does not remove. */
function withoutEnclosure(codePoint: number): number {
  const first = enclosedAlphabets.find((start) => codePoint >= start && codePoint < start + lettersInAlphabet);
  return first === undefined ? codePoint : 0x41 + codePoint - first;
}

function foldCharacter(character: string): string {
  if (/[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character)) return '';
  const lower = character.toLowerCase();
  const latin = latinFor(character) ?? latinFor(lower) ?? latinFor(character.toUpperCase()) ?? lower;
  return /[\p{L}\p{N}]/u.test(latin) ? (readAlike[latin] ?? latin) : '';
}

function latinFor(character: string): string | undefined {
  latinLetters ??= new Map(
    Object.entries(lookalikes).flatMap(([latin, letters]) => Array.from(letters, (letter) => [letter, latin] as const)),
  );
  return latinLetters.get(character);
}

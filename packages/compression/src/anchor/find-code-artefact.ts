import type { AnchorRule, FoundAnchor } from './anchor-rule.js';

const kinds: readonly (readonly [pattern: RegExp, importance: number])[] = [
  [/\bhttps?:\/\/[^\s<>"'`)\]}]{4,300}/u, 0.5],
  [/^\s{0,8}(?:\$|>>>|PS [A-Z]:[^>]{0,60}>) (?<kept>\S.{0,200})/u, 0.55],
  [
    /`(?<kept>(?:npm|npx|yarn|pnpm|git|docker|kubectl|pip|python3?|node|cargo|go|make|curl|ssh|sudo|cd|terraform|helm|psql|dotnet|mvn|gradle) [^`\n]{1,200})`/u,
    0.55,
  ],
  [
    /(?<![\w@./\\:-])(?:~?\/|\.{1,2}\/|[A-Za-z]:\\)?(?:[\w@.-]{1,60}[/\\]){1,12}[\w@-][\w@.-]{0,80}\.[A-Za-z]\w{0,9}(?::\d{1,6})?\b/u,
    0.5,
  ],
  [
    /(?<![\w@./\\-])[\w-]{1,60}\.(?:[cm]?[jt]sx?|py|cs|java|go|rs|cpp|hpp|rb|php|kt|swift|sh|md|json|ya?ml|toml|html|css|sql|proto|tf|env|cfg|ini|csv)\b(?::\d{1,6})?/u,
    0.45,
  ],
  [/(?<![\w./\\])~?\/(?:[\w@.-]{1,60}\/){1,12}[\w@.-]{0,80}/u, 0.4],
  [/`(?<kept>[A-Za-z_$][\w$.]{0,80}\([^`\n]{0,120}\))`/u, 0.4],
  [
    /^\s{0,16}(?<kept>(?:export |default |public |private |protected |static |async |abstract )*(?:function\*?|class|interface|def|func|fn|struct|enum) [A-Za-z_$][^\n{]{0,160})/u,
    0.35,
  ],
];

/** Paths, commands, signatures, addresses: by themselves, as short as they are. */
export const findCodeArtefact: AnchorRule = ({ text, sentence }) => {
  for (const [pattern, importance] of kinds) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const kept = (match.groups?.['kept'] ?? match[0]).trimEnd();
    const start = match.index + match[0].indexOf(kept);
    const found: FoundAnchor = { importance, start, end: start + kept.length, isAlone: true };
    return sentence.kind === 'prose' ? found : { ...found, importance: importance - 0.1 };
  }
  return undefined;
};

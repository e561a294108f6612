#!/usr/bin/env bash
# Writes a review pack of the change from $BASE to $HEAD into $PACK and behind the job's summary. $LEXICHORD is the command
# to run, $TITLE what the change is to do, $BUDGET the most tokens.
set -euo pipefail

# The longest comment that GitHub takes, in characters; its limit for a summary is higher.
max_bytes=65000

text=$(mktemp)
trap 'rm -f "$text"' EXIT
# Unquoted, because it is a command with arguments. "--" ends the options: a title may begin with a dash.
$LEXICHORD pack --diff "$BASE...$HEAD" --budget "$BUDGET" --output "$text" -- "$TITLE"

# A line of marks that is longer than any in the text, so that nothing in it can end the block.
fence=$({ grep -oE '`{3,}' "$text" || true; } | awk '{ if (length > longest) longest = length } END { printf "%*s", (longest < 3 ? 3 : longest) + 1, "" }' | tr ' ' '`')

{
  printf '<details><summary>Review pack: what this pull request changes, and what depends on it</summary>\n\n'
  printf '%smarkdown\n' "$fence"
  head -c "$max_bytes" "$text" | iconv -f utf-8 -t utf-8 -c
  if [ "$(wc -c < "$text")" -gt "$max_bytes" ]; then
    printf '\n… cut here: take a smaller budget to see all of a pack\n'
  fi
  printf '\n%s\n\n</details>\n' "$fence"
} > "$PACK"
cat "$PACK" >> "$GITHUB_STEP_SUMMARY"

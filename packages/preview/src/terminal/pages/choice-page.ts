import { type TerminalLine, fitLine, lineOf } from '../screen/terminal-line.js';
import { type Page, PageBuilder, type PageFrame } from './page.js';

/** Something that can be chosen from a list. */
export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
}

/** A list to choose from. @param more how many there are beyond the list */
export function choicePage(choices: readonly Choice[], more: number, frame: PageFrame): Page {
  const page = new PageBuilder();
  if (choices.length === 0) return page.add(lineOf('Nothing is found.', { isDim: true })).build();
  const selectedId = choices.some(({ id }) => id === frame.selectedId) ? frame.selectedId : choices[0]?.id;
  for (const choice of choices) page.item(choice.id).add(choiceLine(choice, choice.id === selectedId, frame.columns));
  if (more > 0) page.add(lineOf(`  and ${more} more: type more of the name`, { isDim: true }));
  return page.build();
}

function choiceLine({ title, detail }: Choice, isSelected: boolean, columns: number): TerminalLine {
  return fitLine(
    [
      { text: isSelected ? '› ' : '  ' },
      ...lineOf(title, { isBold: isSelected }),
      ...lineOf(detail === '' ? '' : `  ${detail}`, { isDim: true }),
    ],
    columns,
  );
}

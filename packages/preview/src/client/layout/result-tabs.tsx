import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { PromptView } from '../prompt/prompt-view.js';
import { BrowserMemory } from '../state/browser-memory.js';
import { usePreviewState } from '../state/panel-context.js';
import { useSourceFocus } from '../state/source-focus.js';
import { TimelineView } from '../timeline/timeline-view.js';
import { WhyView } from '../why/why-view.js';
import { Tabs } from './tabs.js';

const memory = new BrowserMemory();
const tabIds: readonly string[] = ['prompt', 'why', 'timeline'];

/** The results of the question: the prompt, the omissions, and earlier assemblies. */
export function ResultTabs(): JSX.Element {
  const leftOut = usePreviewState((state) => state.shown?.leftOut.length);
  const assemblies = usePreviewState((state) => state.timeline.length);
  const [selectedId, select] = useRememberedTab();
  return (
    <>
      <ShowVisited onVisit={() => select('prompt')} />
      <Tabs
        label="What came of it"
        selectedId={selectedId}
        onSelect={select}
        tabs={[
          { id: 'prompt', title: 'Prompt', content: prompt },
          { id: 'why', title: 'Left out', count: leftOut === 0 ? undefined : leftOut, content: why },
          { id: 'timeline', title: 'Timeline', count: assemblies === 0 ? undefined : assemblies, content: timeline },
        ]}
      />
    </>
  );
}

// The same objects each time: a view draws itself when its part of the state has changed, and not with the tabs.
const prompt = <PromptView />;
const why = <WhyView />;
const timeline = <TimelineView />;

/** Opens the prompt when the user goes there from the list of sources; draws nothing. */
function ShowVisited({ onVisit }: { readonly onVisit: () => void }): null {
  const { visits, from } = useSourceFocus();
  const seen = useRef(visits);
  useLayoutEffect(() => {
    if (visits === seen.current) return;
    seen.current = visits;
    if (from === 'list') onVisit();
  });
  return null;
}

function useRememberedTab(): readonly [string, (id: string) => void] {
  const [selectedId, setSelectedId] = useState(() => {
    const remembered = memory.read('tab');
    return remembered !== undefined && tabIds.includes(remembered) ? remembered : 'prompt';
  });
  const select = (id: string): void => {
    setSelectedId(id);
    memory.write('tab', id);
  };
  return [selectedId, select];
}

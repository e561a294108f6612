import type { JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { copySelection } from '../../prompt/copying.js';
import { textBlocks } from '../../prompt/text-blocks.js';
import { type CodeLine, type CodeRun, codeLines } from './code-lines.js';

interface CodeViewProps {
  readonly code: string;
  /** As the fence names it. */
  readonly language: string;
  /** Number of the first line; absent: lines have no numbers. */
  readonly firstLine?: number | undefined;
}

/** UTF-16 units above which code stays in one colour and without numbers. */
const maxColored = 100_000;

/** Code with line numbers, and in colours once they are loaded. */
export function CodeView({ code, language, firstLine }: CodeViewProps): JSX.Element {
  if (code.length <= maxColored) return <ColoredCode code={code} language={language} firstLine={firstLine} />;
  return (
    <pre class="text" data-part="code" onCopy={copySelection}>
      {textBlocks(code).map(({ text, lines }, index) => (
        <span key={index} class="text-block" style={{ '--lines': String(lines) }}>
          {text}
        </span>
      ))}
    </pre>
  );
}

function ColoredCode({ code, language, firstLine }: CodeViewProps): JSX.Element {
  const place = useRef<HTMLPreElement>(null);
  const lines = useColoredLines(code, { language, place });
  const width = firstLine === undefined ? 0 : String(firstLine + lines.length).length;
  return (
    <pre onCopy={copySelection} ref={place} class="code" data-part="code" style={{ '--digits': String(width) }}>
      {lines.map((line, index) => (
        <span key={index} class="code-line" data-line={firstLine === undefined ? undefined : firstLine + index}>
          {line.map((run, place) => (
            <Run key={place} run={run} />
          ))}
        </span>
      ))}
    </pre>
  );
}

function Run({ run: { text, className } }: { readonly run: CodeRun }): JSX.Element {
  return className === undefined ? <>{text}</> : <span class={className}>{text}</span>;
}

interface CodePlace {
  readonly language: string;
  readonly place: RefObject<HTMLElement | null>;
}

/** Lines in one colour until the code is in view and the colours are loaded. */
function useColoredLines(code: string, { language, place }: CodePlace): readonly CodeLine[] {
  const plain = useMemo(() => codeLines([{ text: code }]), [code]);
  const [colored, setColored] = useState<{ readonly of: readonly CodeLine[]; readonly lines: readonly CodeLine[] }>();
  useEffect(() => {
    if (language === '' || place.current === null) return undefined;
    let isLeft = false;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void colorsOf(code, language).then((runs) => {
        if (runs !== undefined && !isLeft) setColored({ of: plain, lines: codeLines(runs) });
      });
    });
    observer.observe(place.current);
    return (): void => {
      isLeft = true;
      observer.disconnect();
    };
  }, [plain, code, language, place]);
  return colored?.of === plain ? colored.lines : plain;
}

async function colorsOf(code: string, language: string): Promise<readonly CodeRun[] | undefined> {
  try {
    const { highlightCode } = await import('./code-highlighter.js');
    return highlightCode(code, language);
  } catch {
    // The part of the page that colours code did not arrive; the code is all there without.
    return undefined;
  }
}

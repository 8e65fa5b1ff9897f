import { lazy, type ReactNode, Suspense } from 'react';
import { isPlainLine } from '../../../domain/plain-line.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { withWords } from '../../words.ts';
import styles from './written.module.css';

// A text out of reach of its parser is no reason to show nothing.
const loadMarkdown = withWords(() => import('./markdown.tsx'), 'writing');
const Markdown = lazy(() =>
  loadMarkdown().then(
    (loaded) => ({ default: loaded.Markdown }),
    () => ({ default: AsTyped }),
  ),
);

export type WrittenProps = {
  text: string;
  /** Shows the plain text between the marks, if not as it is. */
  show?: (text: string) => ReactNode;
};

/** A text that somebody has written in Markdown, read as reports read it; until the parser is loaded as it was typed. */
export function Written({ text, show = toVisibleText }: WrittenProps) {
  const typed = <AsTyped text={text} show={show} />;
  return (
    <div className={styles.written}>
      {isPlainLine(text) ? (
        typed
      ) : (
        <Suspense fallback={typed}>
          <Markdown text={text} show={show} />
        </Suspense>
      )}
    </div>
  );
}

function AsTyped({ text, show }: Required<WrittenProps>) {
  return <p dir="auto">{show(text)}</p>;
}

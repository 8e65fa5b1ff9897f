import { type ComponentType, lazy, type RefObject, Suspense } from 'react';
import { withWords } from '../../words.ts';
import styles from './markdown-tools.module.css';

// A text can be written without them.
const loadTools = withWords(() => import('./markdown-tools.tsx'), 'writing');
const MarkdownTools = lazy<ComponentType<Props>>(() =>
  loadTools().then(
    (loaded) => ({ default: loaded.MarkdownTools }),
    () => ({ default: () => null }),
  ),
);

type Props = { area: RefObject<HTMLTextAreaElement | null>; label: string };

/** Tools below a field for Markdown. Loaded on demand. */
export function LazyMarkdownTools(props: Props) {
  return (
    <div className={styles.place}>
      <Suspense>
        <MarkdownTools {...props} />
      </Suspense>
    </div>
  );
}

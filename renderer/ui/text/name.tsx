import { toVisibleText } from '../../../domain/visible-text.ts';
import styles from './name.module.css';

/** A name somebody gave: text only, and it can't reorder or leave the line it stands in. */
export function Name({ children, line = false }: { children: string; line?: boolean }) {
  const text = toVisibleText(children);
  return (
    <bdi className={line ? styles.line : styles.name} {...(line ? { title: text } : {})}>
      {text}
    </bdi>
  );
}

import { toVisibleText } from '../../../domain/visible-text.ts';
import styles from './name.module.css';

/** A name given by a person: plain text that can neither reorder nor leave its line. */
export function Name({ children, line = false }: { children: string; line?: boolean }) {
  const text = toVisibleText(children);
  return (
    <bdi className={line ? styles.line : styles.name} {...(line ? { title: text } : {})}>
      {text}
    </bdi>
  );
}

import type { CommandPart } from '../../../../domain/variables.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { t } from '../../../words.ts';
import styles from './variables.module.css';

/** A command with substituted values, and marks for missing ones. */
export function CommandText({ parts }: { parts: readonly CommandPart[] }) {
  return parts.map((part, index) => {
    if (typeof part === 'string') return toVisibleText(part);
    const name = `#{${part.name}}`;
    return part.value === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
      <mark key={index} className={styles.missing} title={t('mission_editor.name_has_no_value', { name })}>
        {name}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
      <span key={index} className={styles.value} title={name}>
        {toVisibleText(part.value)}
      </span>
    );
  });
}

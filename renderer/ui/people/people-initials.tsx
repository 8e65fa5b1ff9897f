import { VisuallyHidden } from '@mantine/core';
import type { IconEye } from '@tabler/icons-react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t } from '../../words.ts';
import { toInitials } from './initials.ts';
import styles from './people-initials.module.css';

export type NamedPerson = { id: string; display_name: string };

type Props = { people: readonly NamedPerson[]; label: string; sign: typeof IconEye };

const mostShown = 5;

/** People as initials, with their names on hover and for screen readers. Empty for nobody. */
export function Initials({ people, label, sign: Sign }: Props) {
  if (people.length === 0) return null;
  const shown = people.length > mostShown ? people.slice(0, mostShown - 1) : people;
  const more = people.slice(shown.length);
  return (
    <span className={styles.whole}>
      <Sign size={14} aria-hidden />
      <ul className={styles.people} aria-label={label}>
        {shown.map(({ id, display_name }) => (
          <li key={id} title={`${toVisibleText(display_name)} · ${label}`}>
            <bdi aria-hidden>{toInitials(display_name)}</bdi>
            <VisuallyHidden>{toVisibleText(display_name)}</VisuallyHidden>
          </li>
        ))}
        {more.length === 0 ? null : (
          <li title={more.map(({ display_name }) => toVisibleText(display_name)).join(', ')}>
            <span aria-hidden>+{more.length}</span>
            <VisuallyHidden>{t('shared.and_count_more', { count: more.length })}</VisuallyHidden>
          </li>
        )}
      </ul>
    </span>
  );
}

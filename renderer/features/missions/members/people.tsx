import { Tooltip, VisuallyHidden } from '@mantine/core';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Member } from '../../../../server/missions/contract.ts';
import { toInitials } from '../../../ui/people/initials.ts';
import { inSentence, t } from '../../../words.ts';
import styles from './people.module.css';

const mostShown = 6;

/** Members as initials, in the colour of their side, followed by the name. */
export function People({ members, none }: { members: readonly Member[]; none: string }) {
  if (members.length === 0) {
    return <span className={styles.none}>{none}</span>;
  }
  const left = members.length - mostShown;
  return (
    <ul className={styles.people} aria-label={t('shared.members')}>
      {members.map(({ user, role_hint }, index) => {
        const role = inSentence(t(`names.member_hint.${role_hint}`));
        const words = `${toVisibleText(user.display_name)}, ${role}`;
        // Hidden ones are still announced to screen readers.
        if (index >= mostShown) {
          return (
            <li key={user.id} className={styles.rest}>
              <VisuallyHidden>{words}</VisuallyHidden>
            </li>
          );
        }
        return (
          <Tooltip key={user.id} label={<bdi>{words}</bdi>}>
            <li data-side={role_hint === 'red' || role_hint === 'blue' ? role_hint : undefined}>
              <bdi aria-hidden>{toInitials(user.display_name)}</bdi>
              <VisuallyHidden>{words}</VisuallyHidden>
            </li>
          </Tooltip>
        );
      })}
      {left > 0 ? (
        <li aria-hidden title={t('missions.left_more', { left })}>
          +{left}
        </li>
      ) : null}
    </ul>
  );
}

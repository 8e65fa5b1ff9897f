import { Badge } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { Hiding } from '../../../../server/missions/hiding/contract.ts';
import { useClock } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from './hidden-mark.module.css';

/** Shows that a scenario or a test is hidden from some members, why, and until when; by an icon alone where names need the room. */
export function HiddenMark({ hiding, isSmall = false }: { hiding: Hiding | null; isSmall?: boolean }) {
  // A table has thousands that are not.
  return hiding?.hidden === true ? <Mark hiding={hiding} isSmall={isSmall} /> : null;
}

function Mark({ hiding, isSmall }: { hiding: Hiding; isSmall: boolean }) {
  const describeReveal = useReveal();
  const why = t(hiding.inherited ? 'hiding.why.inherited' : 'hiding.why.itself');
  const when = describeReveal(hiding.reveal);
  const title = when === null ? why : `${why} ${when}`;
  if (isSmall) {
    return (
      <span className={styles.mark} role="img" aria-label={t('hiding.hidden')} title={title}>
        <IconEyeOff size={14} aria-hidden />
      </span>
    );
  }
  return (
    <Badge
      size="sm"
      variant="default"
      tt="none"
      flex="none"
      leftSection={<IconEyeOff size={12} aria-hidden />}
      title={title}
    >
      {t('hiding.hidden')}
    </Badge>
  );
}

/** Describes when something is revealed by itself; null if it is not. */
export function useReveal(): (reveal: Hiding['reveal']) => string | null {
  const clock = useClock();
  return (reveal) => {
    if (reveal === null) return null;
    if (reveal.at === null) return t('hiding.reveals_on_review');
    return t('hiding.reveals_at', { when: clock.moment(reveal.at) });
  };
}

import { Badge } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { Hiding } from '../../../../server/missions/hiding/contract.ts';
import { useClock } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';

/** Shows that a scenario or a test is hidden from some members, why, and until when. */
export function HiddenMark({ hiding }: { hiding: Hiding | null }) {
  // A table has thousands that are not.
  return hiding?.hidden === true ? <Mark hiding={hiding} /> : null;
}

function Mark({ hiding }: { hiding: Hiding }) {
  const describeReveal = useReveal();
  const why = t(hiding.inherited ? 'hiding.why.inherited' : 'hiding.why.itself');
  const when = describeReveal(hiding.reveal);
  return (
    <Badge
      size="sm"
      variant="default"
      tt="none"
      flex="none"
      leftSection={<IconEyeOff size={12} aria-hidden />}
      title={when === null ? why : `${why} ${when}`}
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

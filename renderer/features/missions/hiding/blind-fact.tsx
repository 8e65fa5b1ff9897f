import type { Mission } from '../../../../server/missions/contract.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';
import { useReveal } from './hidden-mark.tsx';
import { listHidden, useSeesAll } from './hidden-tests.ts';

/** Says that a mission is blind, and how many of its tests are hidden from others. */
export function BlindFact({ mission }: { mission: Mission }) {
  const seesAll = useSeesAll(mission);
  const describeReveal = useReveal();
  const hidden = listHidden(mission).length;
  if (mission.visibility !== 'blind' && hidden === 0) return null;
  if (!seesAll) return <Fact label={t('hiding.visibility')}>{t('hiding.blind')}</Fact>;
  const count = hidden === 0 ? null : t('hiding.hidden_count', { count: hidden });
  const parts = [
    mission.visibility === 'blind' ? t('hiding.blind') : null,
    count,
    hidden === 0 ? null : describeReveal(mission.reveal),
  ];
  return <Fact label={t('hiding.visibility')}>{parts.filter((part) => part !== null).join(' · ')}</Fact>;
}

import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Remediation } from '../../../server/missions/remediations/contract.ts';
import { followed } from '../../api/home.ts';
import { remediationList } from '../../api/missions/remediations.ts';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { Due, PriorityBadge } from '../missions/remediation/marks.tsx';
import { FromHome } from './from-home.tsx';
import styles from './home-view.module.css';

/** Limit of remediations shown by name; the rest are counted. */
const named = 5;

/** Remediations of this person, and others' overdue ones, in all visible missions. */
export function RemediationPanel({ userId }: { userId: string }) {
  const mine = useQuery({
    ...remediationList({ owner_id: userId, unresolved: true, limit: named }),
    ...followed,
  });
  // Reads twice as many, because some may be this person's own.
  const overdue = useQuery({ ...remediationList({ overdue: true, limit: 2 * named }), ...followed });
  if (mine.data === undefined || overdue.data === undefined) {
    // A secondary panel, so it stays empty when it can't be loaded.
    if (mine.error !== null || overdue.error !== null) return null;
    return (
      <SidePanel title={t('shared.remediation')}>
        <Skeleton height={22} />
      </SidePanel>
    );
  }
  const isOthers = ({ owner }: Remediation) => owner?.id !== userId;
  const ofOthers = overdue.data.items.filter(isOthers).slice(0, named);
  return (
    <SidePanel
      title={t('shared.remediation')}
      beside={
        <Text size="sm" c="dimmed" component="span">
          {t('home.total_mine_total_2_overdue', { total: mine.data.total, total_2: overdue.data.total })}
        </Text>
      }
    >
      {mine.data.total === 0 && overdue.data.total === 0 ? (
        <Text size="sm" c="dimmed">
          {t('home.nothing_is_left_for_you_to')}
        </Text>
      ) : (
        <>
          <Lines
            label={t('home.mine')}
            items={mine.data.items}
            left={mine.data.total - mine.data.items.length}
          />
          <Lines label={t('home.overdue_of_others')} items={ofOthers} left={0} />
        </>
      )}
    </SidePanel>
  );
}

function Lines({ label, items, left }: { label: string; items: readonly Remediation[]; left: number }) {
  if (items.length === 0) return null;
  return (
    <Stack gap={8}>
      <Text size="xs" c="dimmed" fw={500}>
        {label}
      </Text>
      <ul className={`${styles.list} ${styles.wrapping}`} aria-label={label}>
        {items.map((remediation) => (
          <li key={remediation.id}>
            <div className={styles.grow}>
              <FromHome
                to={`/missions/${remediation.mission.id}/remediation?dialog=remediation.${remediation.id}`}
                display="block"
              >
                <Name line>{remediation.title}</Name>
              </FromHome>
              <div className={styles.where}>
                <Name line>{remediation.mission.name}</Name>
              </div>
            </div>
            <div className={styles.marks}>
              <Due of={remediation} />
              <PriorityBadge priority={remediation.priority} />
            </div>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Text size="xs" c="dimmed">
          {t('home.and_left_more', { left })}
        </Text>
      ) : null}
    </Stack>
  );
}

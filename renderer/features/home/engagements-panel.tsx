import { Text } from '@mantine/core';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { EngagementStatusBadge } from '../engagements/engagement-status-badge.tsx';
import { All, FromHome, Lines } from './from-home.tsx';
import styles from './home-view.module.css';

/** The newest engagements, with their progress. */
export function EngagementsPanel({ engagements }: { engagements: Engagement[] | null }) {
  return (
    <SidePanel
      title={t('shared.engagements')}
      beside={<All to="/engagements" what={t('home.engagements')} />}
    >
      {engagements === null ? (
        <Lines />
      ) : engagements.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('home.no_engagements_yet')}
        </Text>
      ) : (
        <ul className={styles.list}>
          {engagements.map((engagement) => (
            <li key={engagement.id}>
              <div className={styles.grow}>
                <FromHome to={`/engagements/${engagement.id}`} display="block">
                  <Name line>{engagement.name}</Name>
                </FromHome>
                <div className={styles.where}>
                  {engagement.counts.simulations === 0
                    ? t('home.no_simulations_yet')
                    : t('home.done_of_simulations_simulations_done_reviewr', {
                        done: engagement.counts.done,
                        simulations: engagement.counts.simulations,
                        reviewrequired: engagement.counts.review_required,
                      })}
                </div>
              </div>
              <EngagementStatusBadge status={engagement.status} />
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

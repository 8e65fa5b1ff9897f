import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { MissionListItem } from '../../../server/missions/contract.ts';
import { mission as missionQuery } from '../../api/missions/missions.ts';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { useFilters } from '../../ui/filters/use-filters.ts';
import { t } from '../../words.ts';
import { useActivity } from '../missions/use-activity.ts';
import { Classes } from './classes.tsx';
import { PeopleAtWork } from './people-at-work.tsx';
import { PhaseLine } from './phase.tsx';
import { Queues } from './queues.tsx';
import styles from './wall.module.css';

/** Running missions led by this person, one at a time, built from parts of the wall view. */
export function LeadPanel({ missions }: { missions: readonly MissionListItem[] }) {
  const { values, set } = useFilters(['lead']);
  const chosen = missions.find(({ id }) => id === values.lead) ?? missions[0];
  if (chosen === undefined) return null;
  return (
    <SidePanel
      title={t('wall.you_lead')}
      beside={
        <>
          <NativeSelect
            size="xs"
            maw={320}
            aria-label={t('shared.mission')}
            data={missions.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
            value={chosen.id}
            onChange={(event) => set({ lead: event.currentTarget.value })}
          />
          <Button
            component={Link}
            to={`/missions/${chosen.id}/wall`}
            size="compact-sm"
            variant="default"
            ml="auto"
            leftSection={<IconDeviceTv size={14} aria-hidden />}
          >
            {t('mission_editor.wall_view')}
          </Button>
        </>
      }
    >
      <LedMission key={chosen.id} missionId={chosen.id} />
    </SidePanel>
  );
}

function LedMission({ missionId }: { missionId: string }) {
  const { data: mission } = useQuery(missionQuery(missionId));
  useActivity(missionId);
  if (mission === undefined) return <Skeleton height={200} aria-busy="true" />;
  return (
    <div className={styles.inner}>
      <PhaseLine mission={mission} />
      <Queues mission={mission} most={3} isInner />
      <PeopleAtWork mission={mission} isInner />
      <Classes mission={mission} isInner />
    </div>
  );
}

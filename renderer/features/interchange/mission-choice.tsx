import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { largestPage } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { ImportChoices } from '../../../server/interchange/contract.ts';
import { missionList } from '../../api/missions/missions.ts';
import { t } from '../../words.ts';

const own = '';

/** Chooses whether executions become a new mission, or are added to the tests of an existing one. */
export function MissionChoice({
  value,
  isBusy,
  onChoose,
}: {
  value: string | null;
  isBusy: boolean;
  onChoose: (choices: ImportChoices) => void;
}) {
  const missions = useQuery(missionList({ sort: 'updated_at', order: 'desc', limit: largestPage }));
  return (
    <Select
      label={t('interchange.where_executions_go')}
      description={t('interchange.onto_the_pending_tests_of_a')}
      w={420}
      maw="100%"
      data={[
        { value: own, label: t('interchange.a_mission_of_their_own') },
        ...(missions.data?.items ?? []).map(({ id, name }) => ({ value: id, label: toVisibleText(name) })),
      ]}
      value={value ?? own}
      disabled={isBusy}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('interchange.no_such_mission')}
      onChange={(id) => onChoose({ mission_id: id === own ? null : id })}
    />
  );
}

import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Entry } from '../../../server/history/contract.ts';
import { detectionLevels } from '../../api/catalogue/detection-levels.ts';
import { missionHistory } from '../../api/history.ts';
import { missionFindings } from '../../api/missions/findings.ts';
import { rich } from '../../rich.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { nameFinding, toFindingPath } from '../missions/findings/finding-words.ts';
import { useMissionTab } from '../missions/mission-tabs.ts';
import { FilterSelect, HistoryFilterBar } from './history-filters.tsx';
import { HistoryList, useHistory } from './history-list.tsx';
import { type Restoration, RestoreDialog } from './restore-dialog.tsx';
import { useHistoryFilters } from './use-history-filters.ts';
import { usePeople } from './use-people.ts';
import { useMissionRestorer } from './use-restorers.ts';

/** History of a mission. */
export function MissionHistoryTab() {
  const { mission, actions } = useMissionTab();
  const source = useMemo(() => missionHistory(mission.id), [mission.id]);
  const filters = useHistoryFilters(['test_id']);
  const found = useHistory(source, filters.filter);
  const levels = useQuery(detectionLevels);
  const members = useMemo(() => mission.members.map(({ user }) => user), [mission.members]);
  const people = usePeople(found.entries, members);
  const [restoration, setRestoration] = useState<Restoration | null>(null);
  const restorer = useMissionRestorer(mission, actions.edit !== null);
  const tests = useMemo(
    () => new Map(mission.scenarios.flatMap((scenario) => scenario.tests.map(({ id, name }) => [id, name]))),
    [mission.scenarios],
  );
  const { data: findings = [] } = useQuery(missionFindings(mission.id));
  const where = ({ object_type, object_id, test_id, verb }: Entry) => {
    const finding = object_type === 'finding' ? findings.find(({ id }) => id === object_id) : undefined;
    if (finding !== undefined) {
      const anchor = (
        <Anchor component={Link} inherit to={toFindingPath(mission.id, finding.id)}>
          <Name>{nameFinding(finding)}</Name>
        </Anchor>
      );
      return verb === 'changed' ? rich('history.in_anchor', { anchor }) : <>({anchor})</>;
    }
    const name = test_id === null ? undefined : tests.get(test_id);
    return name === undefined
      ? null
      : rich('history.in_anchor', {
          anchor: (
            <Anchor component={Link} inherit to={`/missions/${mission.id}/tests/${test_id}/history`}>
              <Name>{name}</Name>
            </Anchor>
          ),
        });
  };
  return (
    <Stack gap="sm">
      <HistoryFilterBar filters={filters} people={people.choices}>
        <FilterSelect
          label={t('shared.test')}
          placeholder={t('history.any_test')}
          width={260}
          value={filters.values.test_id}
          data={[...tests].map(([value, name]) => ({ value, label: toVisibleText(name) }))}
          onChange={(test_id) => filters.set({ test_id })}
        />
      </HistoryFilterBar>
      <HistoryList
        source={source}
        found={found}
        known={{ levels: levels.data ?? [], people: people.named }}
        restorer={restorer}
        onRestore={setRestoration}
        isFiltered={filters.active}
        onClear={filters.clear}
        where={where}
      />
      {restoration !== null ? (
        <RestoreDialog restorer={restorer} restoration={restoration} onClose={() => setRestoration(null)} />
      ) : null}
    </Stack>
  );
}

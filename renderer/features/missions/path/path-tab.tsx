import { Group, Select, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRoute } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { takesRecords } from '../../../../domain/missions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Followed } from '../../../../server/missions/attack-path/contract.ts';
import type { TestSummary } from '../../../../server/missions/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { missionTest } from '../../../api/missions/mission-tests.ts';
import { changeFollows, missionPath } from '../../../api/missions/path.ts';
import { rich } from '../../../rich.ts';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { SeenNote } from '../hiding/seen-note.tsx';
import { useMissionTab } from '../mission-tabs.ts';
import { FollowsDialog } from './follows-dialog.tsx';
import { useIsPainted } from './in-view.ts';
import { InsertDialog } from './insert-dialog.tsx';
import { OutsideList, PathList, StopList } from './path-lists.tsx';
import { toPath } from './path-of.ts';
import { PathPicture } from './path-picture.tsx';

/** Attack path of a mission: drawn, as a list, and where it would have been stopped. */
export function PathTab() {
  const { mission } = useMissionTab();
  const queryClient = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const scenario = parameters.get('scenario');
  const { data, error, refetch } = useQuery(missionPath(mission));
  const may = useMay('mission.update') && takesRecords(mission.status);
  const tests = useMemo(() => mission.scenarios.flatMap((one) => one.tests), [mission]);
  const isPainted = useIsPainted();
  const dialog = useDialog<'follows' | 'insert-after', Pick<TestSummary, 'id' | 'name'>>(
    ['follows', 'insert-after'],
    {
      may,
      list: { items: tests, read: (id) => queryClient.fetchQuery(missionTest(mission.id, id)) },
    },
  );
  const path = useMemo(() => toPath(mission, data?.edges ?? [], scenario), [mission, data, scenario]);
  if (data === undefined) {
    if (error !== null)
      return <ProblemNote error={error} what={t('path.things')} onRetry={() => refetch()} />;
    return <Skeleton height={320} aria-busy="true" role="status" aria-label={t('path.loading')} />;
  }
  const followedBy = (test: string): Followed[] =>
    data.edges
      .filter(({ test_id }) => test_id === test)
      .map(({ follows_id, condition }) => ({ test_id: follows_id, condition }));
  const nameOf = (id: string) => tests.find((test) => test.id === id)?.name ?? '';
  const link = async (test: string, after: string, condition: string | null) => {
    const before = followedBy(test);
    if (before.some(({ test_id }) => test_id === after)) return;
    await changeFollows(queryClient, mission.id, test, [...before, { test_id: after, condition }]);
    offerUndo({
      what: (
        <>{rich('path.linked', { name: <Name>{nameOf(test)}</Name>, after: <Name>{nameOf(after)}</Name> })}</>
      ),
      undo: async () => {
        await changeFollows(queryClient, mission.id, test, before);
        return [];
      },
    });
  };
  const linkByDrag = (test: string, after: string) => {
    link(test, after, null).catch((refusal: Error) =>
      notifications.show({ color: 'red', title: t('path.not_linked'), message: refusal.message }),
    );
  };
  const acts = may
    ? {
        change: (test: TestSummary) => void dialog.open('follows', test),
        insert: (test: TestSummary) => void dialog.open('insert-after', test),
      }
    : null;
  const { item } = dialog;
  return (
    <Stack gap="md">
      {mission.scenarios.length > 1 ? (
        <Group role="search">
          <Select
            aria-label={t('shared.scenario')}
            placeholder={t('tests.any_scenario')}
            size="xs"
            w={220}
            comboboxProps={{ keepMounted: false }}
            data={mission.scenarios.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
            value={scenario}
            onChange={(id) => setParameters(id === null ? {} : { scenario: id }, { replace: true })}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('tests.any_scenario') }}
          />
        </Group>
      ) : null}
      {path.edges.length === 0 ? (
        <EmptyState icon={IconRoute} title={t('path.empty')} hint={t('path.empty_hint')} />
      ) : (
        <>
          <PathPicture missionId={mission.id} path={path} onLink={may ? linkByDrag : null} />
          <SeenNote of={mission} />
          {isPainted ? (
            <>
              <StopList path={path} />
              <PathList missionId={mission.id} path={path} acts={acts} />
            </>
          ) : null}
        </>
      )}
      {isPainted || path.edges.length === 0 ? (
        <OutsideList missionId={mission.id} path={path} acts={acts} />
      ) : null}
      {dialog.name === 'follows' && item !== null ? (
        <FollowsDialog
          key={item.id}
          mission={mission}
          test={item}
          follows={followedBy(item.id)}
          onClose={dialog.close}
        />
      ) : null}
      {dialog.name === 'insert-after' && item !== null ? (
        <InsertDialog
          key={item.id}
          mission={mission}
          test={item}
          taken={
            new Set(
              data.edges.filter(({ follows_id }) => follows_id === item.id).map(({ test_id }) => test_id),
            )
          }
          onInsert={(test, condition) => link(test, item.id, condition)}
          onClose={dialog.close}
        />
      ) : null}
    </Stack>
  );
}

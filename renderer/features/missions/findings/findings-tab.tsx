import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconBulb, IconFlag3, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Link, Outlet, useLocation, useMatch, useParams } from 'react-router';
import { isArchived } from '../../../../domain/missions.ts';
import { holdsOneOf, missionWriters } from '../../../../domain/permissions.ts';
import { useUser } from '../../../api/connection/session.ts';
import { missionFindings, suggestedFindings } from '../../../api/missions/findings.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { KeysHelp } from '../../../ui/keys/keys-help.tsx';
import { findingKeys } from '../../../ui/keys/shortcuts.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PrintSheet } from '../../../ui/print/print-sheet.tsx';
import { t } from '../../../words.ts';
import { useMissionTab } from '../mission-tabs.ts';
import { FindingsSheet } from '../print/findings-sheet.tsx';
import { FindingFilters, FindingList, filterFindings, findingFilters } from './finding-list.tsx';
import styles from './findings.module.css';
import type { FindingsContext } from './findings-outlet.ts';
import { suggestionsRow, useFindingKeys } from './use-finding-keys.ts';
import { useNewFinding } from './use-new-finding.tsx';

/** Findings of a mission: the list, with a finding or the suggestions next to it. */
export function FindingsTab() {
  const { mission } = useMissionTab();
  const { findingId } = useParams();
  const { search } = useLocation();
  const base = `/missions/${mission.id}/findings`;
  const isSuggestions = useMatch(`${base}/${suggestionsRow}`) !== null;
  const { permissions } = useUser();
  const mayWrite = holdsOneOf(permissions, missionWriters);
  const may = mayWrite && !isArchived(mission.status);
  const found = useQuery(missionFindings(mission.id));
  const suggested = useQuery({ ...suggestedFindings(mission.id), enabled: may }).data?.length ?? 0;
  const { values, set } = useFilters(findingFilters);
  const box = useRef<HTMLUListElement>(null);
  const making = useNewFinding(mission, may);

  const shown = filterFindings(found.data ?? [], values);
  const open = isSuggestions ? suggestionsRow : (findingId ?? null);
  const kept = toKept(search);
  const pathOf = (row: string) => `${base}/${row}${kept}`;
  const list = `${base}${kept}`;
  const toList = useFindingKeys({
    box,
    rows: [...(suggested > 0 ? [suggestionsRow] : []), ...shown.map(({ id }) => id)],
    open,
    pathOf,
    list,
    onAdd: making.add,
  });

  if (found.data === undefined) {
    if (found.error === null) return <TabSkeleton />;
    return <ProblemNote error={found.error} what={t('findings.things')} onRetry={() => found.refetch()} />;
  }
  const isEmpty = found.data.length === 0 && open === null;
  // The review of suggestions is the next step as long as there is no finding.
  const isSecond = isEmpty && suggested > 0;
  const add = making.add ? (
    <Button
      {...(isSecond && { variant: 'default' })}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={making.add}
      aria-keyshortcuts="n"
    >
      {t('findings.new')}
    </Button>
  ) : null;
  if (isEmpty) {
    return (
      <>
        <NoFindings suggested={may ? suggested : 0} to={pathOf(suggestionsRow)} add={add} />
        {making.dialog}
      </>
    );
  }
  const isOfTheList = open === null || isSuggestions;
  const isPrinted = ({ id }: { id: string }) => isOfTheList || id === findingId;
  const context: FindingsContext = { mission, findings: found.data, may, list, toList };
  return (
    <>
      <div className={styles.layout} data-open={open !== null || undefined}>
        <div className={styles.side}>
          <div className={styles.bar}>
            {add}
            <Text size="sm" c="dimmed">
              {t('findings.count', { count: found.data.length })}
            </Text>
            <KeysHelp keys={findingKeys()} />
          </div>
          <FindingFilters values={values} onChange={set} />
          <FindingList
            box={box}
            findings={shown}
            isFiltered={shown.length < found.data.length}
            suggested={may ? suggested : null}
            pathOf={pathOf}
          />
        </div>
        <div className={styles.detail} data-detail>
          {open === null ? (
            <Text size="sm" c="dimmed" p="md">
              {t('findings.choose')}
            </Text>
          ) : (
            <Outlet context={context} />
          )}
        </div>
      </div>
      {making.dialog}
      <PrintSheet>
        {() => <FindingsSheet mission={mission} findings={found.data.filter(isPrinted)} />}
      </PrintSheet>
    </>
  );
}

/** The filters of an address, without an open dialog. */
function toKept(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('dialog');
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function NoFindings({ suggested, to, add }: { suggested: number; to: string; add: ReactNode }) {
  return (
    <EmptyState
      icon={IconFlag3}
      title={t('findings.empty.title')}
      hint={
        suggested > 0
          ? t('findings.empty.suggested', { count: suggested })
          : add
            ? t('findings.empty.hint')
            : t('findings.empty.read_only')
      }
      action={
        <Stack gap="xs">
          {suggested > 0 ? (
            <Button component={Link} to={to} leftSection={<IconBulb size={15} aria-hidden />}>
              {t('findings.empty.look')}
            </Button>
          ) : null}
          {add}
        </Stack>
      }
    />
  );
}

function TabSkeleton() {
  return (
    <div className={styles.layout} aria-busy="true" role="status" aria-label={t('findings.loading')}>
      <Skeleton height={260} />
      <Skeleton height={360} />
    </div>
  );
}

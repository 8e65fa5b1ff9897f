import { Skeleton, Stack } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { largestPage } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { matrix } from '../../../api/catalogue/catalogue.ts';
import { detectionLevels } from '../../../api/catalogue/detection-levels.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { engagementList } from '../../../api/engagements/engagements.ts';
import { missionList } from '../../../api/missions/missions.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';
import { CatalogueEmpty } from '../catalogue-empty.tsx';
import { CataloguePages } from '../catalogue-pages.tsx';
import { hasPlanned, keepPlanned } from './coverage.ts';
import { type Earlier, parseEarlier } from './earlier.ts';
import { searchMatrix } from './matrix-layout.ts';
import { describeMode, listShades, type MatrixMode, parseMode, usualMode } from './matrix-mode.ts';
import { MatrixView } from './matrix-view.tsx';
import { useChanges } from './use-changes.ts';
import { parseScope, type Scope, useCoverage } from './use-coverage.ts';
import { findZoom, readZoom } from './zoom.ts';

const placeKey = 'damson.matrix.place';

export function MatrixPage() {
  const { values, set } = useFilters(['of', 'with', 'by', 'pick', 'only', 'q', 'zoom']);
  const entries = useQuery(matrix);
  const levels = useQuery(detectionLevels);
  const scope = useMemo(() => parseScope(values.of), [values.of]);
  const mode = useMemo(() => parseMode(values.by, values.pick), [values.by, values.pick]);
  const earlier = useMemo(() => parseEarlier(scope, values.with), [scope, values.with]);
  const covered = useCoverage(scope, mode);
  const changed = useChanges(scope, earlier);
  const { coverage, isPending, error } = earlier === null ? covered : changed;
  const scopes = useScopes();
  const [openKeys, setOpenKeys] = useSessionStorage<string[]>({
    key: 'damson.matrix.open',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const open = useMemo(() => new Set(openKeys), [openKeys]);
  const onOpen = useCallback((next: Set<string>) => setOpenKeys([...next]), [setOpenKeys]);
  const [start] = useState(() => sessionStorage.getItem(placeKey));
  const onActive = useCallback((key: string) => sessionStorage.setItem(placeKey, key), []);
  const zoom = readZoom(values.zoom);
  const isAbsent = entries.error instanceof ApiError && entries.error.code === 'catalogue_absent';
  const version = entries.data?.version;
  // Deferred, because drawing this much at once would block the page.
  const entriesDrawn = useDeferredValue(entries.data, undefined);
  const isUsual = earlier !== null || hasPlanned(coverage);
  const isPlannedOnly = values.only === 'planned' || (values.only === '' && isUsual);
  const shown = useMemo(
    () => (entriesDrawn && isPlannedOnly ? keepPlanned(entriesDrawn, coverage) : entriesDrawn),
    [entriesDrawn, isPlannedOnly, coverage],
  );
  const foundBeside = useMemo(() => {
    if (entriesDrawn === undefined || shown === undefined || shown === entriesDrawn) return 0;
    return searchMatrix(entriesDrawn, values.q).found.size - searchMatrix(shown, values.q).found.size;
  }, [entriesDrawn, shown, values.q]);
  // The part shown may depend on the planned tests.
  const isCounted = !isPending || values.only !== '';
  return (
    <Stack gap="sm">
      <PageHead
        title={version ? t('catalogue.catalogue_of_version', { version }) : t('catalogue.att_ck_catalogue')}
      />
      <CataloguePages />
      {isAbsent ? <CatalogueEmpty /> : null}
      {entries.isError && !isAbsent ? (
        <ProblemNote error={entries.error} what={t('catalogue.matrix_2')} onRetry={() => entries.refetch()} />
      ) : null}
      {shown && levels.data && isCounted ? (
        <MatrixView
          matrix={shown}
          coverage={coverage}
          shades={earlier === null ? listShades(mode, levels.data) : changed.shades}
          mode={mode}
          scope={values.of || 'all'}
          scopes={scopes}
          earlier={earlier === null ? '' : values.with}
          comparisonLink={toComparison(scope, earlier)}
          about={
            isPending
              ? t('catalogue.counting')
              : sayOfSeen(
                  earlier === null
                    ? describeScope(scope, mode, covered.missions)
                    : t(`catalogue.changes_since.${earlier.kind}`),
                  covered.isPart,
                )
          }
          problem={
            error === null
              ? null
              : t('catalogue.not_everything_could_be_counted_message', { message: error.message })
          }
          q={values.q}
          foundBeside={foundBeside}
          zoom={zoom}
          open={open}
          start={start}
          onScope={(of) => set({ of: of === 'all' ? null : of, with: null })}
          onEarlier={(chosen) => set({ with: chosen })}
          onMode={({ by, pick }) =>
            set({
              by: by === usualMode.by ? null : by,
              pick: pick === usualMode.pick ? null : pick,
            })
          }
          onSearch={(q) => set({ q })}
          onZoom={(by) =>
            set((latest) => {
              if (by === null) return { zoom: null };
              const from = readZoom(latest('zoom'));
              const next = findZoom(from, by) ?? from;
              return { zoom: next === null ? null : String(next) };
            })
          }
          isPlannedOnly={isPlannedOnly}
          onPlannedOnly={(isOn) => set({ only: isOn === isUsual ? null : isOn ? 'planned' : 'all' })}
          onOpen={onOpen}
          onActive={onActive}
        />
      ) : null}
      {(entriesDrawn === undefined || !isCounted) && !entries.isError ? (
        <Skeleton height={420} aria-label={t('catalogue.loading_the_matrix')} role="status" />
      ) : null}
    </Stack>
  );
}

/** Address of the comparison of two missions by figures and tests. */
function toComparison(scope: Scope, earlier: Earlier | null): string | null {
  if (scope.kind !== 'mission' || earlier?.kind !== 'mission') return null;
  return `/comparison?${new URLSearchParams({ before: earlier.id, now: scope.id })}`;
}

function useScopes() {
  const missions = useQuery(missionList({ limit: largestPage }));
  const engagements = useQuery(engagementList({ limit: largestPage }));
  return useMemo(() => {
    const groups = [
      { group: t('catalogue.everything'), items: [{ value: 'all', label: t('catalogue.all_my_missions') }] },
    ];
    const toOption = (kind: string) => (each: { id: string; name: string }) => ({
      value: `${kind}:${each.id}`,
      label: toVisibleText(each.name),
    });
    if (missions.data?.items.length) {
      groups.push({ group: t('shared.missions'), items: missions.data.items.map(toOption('mission')) });
    }
    if (engagements.data?.items.length) {
      groups.push({
        group: t('shared.engagements'),
        items: engagements.data.items.map(toOption('engagement')),
      });
    }
    return groups;
  }, [missions.data, engagements.data]);
}

function sayOfSeen(said: string, isPart: boolean): string {
  return isPart ? `${said} · ${t('shared.only_seen')}` : said;
}

function describeScope(scope: Scope, mode: MatrixMode, missions: number | null): string {
  const what = describeMode(mode);
  if (scope.kind !== 'all')
    return t('catalogue.what_within_this_kind_a_technique', { what, kind: scope.kind });
  if (missions === null || missions === 0) return t('catalogue.no_mission_yet');
  return t('catalogue.scope_of_all', { what, missions });
}

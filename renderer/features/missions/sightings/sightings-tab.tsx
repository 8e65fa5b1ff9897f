import { Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isArchived } from '../../../../domain/missions.ts';
import { describeSightingFigures } from '../../../../domain/sighting-words.ts';
import {
  type MisjudgedFigure,
  misjudged,
  readsSightings,
  type SightedFigure,
  sightingKinds,
  sightingStatuses,
} from '../../../../domain/sightings.ts';
import type { Sighting } from '../../../../server/missions/sightings/contract.ts';
import { useMay, useUser } from '../../../api/connection/session.ts';
import {
  missionSightings,
  readSighting,
  sightingFigures,
  suggestedTests,
} from '../../../api/missions/sightings.ts';
import { CountLink } from '../../../ui/charts/count-link.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { KeysHelp } from '../../../ui/keys/keys-help.tsx';
import { sightingKeys } from '../../../ui/keys/shortcuts.ts';
import { usePageKeys } from '../../../ui/keys/use-page-keys.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t, words } from '../../../words.ts';
import { PickTestDialog } from '../alerts/pick-test-dialog.tsx';
import { SeenNote } from '../hiding/seen-note.tsx';
import { useMissionTab } from '../mission-tabs.ts';
import { NotOursDialog } from './not-ours-dialog.tsx';
import { QuickEntry } from './quick-entry.tsx';
import { SightingCard } from './sighting-card.tsx';
import { SightingDialog } from './sighting-dialog.tsx';
import { isDecided } from './sighting-words.ts';
import styles from './sightings.module.css';
import { useSightingActions } from './use-sighting-actions.ts';

const filters = ['status', 'kind', 'declared', 'figure', 'q'] as const;
type Filters = Readonly<Record<(typeof filters)[number], string>>;

/** Sightings of blue: written down in one line, matched to tests later. */
export function SightingsTab() {
  const { mission } = useMissionTab();
  const may = useMay('mission.write_blue_fields') && !isArchived(mission.status) && !mission.locked;
  const { permissions } = useUser();
  const reads = readsSightings(new Set(permissions), mission.sightings_visible_to_red);
  const found = useQuery({ ...missionSightings(mission.id), enabled: reads });
  const sightings = found.data ?? [];
  const isWaiting = sightings.some((sighting) => !isDecided(sighting));
  const suggested = useQuery({ ...suggestedTests(mission.id), enabled: may && isWaiting }).data;
  const figures = useQuery({ ...sightingFigures(mission.id), enabled: sightings.length > 0 }).data;
  const { values, set } = useFilters(filters);
  const [current, setCurrent] = useState(0);
  const title = useRef<HTMLInputElement>(null);
  const dialog = useDialog(['new', 'edit', 'pick', 'not-ours'], {
    may,
    list: { items: found.data, read: (id) => readSighting(mission.id, id) },
  });
  const writing = useSightingActions(mission.id, {
    suggested,
    open: (name, sighting) => dialog.open(name, sighting),
  });
  const shown = filterSightings(sightings, values);
  const names = new Map(
    mission.scenarios.flatMap(({ tests }) => tests.map(({ id, name }) => [id, name] as const)),
  );
  const lines = figures === undefined ? [] : describeSightingFigures(figures, words);
  const place = Math.min(current, shown.length - 1);
  const chosen = shown[place];
  const step = (by: number) => () => {
    const next = Math.min(shown.length - 1, Math.max(0, place + by));
    setCurrent(next);
    document.querySelector(`[data-row="${shown[next]?.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const decide = (isFor: 'decided' | 'undecided' | 'all', act: (sighting: Sighting) => void) => {
    return (event: KeyboardEvent) => {
      if (chosen === undefined || !may) return;
      if (isFor !== 'all' && isDecided(chosen) !== (isFor === 'decided')) return;
      event.preventDefault();
      act(chosen);
    };
  };
  const { actions } = writing;
  usePageKeys([
    ['j', step(1)],
    ['k', step(-1)],
    [
      'a',
      (event) => {
        event.preventDefault();
        title.current?.focus();
      },
    ],
    ['y', decide('undecided', actions.accept)],
    ['t', decide('undecided', (sighting) => names.size > 0 && actions.pick(sighting))],
    ['n', decide('undecided', actions.refuse)],
    ['u', decide('decided', actions.undo)],
    ['e', decide('all', actions.edit)],
  ]);

  if (!reads)
    return (
      <EmptyState icon={IconEyeOff} title={t('sightings.hidden.title')} hint={t('sightings.hidden.hint')} />
    );
  if (found.data === undefined) {
    if (found.error !== null)
      return <ProblemNote error={found.error} what={t('sightings.things')} onRetry={() => found.refetch()} />;
    return <Skeleton height={240} aria-busy="true" role="status" aria-label={t('sightings.loading')} />;
  }
  return (
    <section className={styles.page} aria-label={t('missions.sightings')}>
      {may ? <QuickEntry missionId={mission.id} title={title} onDetails={() => dialog.open('new')} /> : null}
      {sightings.length === 0 ? (
        <EmptyState
          icon={IconEye}
          title={t('sightings.empty.title')}
          hint={may ? t('sightings.empty.hint') : t('sightings.empty.read_only')}
        />
      ) : (
        <>
          <SeenNote of={mission} />
          {lines.length === 0 ? null : (
            <ul className={styles.figures} aria-label={t('sightings.figures')}>
              {lines.map(({ text, figure, count }) => (
                <li key={text}>
                  {figure === null || count === 0 ? (
                    text
                  ) : (
                    <CountLink to={toCounted(mission.id, figure)} count={count}>
                      {text}
                    </CountLink>
                  )}
                </li>
              ))}
            </ul>
          )}
          <div className={styles.bar}>
            <Text size="sm" role="status">
              {t('sightings.count', { count: shown.length })}
            </Text>
            {isMisjudged(values.figure) ? (
              <Button
                size="xs"
                px={10}
                variant="light"
                rightSection={<IconX size={13} aria-hidden />}
                onClick={() => set({ figure: null })}
              >
                {t('results.figure.only', { figure: t(`sightings.figure.${values.figure}`) })}
              </Button>
            ) : null}
            <SightingFilters values={values} onChange={set} />
            {may ? <KeysHelp keys={sightingKeys()} /> : null}
          </div>
          {shown.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('sightings.none_match')}
            </Text>
          ) : (
            <ul className={styles.list} aria-label={t('missions.sightings')}>
              {shown.map((sighting, index) => (
                <SightingCard
                  key={sighting.id}
                  sighting={sighting}
                  best={suggested?.get(sighting.id)?.[0]}
                  testName={names.get(sighting.test_id ?? '')}
                  isCurrent={index === place}
                  canPick={names.size > 0}
                  actions={may ? actions : null}
                  onSave={writing.save}
                />
              ))}
            </ul>
          )}
        </>
      )}
      {dialog.name === 'new' || (dialog.name === 'edit' && dialog.item !== null) ? (
        <SightingDialog
          missionId={mission.id}
          sighting={dialog.name === 'new' ? null : dialog.item}
          onClose={dialog.close}
        />
      ) : null}
      {dialog.name === 'pick' && dialog.item !== null ? (
        <PickTestDialog
          mission={mission}
          title={t('sightings.pick_title')}
          submit={t('sightings.accept')}
          onPick={(test) => writing.match(dialog.item as Sighting, test)}
          onClose={dialog.close}
        />
      ) : null}
      {dialog.name === 'not-ours' && dialog.item !== null ? (
        <NotOursDialog
          onRefuse={(reason) => writing.refuse(dialog.item as Sighting, reason)}
          onClose={dialog.close}
        />
      ) : null}
    </section>
  );
}

function isMisjudged(figure: string): figure is MisjudgedFigure {
  return figure in misjudged;
}

/** Address of the tests, or of the sightings, that a figure counts. */
function toCounted(missionId: string, figure: SightedFigure | MisjudgedFigure): string {
  const mission = `/missions/${missionId}`;
  return isMisjudged(figure)
    ? `${mission}/sightings?${new URLSearchParams({ figure })}`
    : `${mission}?${new URLSearchParams({ sighted: figure })}`;
}

function filterSightings(
  sightings: readonly Sighting[],
  { status, kind, declared, figure, q }: Filters,
): Sighting[] {
  const wanted = q.trim().toLowerCase();
  return sightings.filter((sighting) => {
    const { title, note, tool, rule_name, rule_id, hosts, users, techniques } = sighting;
    return (
      (status === '' || sighting.status === status) &&
      (kind === '' || sighting.kind === kind) &&
      (!isMisjudged(figure) || misjudged[figure](sighting)) &&
      (declared === '' || (sighting.declared !== null) === (declared === 'true')) &&
      (wanted === '' ||
        [title, note, tool, rule_name, rule_id, ...hosts, ...users, ...techniques].some((text) =>
          text?.toLowerCase().includes(wanted),
        ))
    );
  });
}

function SightingFilters({
  values,
  onChange,
}: {
  values: Filters;
  onChange: (change: Partial<Record<keyof Filters, string | null>>) => void;
}) {
  const choices = {
    status: sightingStatuses.map((value) => ({ value, label: t(`sighting_fields.status.${value}`) })),
    kind: sightingKinds.map((value) => ({ value, label: t(`sighting_fields.kind.${value}`) })),
    declared: (['true', 'false'] as const).map((value) => ({
      value,
      label: t(`sightings.declared.${value}`),
    })),
  };
  return (
    <search className={styles.filters} aria-label={t('sightings.filters')}>
      {(['status', 'kind', 'declared'] as const).map((filter) => (
        <NativeSelect
          key={filter}
          size="xs"
          aria-label={t(`sightings.field.${filter}`)}
          data={[{ value: '', label: t(`sightings.any.${filter}`) }, ...choices[filter]]}
          value={values[filter]}
          onChange={(event) => onChange({ [filter]: event.currentTarget.value || null })}
        />
      ))}
      <SearchField
        size="xs"
        aria-label={t('sightings.search')}
        value={values.q}
        onSearch={(q) => onChange({ q: q || null })}
      />
    </search>
  );
}

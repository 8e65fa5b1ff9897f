import { Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconFilterOff, IconPlus, IconSwords, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { figureKeys } from '../../../domain/counted-tests.ts';
import type { SimulationStatus } from '../../../domain/simulations.ts';
import { simulationStatuses } from '../../../domain/simulations.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { SimulationListItem } from '../../../server/simulations/contract.ts';
import { detectionLevels } from '../../api/catalogue/detection-levels.ts';
import { engagementFigures, figureSimulations } from '../../api/missions/figures.ts';
import { rich } from '../../rich.ts';
import { LevelBadge } from '../../ui/badges/status-badge.tsx';
import { CatalogChip } from '../../ui/catalogue/catalog-chip.tsx';
import { nameChosen } from '../../ui/charts/name-figure.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { OutcomeMarks } from '../facts/outcome-marks.tsx';
import { EngagementOffer } from '../simulations/engagement-offer.tsx';
import { SimulationStatusBadge } from '../simulations/simulation-status-badge.tsx';
import { type EngagementActions, EngagementHead } from './engagement-head.tsx';
import { EngagementResults } from './engagement-results.tsx';
import styles from './engagement-view.module.css';
import { filterSimulations, noFilter, type SimulationFilter } from './filter-simulations.ts';

type Props = {
  engagement: Engagement;
  simulations: SimulationListItem[] | undefined;
  error: Error | null;
  onRetry: () => void;
  filter: SimulationFilter;
  onFilter: (change: Partial<Record<keyof SimulationFilter, string | null>>) => void;
  /** Null for people who may not. */
  actions: EngagementActions | null;
};

export function EngagementView(props: Props) {
  const { engagement, simulations, error, onRetry, actions } = props;
  const create =
    actions === null ? null : (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={actions.create}>
        {t('engagements.new_simulation')}
      </Button>
    );
  return (
    <Stack gap="sm">
      <EngagementHead engagement={engagement} actions={actions} isRed={actions !== null} beside={create} />
      {actions === null ? null : <EngagementOffer engagement={engagement} />}
      {simulations === undefined ? (
        error === null ? (
          <SkeletonRows />
        ) : (
          <ProblemNote error={error} what={t('engagements.list_of_simulations')} onRetry={onRetry} />
        )
      ) : simulations.length === 0 ? (
        <EmptyState
          icon={IconSwords}
          title={t('engagements.no_simulations_yet')}
          hint={
            actions === null
              ? t('engagements.they_appear_here_as_soon_as')
              : t('engagements.a_simulation_is_one_thing_red')
          }
          action={create}
        />
      ) : (
        <Simulations {...props} simulations={simulations} />
      )}
    </Stack>
  );
}

type SimulationsProps = Pick<Props, 'engagement' | 'filter' | 'onFilter'> & {
  simulations: readonly SimulationListItem[];
};

/** Simulations that pass the filters, and the outcomes of all. */
function Simulations({ engagement, simulations, filter, onFilter }: SimulationsProps) {
  const changedAt = simulations.reduce(
    (latest, { updated_at }) => (updated_at > latest ? updated_at : latest),
    '',
  );
  const { figure, tool } = filter;
  const known = figureKeys.find((key) => key === figure) ?? null;
  const counted = useQuery({
    ...figureSimulations(engagement.id, `${simulations.length} ${changedAt}`, {
      of: figure,
      ...(tool && { tool }),
    }),
    enabled: known !== null,
  });
  const figures = useQuery(engagementFigures(engagement.id, `${simulations.length} ${changedAt}`)).data;
  const levels = useQuery(detectionLevels).data ?? [];
  const tactics = figures?.by_tactic ?? [];
  return (
    <>
      <Group gap="xs" role="search">
        <SearchField
          aria-label={t('engagements.search_simulations')}
          placeholder={t('engagements.name_technique_or_tactic')}
          value={filter.q}
          onSearch={(q) => onFilter({ q })}
          w={260}
        />
        <Select
          aria-label={t('shared.detection_level')}
          placeholder={t('engagements.any_detection')}
          data={[
            ...levels.map(({ key, name }) => ({ value: key, label: name })),
            { value: 'none', label: t('engagements.not_judged') },
          ]}
          value={filter.level || null}
          onChange={(level) => onFilter({ level })}
          comboboxProps={dropdownWhenOpened}
          clearable
          clearButtonProps={{ 'aria-label': t('engagements.any_detection') }}
          w={170}
        />
        {tactics.length > 0 ? (
          <Select
            aria-label={t('shared.tactic')}
            placeholder={t('engagements.any_tactic')}
            data={tactics.map(({ tactic }) => ({
              value: tactic.external_id,
              label: toVisibleText(tactic.name),
            }))}
            value={filter.tactic || null}
            onChange={(tactic) => onFilter({ tactic })}
            comboboxProps={dropdownWhenOpened}
            clearable
            clearButtonProps={{ 'aria-label': t('engagements.any_tactic') }}
            w={190}
          />
        ) : null}
        {known === null && filter.technique === '' ? null : (
          <Button
            size="compact-sm"
            variant="light"
            rightSection={<IconX size={13} aria-hidden />}
            onClick={() => onFilter({ figure: '', tool: '', technique: '' })}
          >
            {t('results.figure.only', {
              figure: nameChosen({ figure: known, technique: filter.technique || null }),
            })}
          </Button>
        )}
      </Group>
      <Board
        simulations={filterSimulations(
          simulations,
          filter,
          figures,
          known === null ? null : (counted.data ?? none),
        )}
        onClear={() => onFilter(noFilter)}
      />
      {figures === undefined ? null : <EngagementResults engagementId={engagement.id} figures={figures} />}
    </>
  );
}

const none: ReadonlySet<string> = new Set();
const dropdownWhenOpened = { keepMounted: false };

function Board({
  simulations,
  onClear,
}: {
  simulations: readonly SimulationListItem[];
  onClear: () => void;
}) {
  if (simulations.length === 0) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('engagements.no_simulation_matches')}
        hint={t('engagements.change_or_clear_the_filters')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('shared.clear_the_filters')}
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.board}>
      {simulationStatuses.map((status) => (
        <Column
          key={status}
          status={status}
          simulations={simulations.filter((simulation) => simulation.status === status)}
        />
      ))}
    </div>
  );
}

function Column({ status, simulations }: { status: SimulationStatus; simulations: SimulationListItem[] }) {
  const heading = `column-${status}`;
  return (
    <section className={styles.column} aria-labelledby={heading}>
      <h2 className={styles.heading} id={heading}>
        <SimulationStatusBadge status={status} />
        <Text span size="sm" c="dimmed">
          {simulations.length}
        </Text>
      </h2>
      {simulations.length === 0 ? (
        <Text size="xs" c="dimmed">
          {t('shared.none')}
        </Text>
      ) : (
        <ul className={styles.cards}>
          {simulations.map((simulation) => (
            <li key={simulation.id}>
              <Link
                className={styles.card}
                to={`/engagements/${simulation.engagement_id}/simulations/${simulation.id}`}
              >
                <span className={styles.title}>
                  <Name>{simulation.name}</Name>
                </span>
                <span className={styles.facts}>
                  {simulation.techniques.slice(0, 3).map(({ id, name }) => (
                    <CatalogChip key={id} tag={{ external_id: id, name }} short />
                  ))}
                  {simulation.techniques.length > 3 ? <span>+{simulation.techniques.length - 3}</span> : null}
                  {simulation.detection_level === null ? null : (
                    <LevelBadge level={simulation.detection_level} />
                  )}
                  <OutcomeMarks outcome={simulation.outcome} />
                </span>
                <span className={styles.facts}>
                  {rich('engagements.changed_updatedat', {
                    updatedat: <Moment at={simulation.updated_at} />,
                  })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function EngagementSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label={t('engagements.loading_the_engagement')} role="status">
      <Skeleton height={26} width="40%" />
      <Skeleton height={60} />
      <div className={styles.board}>
        {simulationStatuses.map((status) => (
          <Skeleton key={status} height={220} />
        ))}
      </div>
    </Stack>
  );
}

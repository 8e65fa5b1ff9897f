import { Button, Group, Select } from '@mantine/core';
import { countedRuns } from '../../../../domain/figures.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';
import { t } from '../../../words.ts';

const partFilters = ['scenario', 'tactic', 'tool'] as const;
export const resultFilters = [...partFilters, 'runs'] as const;
type FilterName = (typeof resultFilters)[number];

type Props = {
  /** Possible choices, from the whole mission. */
  figures: MissionFigures;
  values: Record<FilterName, string>;
  onChange: (change: Partial<Record<FilterName, string | null>>) => void;
};

/** Selects the part of a mission for the figures. */
export function ResultFilters({ figures, values, onChange }: Props) {
  const choices = {
    scenario: figures.by_scenario.map(({ scenario: { id, name } }) => [id, name] as const),
    tactic: figures.by_tactic.map(({ tactic: { external_id, name } }) => [external_id, name] as const),
    tool: figures.by_tool.map(({ tool: { id, name } }) => [id, name] as const),
  };
  const hasRunAgain = Object.values(figures.changes).some((changed) => changed.length > 0);
  const isAny = resultFilters.some((name) => values[name] !== '');
  return (
    <Group gap="xs" role="search" aria-label={t('results.part_of_mission')}>
      {partFilters.map((name) =>
        choices[name].length > 1 || values[name] !== '' ? (
          <Select
            key={name}
            aria-label={t(`shared.${name}`)}
            placeholder={t(`results.any.${name}`)}
            size="xs"
            w={210}
            comboboxProps={{ keepMounted: false }}
            data={choices[name].map(([value, text]) => ({ value, label: toVisibleText(text) }))}
            value={values[name] === '' ? null : values[name]}
            onChange={(value) => onChange({ [name]: value })}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t(`results.any.${name}`) }}
          />
        ) : null,
      )}
      {hasRunAgain || values.runs !== '' ? (
        <Select
          aria-label={t('results.runs')}
          size="xs"
          w={230}
          comboboxProps={{ keepMounted: false }}
          data={countedRuns.map((value) => ({ value, label: t(`results.runs.${value}`) }))}
          value={values.runs === '' ? 'compare' : values.runs}
          onChange={(runs) => onChange({ runs: runs === 'compare' ? null : runs })}
          allowDeselect={false}
        />
      ) : null}
      {isAny ? (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange({ scenario: null, tactic: null, tool: null, runs: null })}
        >
          {t('results.clear_filters')}
        </Button>
      ) : null}
    </Group>
  );
}

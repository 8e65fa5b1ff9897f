import { ActionIcon, Group, Select } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { MissionListItem } from '../../../../server/missions/contract.ts';
import { t } from '../../../words.ts';

type Pair = { before: string; now: string };

/**
 * Takes missions and the address, returns the two to compare. The later one defaults to the last mission, the earlier one to the
 * original of a retest, else to the previous mission.
 */
export function chooseMissions(missions: readonly MissionListItem[], named: Pair): Pair {
  const inTime = [...missions].sort((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
  const now = named.now === '' && named.before === '' ? (inTime.at(-1)?.id ?? '') : named.now;
  if (named.before !== '') return { before: named.before, now };
  const index = inTime.findIndex(({ id }) => id === now);
  const before = inTime[index]?.retest_of?.id ?? inTime[index - 1]?.id ?? '';
  return { before, now };
}

function dateOf({ start_date, created_at }: MissionListItem): string {
  return start_date ?? created_at.slice(0, 'YYYY-MM-DD'.length);
}

type Props = {
  missions: readonly MissionListItem[];
  chosen: Pair;
  onChoose: (change: Partial<Pair>) => void;
};

/** Selects the two missions to compare. */
export function MissionPair({ missions, chosen, onChoose }: Props) {
  const data = missions.map((mission) => ({
    value: mission.id,
    label: t('results.comparison.option', { mission: toVisibleText(mission.name), date: dateOf(mission) }),
  }));
  const choice = (which: 'before' | 'now') => (
    <Select
      label={t(`results.comparison.${which}`)}
      placeholder={t('results.comparison.placeholder')}
      data={data}
      value={chosen[which] === '' ? null : chosen[which]}
      onChange={(id) => onChoose({ ...chosen, [which]: id ?? '' })}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('interchange.no_such_mission')}
      comboboxProps={{ keepMounted: false }}
      flex="1 1 240px"
      maw={420}
    />
  );
  return (
    <Group gap="xs" align="flex-end">
      {choice('before')}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('results.comparison.swap')}
        title={t('results.comparison.swap')}
        onClick={() => onChoose({ before: chosen.now, now: chosen.before })}
      >
        <IconArrowsExchange size={17} aria-hidden />
      </ActionIcon>
      {choice('now')}
    </Group>
  );
}

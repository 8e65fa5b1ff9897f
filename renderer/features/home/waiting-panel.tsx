import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runningStatus } from '../../../domain/missions.ts';
import { type Side, sides } from '../../../domain/sides.ts';
import type { WaitingItem } from '../../../server/home/contract.ts';
import { waiting } from '../../api/home.ts';
import { rich } from '../../rich.ts';
import { CatalogChip } from '../../ui/catalogue/catalog-chip.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { useFilters } from '../../ui/filters/use-filters.ts';
import { Name } from '../../ui/text/name.tsx';
import { Since } from '../../ui/times/since.tsx';
import { formatNumber, t } from '../../words.ts';
import { useIsPartOfMissions } from '../missions/hiding/seen-note.tsx';
import { FromHome, Lines } from './from-home.tsx';
import styles from './home-view.module.css';

/** Number shown at first, and at most. */
const few = 8;
const most = 200;

/** This person's waiting work, tests and simulations in one queue, longest wait first. */
export function WaitingPanel({ writes }: { writes: readonly Side[] }) {
  const { values, set } = useFilters(['scope', 'side']);
  const [isLong, setLong] = useState(false);
  const scope = values.scope === 'all' ? 'all' : 'mine';
  const side = sides.find((one) => one === values.side);
  const found = useQuery(waiting({ scope, side, limit: isLong ? most : few })).data;
  const items = found?.items.slice(0, isLong ? most : few);
  const isPart = useIsPartOfMissions({ status: runningStatus });
  const left = found === undefined || items === undefined ? 0 : found.total - items.length;
  return (
    <SidePanel
      title={t('home.waiting_for_you')}
      beside={
        <>
          <Text
            size="sm"
            c="dimmed"
            component="span"
            role="status"
            title={isPart ? t('shared.only_seen') : undefined}
          >
            {found === undefined ? '' : formatNumber(found.total)}
          </Text>
          <Group gap={6} ml="auto">
            {writes.length > 1 ? (
              <SegmentedControl
                size="xs"
                aria-label={t('home.side')}
                value={side ?? ''}
                onChange={(value) => set({ side: value })}
                data={[
                  { value: '', label: t('home.both') },
                  ...sides.map((value) => ({ value, label: t(`names.side.${value}`) })),
                ]}
              />
            ) : null}
            <SegmentedControl
              size="xs"
              aria-label={t('home.whose')}
              value={scope}
              onChange={(value) => set({ scope: value === 'all' ? 'all' : null })}
              data={[
                { value: 'mine', label: t('home.mine') },
                { value: 'all', label: t('home.all') },
              ]}
            />
          </Group>
        </>
      }
    >
      {items === undefined ? (
        <Lines />
      ) : items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {scope === 'mine'
            ? t('home.nothing_waits_for_you_all_shows')
            : t('home.nothing_waits_in_running_missions_and')}
        </Text>
      ) : (
        <ul className={styles.list} aria-label={t('home.waiting_for_you')}>
          {items.map((item) => (
            <WaitingLine key={item.id} item={item} />
          ))}
        </ul>
      )}
      {left > 0 && !isLong ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => setLong(true)}
          className={styles.more as string}
        >
          {t('home.show_all_total', { total: found?.total ?? 0 })}
        </Button>
      ) : null}
      {left > 0 && isLong ? (
        <Text size="xs" c="dimmed">
          {t('home.and_left_more_which_their_missions', { left })}
        </Text>
      ) : null}
    </SidePanel>
  );
}

function WaitingLine({ item }: { item: WaitingItem }) {
  const { side, place, assignee, since } = item;
  return (
    <li data-side={side}>
      <span className={styles.turn}>{t(`home.turn.${side}`)}</span>
      <div className={styles.grow}>
        <FromHome to={toPath(item)} display="block">
          <Name line>{item.name}</Name>
        </FromHome>
        <div className={styles.where}>
          <Name line>{place.name}</Name>
          {assignee === null ? null : (
            <span className={styles.assignee}>
              {rich('home.for_displayname', { displayname: <Name>{assignee.display_name}</Name> })}
            </span>
          )}
        </div>
      </div>
      {item.catalog_tags[0] ? (
        <span className={styles.technique}>
          <CatalogChip tag={item.catalog_tags[0]} short />
        </span>
      ) : null}
      <span className={styles.age}>{since === null ? null : <Since at={since} />}</span>
    </li>
  );
}

function toPath(item: WaitingItem): string {
  return item.kind === 'test'
    ? `/missions/${item.place.id}/tests/${item.id}?queue=${item.side}`
    : `/engagements/${item.place.id}/simulations/${item.id}`;
}

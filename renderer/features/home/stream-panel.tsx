import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Stream } from '../../../server/home/contract.ts';
import { stream } from '../../api/home.ts';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Since } from '../../ui/times/since.tsx';
import { t } from '../../words.ts';
import { Deed } from '../history/deed.tsx';
import { FromHome, Lines } from './from-home.tsx';
import styles from './home-view.module.css';

const most = 12;

/** Recent actions of others that this person sees. */
export function StreamPanel() {
  const { data, error } = useQuery(stream(most));
  // A secondary panel, so it stays empty when it can't be loaded.
  if (data === undefined && error !== null) return null;
  return (
    <SidePanel title={t('home.what_others_did')}>
      {data === undefined ? (
        <Lines />
      ) : data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('home.nobody_else_has_done_anything_lately')}
        </Text>
      ) : (
        <ul className={styles.list} aria-label={t('home.what_others_did')}>
          {data.items.map((item) => (
            <StreamLine key={item.seq} item={item} />
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

function StreamLine({
  item: { at, actor, place, test, simulation, deeds },
}: {
  item: Stream['items'][number];
}) {
  const thing = test ?? simulation;
  return (
    <li>
      <div className={styles.grow}>
        <div className={styles.deed}>
          <Deed actor={actor} deeds={deeds} />
        </div>
        <div className={styles.thing}>
          <FromHome to={toPath({ place, test, simulation })} size="xs">
            <Name line>{(thing ?? place).name}</Name>
          </FromHome>
          {thing === null ? null : (
            <span className={styles.where}>
              <Name line>{place.name}</Name>
            </span>
          )}
        </div>
      </div>
      <span className={styles.age}>
        <Since at={at} />
      </span>
    </li>
  );
}

function toPath({ place, test, simulation }: Pick<Stream['items'][number], 'place' | 'test' | 'simulation'>) {
  const base = place.kind === 'mission' ? `/missions/${place.id}` : `/engagements/${place.id}`;
  if (test !== null) return `${base}/tests/${test.id}`;
  return simulation === null ? base : `${base}/simulations/${simulation.id}`;
}

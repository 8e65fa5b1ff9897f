import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { describeChange } from './describe-run.ts';
import styles from './lists.module.css';

const kinds = ['improved', 'worse', 'same', 'open'] as const;

/** Tests with several runs, by change; empty if there are none. */
export function RunChanges({ figures, missionId }: { figures: MissionFigures; missionId: string }) {
  const { changes } = figures;
  const known = kinds.filter((kind) => changes[kind].length > 0);
  if (known.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={t('results.changes')}>
      <h2>{t('results.changes')}</h2>
      <dl className={styles.groups}>
        {known.map((kind) => (
          <div key={kind} data-change={kind}>
            <dt>
              {t(`results.changes.${kind}`)} <span className={styles.count}>{changes[kind].length}</span>
            </dt>
            {changes[kind].map((changed) => (
              <dd key={changed.test.id}>
                <Anchor component={Link} to={`/missions/${missionId}/tests/${changed.test.id}`} size="sm">
                  <Name>{changed.test.name}</Name>
                </Anchor>{' '}
                <span className={styles.quiet}>{describeChange(changed.first, changed.latest)}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeReasons } from '../../../../domain/charts/figure-words.ts';
import type { FigureKey } from '../../../../domain/counted-tests.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { MissionFigures } from '../../../../server/missions/figures/contract.ts';
import { CountLink } from '../../../ui/charts/count-link.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t, words } from '../../../words.ts';
import { GapFinding } from './gap-finding.tsx';
import styles from './lists.module.css';

type Gap = MissionFigures['gaps'][number];
type Props = { figures: MissionFigures; missionId: string };
const mostAtFirst = 8;

/** The tests that fall short in any run, each with the reason in a sentence and the current state. */
export function GapList({ figures, missionId }: Props) {
  const [isWhole, setWhole] = useState(false);
  const { gaps } = figures;
  const shown = isWhole ? gaps : gaps.slice(0, mostAtFirst);
  return (
    <section className={styles.panel} aria-label={t('results.gaps')}>
      <h2>
        {t('results.gaps')} <span className={styles.count}>{gaps.length}</span>
      </h2>
      <p className={styles.quiet}>{gaps.length === 0 ? t('results.gaps.none') : t('results.gaps.hint')}</p>
      <ol className={styles.list}>
        {shown.map((gap) => (
          <li key={gap.test.id} data-state={gap.state}>
            <Anchor component={Link} to={`/missions/${missionId}/tests/${gap.test.id}`} size="sm">
              <Name>{gap.test.name}</Name>
            </Anchor>
            <span>{describeReasons(gap, words)}</span>
            <span className={styles.quiet}>{describeState(gap)}</span>
            <GapFinding gap={gap} />
          </li>
        ))}
      </ol>
      {gaps.length > mostAtFirst && !isWhole ? (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          {t('results.gaps.all', { count: gaps.length })}
        </Button>
      ) : null}
    </section>
  );
}

function describeState({ state, run, proven_by }: Gap): string {
  const name = t(`names.test_gap_state.${state}`);
  const place =
    proven_by === null ? t('results.gaps.run', { run }) : t('results.gaps.proven', { run: proven_by });
  return `${name}, ${place}`;
}

/** Techniques without any gap; empty if there are none. */
export function StrengthList({
  figures: { strengths },
  toTests,
}: Pick<Props, 'figures'> & { toTests: (figure: FigureKey, of: { technique: string }) => string }) {
  if (strengths.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={t('results.strengths')}>
      <h2>
        {t('results.strengths')} <span className={styles.count}>{strengths.length}</span>
      </h2>
      <p className={styles.quiet}>{t('results.strengths.hint')}</p>
      <ul className={styles.list}>
        {strengths.map(({ technique, tests, tools }) => (
          <li key={technique.external_id}>
            <Anchor component={Link} to={`/catalogue/${technique.external_id}`} size="sm">
              {technique.external_id} <Name>{technique.name}</Name>
            </Anchor>
            <span className={styles.quiet}>
              <CountLink
                to={toTests('attempted_ever', { technique: technique.external_id })}
                count={tests}
                label={t('shared.labelled', {
                  label: technique.external_id,
                  value: t('charts.count', { count: tests }),
                })}
              >
                {t('charts.count', { count: tests })}
              </CountLink>
              {tools.map((tool) => ` · ${toVisibleText(tool)}`).join('')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

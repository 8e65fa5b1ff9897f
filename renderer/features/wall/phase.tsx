import type { Mission } from '../../../server/missions/contract.ts';
import { usePeople } from '../../api/accounts/presence.ts';
import { Name } from '../../ui/text/name.tsx';
import { formatList, t } from '../../words.ts';
import { useTactics } from '../missions/arrangement/use-tactics.ts';
import { findPhase } from './find-phase.ts';
import styles from './wall.module.css';

/** Current tactic and scenario of a running mission; otherwise its status. */
export function PhaseLine({ mission }: { mission: Mission }) {
  const isRunning = mission.status === 'in_progress';
  const { byTechnique } = useTactics(mission, isRunning);
  const people = usePeople(mission.id);
  const phase = isRunning ? findPhase(mission, people) : null;
  if (phase === null) {
    return (
      <p className={styles.phase}>
        <strong>{t(`names.mission_status.${mission.status}`)}</strong>
      </p>
    );
  }
  const { scenario, scenarios, test, isBegun } = phase;
  const tactics = test.catalog_tags.flatMap((tag) =>
    tag.kind === 'tactic' ? [tag.name] : (byTechnique?.get(tag.external_id) ?? []).map(({ name }) => name),
  );
  return (
    <p className={styles.phase}>
      <span className={styles.quiet}>{isBegun ? t('wall.now') : t('wall.next')}</span>
      {tactics.length === 0 ? null : (
        <strong>
          <Name>{formatList([...new Set(tactics)])}</Name>
        </strong>
      )}
      <span>
        <Name>{scenario.name}</Name>
      </span>
      <span className={styles.quiet}>
        {t('wall.scenario_of', { place: scenario.place, of: scenarios })}
        {' · '}
        {t('wall.run_of', { run: scenario.run, tests: scenario.tests })}
      </span>
    </p>
  );
}

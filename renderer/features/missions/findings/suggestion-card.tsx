import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Suggestion } from '../../../../server/missions/findings/contract.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './findings.module.css';
import { SeverityBadge } from './marks.tsx';
import { describeSuggestion } from './take-suggestion.ts';

/** A suggested finding: its subject and reasons, above its actions. */
export function SuggestionCard({
  suggestion,
  mission,
  children,
}: {
  suggestion: Suggestion;
  mission: Mission;
  children: ReactNode;
}) {
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  return (
    <li className={styles.card}>
      <h3>
        <Name>{suggestion.title}</Name>
      </h3>
      <p>{describeSuggestion(suggestion)}</p>
      <div className={styles.marks}>
        <SeverityBadge severity={suggestion.severity} />
        <span className={styles.quiet}>{t(`names.finding_kind.${suggestion.kind}`)}</span>
        {suggestion.tests.map(({ test_id, run }) => (
          <Anchor key={test_id} component={Link} to={`/missions/${mission.id}/tests/${test_id}`} size="xs">
            {(tests.find(({ id }) => id === test_id)?.run_number ?? 1) > 1
              ? t('findings.open_run', { run })
              : t('findings.open_test')}
          </Anchor>
        ))}
        {suggestion.techniques.length === 0 ? null : (
          <span className={styles.quiet}>{suggestion.techniques.join(', ')}</span>
        )}
        {suggestion.evidence_ids.length === 0 ? null : (
          <span className={styles.quiet}>
            {t('shared.count.files', { count: suggestion.evidence_ids.length })}
          </span>
        )}
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}

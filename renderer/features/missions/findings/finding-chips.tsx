import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import { t } from '../../../words.ts';
import { nameFinding, nameNumber, toFindingPath } from './finding-words.ts';
import styles from './findings.module.css';

/** Findings as numbers that open on click; empty if there are none. */
export function FindingChips({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('findings.findings')}>
      {findings.map((finding) => (
        <li key={finding.id}>
          <Anchor
            component={Link}
            to={toFindingPath(finding.mission.id, finding.id)}
            size="xs"
            draggable={false}
            title={toVisibleText(finding.title)}
            aria-label={toVisibleText(nameFinding(finding))}
          >
            {nameNumber(finding)}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

import { NativeSelect } from '@mantine/core';
import { IconBulb, IconChevronRight } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { NavLink } from 'react-router';
import { findingSides, findingStatuses } from '../../../../domain/findings.ts';
import { severities } from '../../../../domain/outcomes.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { nameNumber } from './finding-words.ts';
import styles from './findings.module.css';
import { CameBackBadge, FindingStatusBadge, SeverityBadge } from './marks.tsx';
import { suggestionsRow } from './use-finding-keys.ts';

export const findingFilters = ['status', 'severity', 'side'] as const;
type Filter = (typeof findingFilters)[number];
type Filters = Readonly<Record<Filter, string>>;

/** Takes findings, returns those that pass the filters. */
export function filterFindings(findings: readonly Finding[], filters: Filters): Finding[] {
  return findings.filter((finding) =>
    findingFilters.every((filter) => filters[filter] === '' || finding[filter] === filters[filter]),
  );
}

export function FindingFilters({
  values,
  onChange,
}: {
  values: Filters;
  onChange: (change: Partial<Record<Filter, string | null>>) => void;
}) {
  const choices = {
    status: findingStatuses.map((value) => ({ value, label: t(`names.finding_status.${value}`) })),
    severity: severities.toReversed().map((value) => ({ value, label: t(`names.severity.${value}`) })),
    side: findingSides.map((value) => ({ value, label: t(`names.finding_side.${value}`) })),
  };
  return (
    <search className={styles.filters} aria-label={t('findings.filters')}>
      {findingFilters.map((filter) => (
        <NativeSelect
          key={filter}
          size="xs"
          aria-label={t(`findings.field.${filter}`)}
          data={[{ value: '', label: t(`findings.any.${filter}`) }, ...choices[filter]]}
          value={values[filter]}
          onChange={(event) => onChange({ [filter]: event.currentTarget.value || null })}
        />
      ))}
    </search>
  );
}

type Props = {
  box: RefObject<HTMLUListElement | null>;
  findings: readonly Finding[];
  /** Whether filters leave some out. */
  isFiltered: boolean;
  /** Number of suggested findings; null for read-only users. */
  suggested: number | null;
  pathOf: (row: string) => string;
};

export function FindingList({ box, findings, isFiltered, suggested, pathOf }: Props) {
  return (
    <ul ref={box} className={styles.list} aria-label={t('findings.findings')}>
      {suggested === null || suggested === 0 ? null : (
        <li className={styles.apart}>
          <NavLink
            to={pathOf(suggestionsRow)}
            className={styles.row as string}
            data-row={suggestionsRow}
            preventScrollReset
          >
            <span className={styles.name}>
              <IconBulb size={16} aria-hidden />
              {t('findings.suggestions')}
              <span className={styles.count}>{suggested}</span>
              <IconChevronRight size={16} className={styles.onward as string} aria-hidden />
            </span>
          </NavLink>
        </li>
      )}
      {findings.map((finding) => (
        <li key={finding.id}>
          <NavLink
            to={pathOf(finding.id)}
            className={styles.row as string}
            data-row={finding.id}
            preventScrollReset
          >
            <span className={styles.name}>
              <span className={styles.number}>{nameNumber(finding)}</span>
              <Name>{finding.title}</Name>
            </span>
            <span className={styles.marks}>
              <SeverityBadge severity={finding.severity} />
              <FindingStatusBadge status={finding.status} />
              <CameBackBadge of={finding} />
              {finding.side === 'both' ? null : (
                <span className={styles.quiet}>{t(`names.finding_side.${finding.side}`)}</span>
              )}
            </span>
          </NavLink>
        </li>
      ))}
      {findings.length === 0 ? (
        <li>
          <p className={styles.none}>{t(isFiltered ? 'findings.none_match' : 'findings.empty.title')}</p>
        </li>
      ) : null}
    </ul>
  );
}

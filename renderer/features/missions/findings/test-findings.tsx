import { Anchor, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isArchived } from '../../../../domain/missions.ts';
import { holdsOneOf, missionWriters } from '../../../../domain/permissions.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { missionFindings } from '../../../api/missions/findings.ts';
import { SidePanel } from '../../../ui/dialogs/side-panel.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { nameNumber, toFindingPath } from './finding-words.ts';
import styles from './findings.module.css';
import { CameBackBadge, FindingStatusBadge, SeverityBadge } from './marks.tsx';
import { useNewFinding } from './use-new-finding.tsx';

/** The findings that name a test, and a way to create one from it. */
export function TestFindings({ test, mission }: { test: MissionTest; mission: Mission | null }) {
  const { permissions } = useUser();
  const may = mission !== null && !isArchived(mission.status) && holdsOneOf(permissions, missionWriters);
  const all = useQuery(missionFindings(test.mission_id)).data;
  const findings = all?.filter(({ tests }) => tests.some(({ test_id }) => test_id === test.id));
  const { add, dialog } = useNewFinding(mission, may, { about: test.id, stays: true });
  return (
    <SidePanel
      title={t('findings.findings')}
      beside={
        add ? (
          <Button
            size="compact-sm"
            variant="default"
            ml="auto"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
          >
            {t('findings.make')}
          </Button>
        ) : null
      }
    >
      {findings === undefined || findings.length === 0 ? (
        <Text size="sm" c="dimmed">
          {findings === undefined ? t('shared.loading') : t('findings.of_test.none')}
        </Text>
      ) : (
        <ul className={styles.lines}>
          {findings.map((finding) => (
            <li key={finding.id}>
              <Anchor component={Link} to={toFindingPath(test.mission_id, finding.id)} size="sm">
                {nameNumber(finding)} <Name>{finding.title}</Name>
              </Anchor>
              <span className={styles.marks}>
                <SeverityBadge severity={finding.severity} />
                <FindingStatusBadge status={finding.status} />
                <CameBackBadge of={finding} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </SidePanel>
  );
}

import { Anchor, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../api/connection/session.ts';
import { remediationList } from '../../api/missions/remediations.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { Due, PriorityBadge, RemediationStatusBadge } from '../missions/remediation/marks.tsx';
import styles from './organisation-view.module.css';

/** Limit of remediations shown by name; the rest are counted. */
const named = 8;

/** Open remediations of all missions of an organisation, earliest due first; empty if there are none. */
export function OpenRemediations({ organisationId }: { organisationId: string }) {
  const heading = useId();
  const mayRead = useUser().permissions.includes('mission.read');
  const list = remediationList({ organisation_id: organisationId, unresolved: true, limit: named });
  const { data } = useQuery({ ...list, enabled: mayRead });
  if (data === undefined || data.total === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} className={styles.heading}>
        {t('organisations.open_remediations')}
      </h2>
      <Table verticalSpacing={6} layout="fixed" aria-label={t('organisations.open_remediations')}>
        <Table.Tbody>
          {data.items.map((remediation) => (
            <Table.Tr key={remediation.id}>
              <Table.Td>
                <Anchor
                  component={Link}
                  to={`/missions/${remediation.mission.id}/remediation?dialog=remediation.${remediation.id}`}
                  fw={500}
                  size="sm"
                  display="block"
                >
                  <Name line>{remediation.title}</Name>
                </Anchor>
                <Group gap="xs" fz="xs" c="dimmed">
                  <RemediationStatusBadge status={remediation.status} />
                  <PriorityBadge priority={remediation.priority} />
                  <Due of={remediation} />
                  <Name line>{remediation.mission.name}</Name>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {data.total > data.items.length ? (
        <Text size="xs" c="dimmed" mt={4}>
          {t('organisations.and', { total: data.total - data.items.length })}
        </Text>
      ) : null}
    </section>
  );
}

import { Group, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EvidenceUsage } from '../../../../server/evidence/contract.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './backup.module.css';
import { describeQuotas, formatMebibytes, isNearlyFull } from './evidence-usage-words.ts';

type Props = {
  /** Null while loading. */
  usage: EvidenceUsage | null;
  error: Error | null;
  onRetry: () => void;
};

/** Missions, engagements and people with the most evidence, and the limits. */
export function EvidenceUsagePanel(props: Props) {
  return (
    <section aria-labelledby="usage-title" className={styles.panel}>
      <Title order={2} id="usage-title">
        {t('administration.room_for_evidence')}
      </Title>
      <Usage {...props} />
    </section>
  );
}

function Usage({ usage, error, onRetry }: Props): ReactNode {
  if (usage === null && error !== null) {
    return <ProblemNote error={error} what={t('administration.use_of_evidence')} onRetry={onRetry} />;
  }
  if (usage === null) return <SkeletonRows rows={2} />;
  const { quotas, missions, engagements, people } = usage;
  const persons = people.map(({ id, display_name, bytes }) => ({ id, name: display_name, bytes }));
  return (
    <>
      <Text size="sm" c="dimmed" maw={560}>
        {describeQuotas(quotas)}
      </Text>
      {missions.length + engagements.length + people.length === 0 ? (
        <Text size="sm" mt="sm">
          {t('administration.there_is_no_evidence_yet')}
        </Text>
      ) : (
        <Group align="flex-start" gap="xl" mt="sm">
          <Fullest
            caption={t('administration.missions_with_the_most_evidence')}
            of={t('shared.mission')}
            rows={missions}
            most={quotas.mission}
          />
          {engagements.length === 0 ? null : (
            <Fullest
              caption={t('administration.engagements_with_the_most_evidence')}
              of={t('shared.engagement')}
              rows={engagements}
              most={quotas.mission}
            />
          )}
          <Fullest
            caption={t('administration.people_with_the_most_evidence')}
            of={t('administration.person')}
            rows={persons}
            most={quotas.person}
          />
        </Group>
      )}
    </>
  );
}

type FullestProps = {
  caption: string;
  of: string;
  rows: readonly { id: string; name: string; bytes: number }[];
  most: number | null;
};

function Fullest({ caption, of, rows, most }: FullestProps) {
  return (
    <Table className={styles.usage as string} captionSide="top">
      <Table.Caption>{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{of}</Table.Th>
          <Table.Th>{t('shared.evidence')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, name, bytes }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Name>{name}</Name>
            </Table.Td>
            <Table.Td className={styles.amount}>
              {formatMebibytes(bytes)}
              {isNearlyFull(bytes, most) ? (
                <strong>
                  {' · '}
                  {t(bytes >= (most ?? 0) ? 'administration.full' : 'administration.nearly_full')}
                </strong>
              ) : null}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

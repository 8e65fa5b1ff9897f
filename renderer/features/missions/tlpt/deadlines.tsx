import { Button, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import { tlptDeadlines } from '../../../../domain/tlpt.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { StatusBadge } from '../../../ui/badges/status-badge.tsx';
import { Day } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { Section } from './section.tsx';
import styles from './tlpt.module.css';

export type Deadline = Tlpt['deadlines'][number];

const looks = {
  open: { icon: IconClock, tone: 'quiet' },
  done: { icon: IconCheck, tone: 'plain' },
  late: { icon: IconAlertTriangle, tone: 'danger' },
} as const;

/** Deadlines with their articles and states. */
export function Deadlines({ tlpt, onDone }: { tlpt: Tlpt; onDone: ((deadline: Deadline) => void) | null }) {
  return (
    <Section title={t('tlpt.deadlines')}>
      <Table verticalSpacing={5} horizontalSpacing={4} aria-label={t('tlpt.deadlines')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('tlpt.deadline')}</Table.Th>
            <Table.Th>{t('tlpt.article')}</Table.Th>
            <Table.Th>{t('tlpt.due')}</Table.Th>
            <Table.Th>{t('shared.status')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tlpt.deadlines.map((deadline) => (
            <Row key={deadline.key} deadline={deadline} onDone={onDone} />
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function Row({ deadline, onDone }: { deadline: Deadline; onDone: ((deadline: Deadline) => void) | null }) {
  const { key, article, due_on, done_on, state } = deadline;
  const from = tlptDeadlines.find((one) => one.key === key)?.from;
  const label = t(`tlpt.deadline.${key}`);
  return (
    <Table.Tr>
      <Table.Td>{label}</Table.Td>
      <Table.Td>{article}</Table.Td>
      <Table.Td>
        {due_on === null ? (
          <Text size="xs" c="dimmed" className={styles.when as string}>
            {from === 'testing_end' ? t('tlpt.due.after_end') : t('tlpt.due.after_notification')}
          </Text>
        ) : (
          <Day on={due_on} />
        )}
      </Table.Td>
      <Table.Td>
        <div className={styles.state}>
          <StatusBadge label={t(`tlpt.state.${state}`)} {...looks[state]} />
          {done_on === null ? null : <Day on={done_on} />}
          {done_on !== null || onDone === null ? null : (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('tlpt.mark_done', { deadline: label })}
              onClick={() => onDone(deadline)}
            >
              {t('tlpt.done_today')}
            </Button>
          )}
        </div>
      </Table.Td>
    </Table.Tr>
  );
}

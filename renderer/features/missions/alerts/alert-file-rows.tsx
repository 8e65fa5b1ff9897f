import { Table, Text } from '@mantine/core';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { AlertFilePreview } from '../../../../server/interchange/alerts/contract.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { nameAlert } from './alert-words.ts';
import styles from './alerts.module.css';

type Row = AlertFilePreview['alerts'][number];

/** The first alerts of a file as they would be received. */
export function AlertFileRows({
  preview: { alerts, received, same, differs },
}: {
  preview: AlertFilePreview;
}) {
  if (alerts.length === 0) return null;
  const total = received + same + differs;
  return (
    <section aria-label={t('columns.all')}>
      {total > alerts.length ? (
        <Text size="sm" c="dimmed">
          {t('columns.first', { shown: alerts.length, total })}
        </Text>
      ) : null}
      <Table.ScrollContainer minWidth={720} type="native">
        <Table verticalSpacing={4} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={84}>{t('columns.place')}</Table.Th>
              <Table.Th w={170}>{t('columns.time')}</Table.Th>
              <Table.Th>{t('columns.alert')}</Table.Th>
              <Table.Th w={150}>{t('columns.host')}</Table.Th>
              <Table.Th w={110}>{t('columns.severity')}</Table.Th>
              <Table.Th w={110}>{t('columns.techniques')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {alerts.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several alerts may come from one place of the file
              <FileRow key={index} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

function FileRow({ row }: { row: Row }) {
  const { occurred_at, recorded_at, severity, result } = row;
  const at = occurred_at ?? recorded_at;
  const rule = row.rule_name === row.title ? null : row.rule_name;
  return (
    <Table.Tr>
      <Table.Td>{row.row}</Table.Td>
      <Table.Td>{at === null ? '–' : <Moment at={at} />}</Table.Td>
      <Table.Th scope="row" fw={500} className={styles.cell}>
        <Name>{nameAlert(row)}</Name>
        <Details texts={[rule, row.rule_id, row.command_line]} />
        {result === 'received' ? null : <Details texts={[t(`columns.result.${result}`)]} />}
      </Table.Th>
      <Table.Td className={styles.cell}>
        {[...row.hosts, ...row.users].map(toVisibleText).join(', ')}
      </Table.Td>
      <Table.Td>{severity === null ? '–' : t(`names.severity.${severity}`)}</Table.Td>
      <Table.Td>{row.techniques.join(', ')}</Table.Td>
    </Table.Tr>
  );
}

const longest = 160;

function Details({ texts }: { texts: readonly (string | null)[] }) {
  const shown = texts.flatMap((text) => (text === null ? [] : [toVisibleText(text.slice(0, longest))]));
  if (shown.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {shown.join(' · ')}
    </Text>
  );
}

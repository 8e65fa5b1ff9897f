import { Table } from '@mantine/core';
import type { Import } from '../../../server/interchange/contract.ts';
import { t } from '../../words.ts';
import { capitalise, kindWords, listActions } from './import-words.ts';
import styles from './interchange.module.css';

/** Number of rows by result and kind. */
export function ImportTotals({ of: { kinds, totals } }: { of: Import }) {
  const actions = listActions(totals);
  const [first, ...others] = kinds;
  // Refused rows may have no kind.
  const isAll = first !== undefined && others.length === 0 && first.refused === totals.refused;
  const rows = [
    ...kinds.map(({ what, ...counts }) => ({ label: capitalise(kindWords()[what].many), counts })),
    ...(isAll ? [] : [{ label: t('interchange.all_rows'), counts: totals }]),
  ];
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table withTableBorder verticalSpacing={4} w="auto" className={styles.totals as string}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('interchange.rows')}</Table.Th>
            {actions.map((action) => (
              <Table.Th key={action} ta="right">
                {t(`interchange.action.${action}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ label, counts }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={500}>
                {label}
              </Table.Th>
              {actions.map((action) => (
                <Table.Td key={action} ta="right">
                  {counts[action]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

import { Table, Text } from '@mantine/core';
import { t } from '../../../words.ts';

/** The index from which all rows are techniques that no test can execute; -1 for none. */
export function findApart(rows: readonly { executable: boolean }[]): number {
  const first = rows.findIndex(({ executable }) => !executable);
  return rows.slice(first).every(({ executable }) => !executable) ? first : -1;
}

/** Heading of the techniques that no test can execute against an organisation. */
export function NotExecutableRow({ columns }: { columns: number }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={columns}>
        <Text size="sm" fw={500}>
          {t('catalogue.not_executable')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('catalogue.not_executable_hint')}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

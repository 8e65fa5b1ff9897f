import { Table, Text } from '@mantine/core';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { CatalogueStatus } from '../../../server/catalogue/contract.ts';
import { Moment } from '../../ui/times/time.tsx';

/** What the catalogue holds and where it came from. */
export function CatalogueFacts({ status }: { status: CatalogueStatus }) {
  if (status.last_sync === null) {
    return <Text size="sm">The catalogue is empty: nothing has been loaded yet.</Text>;
  }
  const { tactics, techniques, subtechniques } = status.counts;
  const facts = [
    { name: 'Version', value: status.version ?? 'unknown' },
    {
      name: 'Entries',
      value: `${tactics} tactics, ${techniques} techniques, ${subtechniques} sub-techniques`,
    },
    { name: 'Source', value: toVisibleText(status.source_url ?? 'unknown') },
    { name: 'Loaded', value: <Moment at={status.last_sync} /> },
  ];
  return (
    <Table maw={680} verticalSpacing={5} aria-label="What the catalogue holds">
      <Table.Tbody>
        {facts.map(({ name, value }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={110}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

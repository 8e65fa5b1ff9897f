import { Table, Text } from '@mantine/core';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { CatalogueStatus } from '../../../server/catalogue/contract.ts';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';

/** Content and source of the catalogue. */
export function CatalogueFacts({ status }: { status: CatalogueStatus }) {
  if (status.last_sync === null) {
    return <Text size="sm">{t('catalogue.the_catalogue_is_empty_nothing_has')}</Text>;
  }
  const { tactics, techniques, subtechniques } = status.counts;
  const facts = [
    { name: t('catalogue.version'), value: status.version ?? 'unknown' },
    {
      name: t('catalogue.entries'),
      value: t('catalogue.tactics_tactics_techniques_techniques_subtec', {
        tactics,
        techniques,
        subtechniques,
      }),
    },
    { name: t('catalogue.source'), value: toVisibleText(status.source_url ?? 'unknown') },
    { name: t('catalogue.loaded'), value: <Moment at={status.last_sync} /> },
  ];
  return (
    <Table maw={680} verticalSpacing={5} aria-label={t('catalogue.what_the_catalogue_holds')}>
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

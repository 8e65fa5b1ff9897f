import { Button, Group, NativeSelect, NumberInput, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { TableTarget } from '../../../domain/interchange.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Asked, ImportChoices } from '../../../server/interchange/contract.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import styles from './interchange.module.css';

const targets = (): readonly { value: TableTarget; label: string }[] => [
  { value: 'templates', label: t('columns.of_templates') },
  { value: 'tests', label: t('columns.of_tests') },
];

/** Chooses the field for each column of a table. */
export function ColumnChoices({
  asks,
  choices,
  noField,
  isBusy,
  onChoose,
}: {
  asks: Asked;
  choices: ImportChoices;
  /** Choice for a column without a field. */
  noField: string;
  isBusy: boolean;
  onChoose: (choices: ImportChoices) => void;
}) {
  const [columns, setColumns] = useState<Record<string, string | null>>(() =>
    Object.fromEntries(asks.columns.map(({ name, field }) => [name, choices.columns?.[name] ?? field])),
  );
  const fields = [
    { value: '', label: noField },
    ...asks.fields.map(({ name, label, needed }) => ({
      value: name,
      label: needed ? t('columns.needed', { label }) : label,
    })),
  ];
  const isChanged = asks.columns.some(({ name, field }) => columns[name] !== field);
  return (
    <section aria-label={t('columns.title')}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t('columns.title')}
        </Title>
        <Group gap="sm">
          {asks.into === undefined ? null : (
            <NativeSelect
              label={t('columns.rows_are')}
              data={targets()}
              value={asks.into}
              disabled={isBusy}
              onChange={(event) => onChoose({ into: event.currentTarget.value as TableTarget })}
            />
          )}
          {asks.sheets === undefined || asks.sheets.length < 2 ? null : (
            <NativeSelect
              label={t('columns.sheet')}
              data={asks.sheets.map((name) => ({ value: name, label: toVisibleText(name) }))}
              value={choices.sheet ?? asks.sheets[0]}
              disabled={isBusy}
              onChange={(event) => onChoose({ sheet: event.currentTarget.value })}
            />
          )}
          {asks.head_row === undefined ? null : (
            <HeadRow key={asks.head_row} row={asks.head_row} isBusy={isBusy} onChoose={onChoose} />
          )}
        </Group>
        <Table.ScrollContainer minWidth={620} type="native">
          <Table verticalSpacing={4} layout="fixed" maw={860}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('columns.column')}</Table.Th>
                <Table.Th>{t('columns.example')}</Table.Th>
                <Table.Th w={240}>{t('columns.field')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {asks.columns.map(({ name, examples }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row" fw={500}>
                    <Name>{name}</Name>
                  </Table.Th>
                  <Table.Td>
                    <span
                      className={styles.examples}
                      title={toVisibleText(examples.join(' · ').slice(0, 500))}
                    >
                      {toVisibleText(examples.join(' · ').slice(0, 200))}
                    </span>
                  </Table.Td>
                  <Table.Td>
                    <NativeSelect
                      size="xs"
                      aria-label={t('columns.field_of', { name: toVisibleText(name) })}
                      data={fields}
                      value={columns[name] ?? ''}
                      disabled={isBusy}
                      onChange={(event) => {
                        const { value } = event.currentTarget;
                        setColumns({ ...columns, [name]: value === '' ? null : value });
                      }}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Group gap="sm">
          <Button
            variant="default"
            disabled={!isChanged}
            loading={isBusy}
            onClick={() => onChoose({ columns })}
          >
            {t('columns.apply')}
          </Button>
          {isChanged ? (
            <Text size="xs" c="dimmed">
              {t('columns.not_applied')}
            </Text>
          ) : null}
        </Group>
      </Stack>
    </section>
  );
}

/** Chooses the row of the file that has the column names. */
function HeadRow({
  row,
  isBusy,
  onChoose,
}: {
  row: number;
  isBusy: boolean;
  onChoose: (choices: ImportChoices) => void;
}) {
  const [chosen, setChosen] = useState<number | string>(row);
  const isNew = typeof chosen === 'number' && chosen >= 1 && chosen !== row;
  return (
    <Group gap="xs" align="end">
      <NumberInput
        label={t('columns.head_row')}
        value={chosen}
        min={1}
        max={100_000}
        w={160}
        allowDecimal={false}
        disabled={isBusy}
        onChange={setChosen}
      />
      <Button
        variant="default"
        disabled={!isNew}
        loading={isBusy}
        onClick={() => onChoose({ head_row: Number(chosen) })}
      >
        {t('columns.apply_head_row')}
      </Button>
    </Group>
  );
}

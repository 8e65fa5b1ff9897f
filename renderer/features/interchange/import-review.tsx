import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import, ImportChoices, ImportPatch, ImportRow } from '../../../server/interchange/contract.ts';
import { applyImport, importRows } from '../../api/interchange.ts';
import { toNullIfEmpty } from '../../ui/forms/or-null.ts';
import { OrganisationField } from '../../ui/organisations/organisation-field.tsx';
import { t } from '../../words.ts';
import { ColumnChoices } from './column-choices.tsx';
import { DayChoice } from './day-choice.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportTotals } from './import-totals.tsx';
import { MissionChoice } from './mission-choice.tsx';

/** Preview of an import, the person's choices, and the button to apply it. */
export function ImportReview({
  of,
  isBusy,
  onChange,
}: {
  of: Import;
  isBusy: boolean;
  onChange: (change: ImportPatch) => void;
}) {
  const queryClient = useQueryClient();
  // People return here after a failed import.
  const [leftOut, setLeftOut] = useState<ReadonlyMap<number, ImportRow | null>>(
    () => new Map(of.choices.leave_out?.map((number) => [number, null])),
  );
  const [client, setClient] = useState(of.choices.client ?? '');
  const [overwrites, setOverwrites] = useState(of.choices.overwrite === 'all');
  const edited = useQuery(importRows(of.id, { edited: 'true', limit: 1, offset: 0 })).data?.total ?? 0;
  const applying = useMutation({
    mutationFn: () =>
      applyImport(queryClient, of.id, {
        leave_out: [...leftOut.keys()],
        overwrite: overwrites ? 'all' : [],
        client: toNullIfEmpty(client),
      }),
  });
  const { totals, kinds, asks, choices } = of;
  const unwanted = [...leftOut.values()];
  const spared = overwrites ? 0 : edited - unwanted.filter((row) => row?.edited).length;
  const some = totals.new + totals.changed - leftOut.size - spared;
  // Only the server knows how many rows belong to a mission.
  const hasMission = unwanted.some((row) => row?.what === 'mission');
  const choose = (changed: ImportChoices) => onChange({ choices: changed });
  const toggle = (row: ImportRow) => {
    const next = new Map(leftOut);
    if (!next.delete(row.number)) next.set(row.number, row);
    setLeftOut(next);
  };
  return (
    <Stack gap="md">
      {asks === null || asks.columns.length === 0 ? null : (
        <ColumnChoices
          key={JSON.stringify(choices)}
          asks={asks}
          choices={choices}
          noField={t('interchange.no_field_kept_as_a_note')}
          isBusy={isBusy}
          onChoose={choose}
        />
      )}
      {asks?.day === undefined ? null : (
        <DayChoice key={asks.day} day={asks.day} isBusy={isBusy} onChoose={choose} />
      )}
      {kinds.some(({ what }) => what === 'execution') ? (
        <MissionChoice value={choices.mission_id ?? null} isBusy={isBusy} onChoose={choose} />
      ) : null}
      {makesMissions(of) ? (
        <Stack gap={4} w={420} maw="100%">
          <OrganisationField value={client} onChange={setClient} />
          <Text size="xs" c="dimmed">
            {t('interchange.organisation_hint')}
          </Text>
        </Stack>
      ) : null}
      <Group align="flex-end" gap="md">
        <ImportTotals of={of} />
        <Stack gap="xs">
          {edited > 0 ? (
            <Checkbox
              label={t('interchange.overwrite_rows', { count: edited })}
              checked={overwrites}
              onChange={(event) => setOverwrites(event.currentTarget.checked)}
            />
          ) : null}
          <Group gap="sm">
            <Button
              leftSection={<IconFileImport size={15} aria-hidden />}
              disabled={some <= 0 || isBusy}
              loading={applying.isPending}
              onClick={() => applying.mutate()}
            >
              {some > 0 && !hasMission ? t('interchange.import_3', { some }) : t('shared.import')}
            </Button>
            <Text size="sm" c="dimmed">
              {leftOut.size > 0
                ? t(hasMission ? 'interchange.rows_left_out_with_mission' : 'interchange.rows_left_out', {
                    count: leftOut.size,
                  })
                : some > 0
                  ? null
                  : totals.same > 0
                    ? t('interchange.there_is_nothing_in_it_that')
                    : t('interchange.none_of_its_rows_is_imported')}
            </Text>
          </Group>
        </Stack>
      </Group>
      {applying.isError ? (
        <Alert color="red" role="alert">
          {applying.error.message}
        </Alert>
      ) : null}
      <ImportRows of={of} leftOut={leftOut} onToggle={toggle} />
    </Stack>
  );
}

/** Whether rows of the file become missions, and so need an organisation. */
function makesMissions({ kinds, choices }: Import): boolean {
  return kinds.some(
    ({ what, new: made }) =>
      made > 0 && (what === 'mission' || (what === 'execution' && !choices.mission_id)),
  );
}

import { Alert, Button, Group, Modal, Select, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { AlertChoices, AlertFilePreview } from '../../../../server/interchange/alerts/contract.ts';
import { previewAlertFile } from '../../../api/missions/alerts.ts';
import { t } from '../../../words.ts';
import { ColumnChoices } from '../../interchange/column-choices.tsx';
import { AlertFileRows } from './alert-file-rows.tsx';
import styles from './alerts.module.css';
import { recallColumns, rememberColumns } from './remembered-columns.ts';

/** A preview, and the choices that it was made with. */
export type ChosenPreview = { preview: AlertFilePreview; choices: AlertChoices };

/** Previews a file with the columns that were chosen for the last table like it. */
export async function previewAsBefore(missionId: string, file: File): Promise<ChosenPreview> {
  const preview = await previewAlertFile(missionId, file, {});
  const choices = recallColumns(preview.asks);
  if (choices === null) return { preview, choices: {} };
  return { preview: await previewAlertFile(missionId, file, choices), choices };
}

/** Whether a person should see what is read from a file before it is received. */
export const needsLook = ({ asks, left_out, wrong, without_zone }: AlertFilePreview): boolean =>
  asks !== null || left_out > 0 || wrong.count > 0 || without_zone > 0;

/** Preview of a file of alerts, with the columns of a table of one's own; receives it. */
export function AlertFileDialog({
  missionId,
  file,
  first,
  sending,
  onClose,
}: {
  missionId: string;
  file: File;
  /** Its preview, with the choices that were remembered. */
  first: ChosenPreview;
  sending: {
    isPending: boolean;
    mutate: (sent: { file: File; choices: AlertChoices }) => void;
  };
  onClose: () => void;
}) {
  const [choices, setChoices] = useState(first.choices);
  const reading = useMutation({
    mutationFn: (chosen: AlertChoices) => previewAlertFile(missionId, file, chosen),
    onSuccess: (_, chosen) => setChoices(chosen),
  });
  const preview = reading.data ?? first.preview;
  const { asks, reasons, wrong, without_zone, received, same, differs, left_out } = preview;
  const choose = (changed: AlertChoices) => reading.mutate({ ...choices, ...changed });
  const receive = () => {
    if (asks === null) return sending.mutate({ file, choices });
    const chosen = { ...choices, columns: toColumns(asks) };
    rememberColumns(asks, chosen);
    sending.mutate({ file, choices: chosen });
  };
  const isBusy = reading.isPending || sending.isPending;
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(940px, 100%)"
      centered
      title={t('columns.preview_of', { file: toVisibleText(file.name) })}
    >
      <Stack gap="md">
        {asks === null ? null : (
          <ColumnChoices
            key={JSON.stringify(choices)}
            asks={asks}
            choices={choices}
            noField={t('columns.no_field')}
            isBusy={isBusy}
            onChoose={({ columns, sheet, head_row }) =>
              choose({
                ...(columns !== undefined && { columns }),
                // Another sheet or row of names has other columns.
                ...(sheet !== undefined && { sheet, columns: undefined, head_row: undefined }),
                ...(head_row !== undefined && { head_row, columns: undefined }),
              })
            }
          />
        )}
        {without_zone === 0 ? null : (
          <Select
            label={t('columns.zone')}
            description={t('columns.zone_hint', { count: without_zone })}
            data={listZones()}
            value={choices.zone ?? 'UTC'}
            searchable
            limit={200}
            allowDeselect={false}
            w={320}
            maw="100%"
            disabled={isBusy}
            onChange={(zone) => {
              if (zone !== null) choose({ zone });
            }}
          />
        )}
        <Text role="status">
          {reading.isPending
            ? t('columns.reading')
            : t('columns.reads', { alerts: received + same + differs, same: same + differs, left_out })}
        </Text>
        {reading.error === null ? null : (
          <Alert color="red" role="alert">
            {reading.error.message}
          </Alert>
        )}
        {reasons.length === 0 ? null : (
          <section aria-label={t('columns.left_out')}>
            <Title order={3} size="h4">
              {t('columns.left_out')}
            </Title>
            <ul className={styles.said}>
              {reasons.map(({ why, count, rows }) => (
                <li key={why}>
                  {t('columns.reason', {
                    why,
                    count,
                    rows: rows.join(', ') + (count > rows.length ? ', …' : ''),
                  })}
                </li>
              ))}
            </ul>
          </section>
        )}
        {wrong.count === 0 ? null : <Wrong wrong={wrong} />}
        <AlertFileRows preview={preview} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shared.cancel')}
          </Button>
          <Button disabled={received === 0 || isBusy} loading={sending.isPending} onClick={receive}>
            {t('columns.receive', { count: received })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Values that their fields can't hold, by row and column. */
function Wrong({ wrong: { count, items } }: Pick<AlertFilePreview, 'wrong'>) {
  return (
    <section aria-label={t('columns.wrong', { count })}>
      <Title order={3} size="h4">
        {t('columns.wrong', { count })}
      </Title>
      <Text size="sm" c="dimmed">
        {t('columns.wrong_hint')}
      </Text>
      <ul className={styles.said}>
        {items.map(({ row, column, value, why }) => (
          <li key={`${row} ${column}`}>
            {t('columns.wrong_value', {
              row,
              column: toVisibleText(column),
              value: toVisibleText(value),
              why,
            })}
          </li>
        ))}
        {count > items.length ? <li>…</li> : null}
      </ul>
    </section>
  );
}

function toColumns({ columns }: NonNullable<AlertFilePreview['asks']>): Record<string, string | null> {
  return Object.fromEntries(columns.map(({ name, field }) => [name, field]));
}

/** UTC and the viewer's own zone come first. */
function listZones(): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])];
}

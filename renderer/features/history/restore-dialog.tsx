import { Button, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { rich } from '../../rich.ts';
import { DialogFoot } from '../../ui/forms/form.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { Difference } from './difference.tsx';

/** Puts an older text into its field, like any other edit by this person. */
export type Restorer = {
  /** The object that owns these fields. */
  objectId: string;
  /** Current text of the field, including unsaved typing; undefined if this person can't edit it. */
  present: (field: string) => string | null | undefined;
  /** Label of the field in the form. */
  label: (field: string) => string;
  put: (field: string, text: string | null) => unknown;
};

export type Restoration = { field: string; text: string; at: string };

const undoForMs = 10_000;

/** Asks before an older text replaces the current one, and shows the change. */
export function RestoreDialog({
  restorer,
  restoration: { field, text, at },
  onClose,
}: {
  restorer: Restorer;
  restoration: Restoration;
  onClose: () => void;
}) {
  const label = restorer.label(field);
  const present = restorer.present(field);
  const restore = () => {
    onClose();
    if (present === undefined) return;
    restorer.put(field, text);
    const id = t('history.restored_field_at', { field, at });
    notifications.show({
      id,
      title: t('history.label_has_an_earlier_text_again', { label }),
      message: <Undo restorer={restorer} field={field} text={text} before={present} id={id} />,
      autoClose: undoForMs,
    });
  };
  return (
    <Modal opened onClose={onClose} title={t('history.restore_of', { label })} size="min(1000px, 92vw)">
      <Stack gap="md">
        <Text size="sm">{rich('history.the_field_gets_the_text_of', { at: <Moment at={at} /> })}</Text>
        {present === undefined ? (
          <Text size="sm" role="alert">
            {t('history.you_can_t_write_this_field')}
          </Text>
        ) : (
          <Difference
            before={present}
            after={text}
            label={t('history.what_restoring_changes_of_label', { label })}
          />
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('shared.cancel')}
          </Button>
          <Button onClick={restore} disabled={present === undefined}>
            {t('history.restore')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

type Restored = { restorer: Restorer; field: string; text: string; before: string | null; id: string };

function Undo({ restorer, field, text, before, id }: Restored) {
  const undo = () => {
    // Text typed in the meantime must not be lost.
    if ((restorer.present(field) ?? '') === text) restorer.put(field, before);
    else
      notifications.show({
        color: 'red',
        title: t('history.not_undone'),
        message: t('history.the_field_was_changed_since'),
      });
    notifications.hide(id);
  };
  return (
    <Button size="compact-sm" variant="default" mt={4} onClick={undo}>
      {t('history.undo')}
    </Button>
  );
}

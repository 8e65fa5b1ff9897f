import { Button, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useCallback, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { getSession } from '../../api/connection/session.ts';
import { t } from '../../words.ts';
import { DialogFoot } from '../forms/form.tsx';
import type { FieldWriter } from './field-writer.ts';
import { forgetSteps } from './use-steps.ts';

/**
 * Asks before leaving a record with text that can't be saved: it is kept, but would be forgotten. Saves in progress continue by
 * themselves. `path` is the path of the record and its dialogs.
 */
export function useLeaveGuard<Field extends string>({
  writer,
  names,
  path,
  onCompare,
}: {
  writer: FieldWriter<Field>;
  names: Readonly<Record<Field, string>>;
  path: string;
  onCompare: (field: Field) => void;
}): ReactNode {
  const asks = useCallback<BlockerFunction>(
    ({ nextLocation: { pathname } }) =>
      getSession() !== null &&
      pathname !== path &&
      !pathname.startsWith(`${path}/`) &&
      writer.listStuck().length > 0,
    [writer, path],
  );
  const blocker = useBlocker(asks);
  const stuck = writer.listStuck();
  const isSaved = blocker.state === 'blocked' && stuck.length === 0;
  useEffect(() => {
    // Saved in the meantime, so navigation continues without asking.
    if (isSaved) blocker.proceed?.();
  }, [isSaved, blocker]);
  if (blocker.state !== 'blocked' || isSaved) return null;
  const stay = () => {
    forgetSteps();
    blocker.reset();
  };
  const conflict = stuck.find(({ phase }) => phase === 'conflict')?.field;
  return (
    <Modal opened onClose={stay} title={t('tests.leave_with_something_that_is_not')} centered>
      <Stack gap="md">
        {stuck.map(({ field, phase, message }) => (
          <Text key={field} size="sm">
            <b>{names[field]}</b>:{' '}
            {phase === 'conflict'
              ? t('tests.somebody_else_has_changed_it_meanwhile')
              : t('tests.not_saved_message_2', { message: message ?? '' })}
          </Text>
        ))}
        <Text size="sm">{t('tests.what_you_typed_stays_here_as')}</Text>
        <DialogFoot>
          <Button variant="default" onClick={() => blocker.proceed()}>
            {t('tests.leave')}
          </Button>
          {conflict === undefined ? null : (
            <Button
              variant="default"
              onClick={() => {
                stay();
                onCompare(conflict);
              }}
            >
              {t('tests.compare')}
            </Button>
          )}
          <Button onClick={stay} data-autofocus>
            {t('tests.stay')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

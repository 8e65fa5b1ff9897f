import { ActionIcon, Anchor, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { changeCaption, type EvidenceFile } from '../../api/missions/evidence.ts';
import { NameInput } from '../../ui/forms/name-input.tsx';
import { ChangedNote, useTypedOver } from '../../ui/forms/typed-over.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { checkCaption } from './captions.ts';

/** Caption of a file, edited in place: Enter saves, Escape cancels. */
export function CaptionField({ record, readOnly }: { record: EvidenceFile; readOnly: boolean }) {
  const queryClient = useQueryClient();
  const field = useTypedOver(record.caption ?? '');
  const typed = field.text;
  const opener = useRef<HTMLDivElement>(null);
  // A key that ends editing returns the focus; a click elsewhere has already moved it.
  const goesBack = useRef(false);
  useEffect(() => {
    if (typed !== null || !goesBack.current) return;
    goesBack.current = false;
    opener.current?.querySelector('button')?.focus();
  }, [typed]);
  const close = field.end;
  const saving = useMutation({
    mutationFn: (caption: string | null) => changeCaption(queryClient, record, caption),
    onSuccess: close,
  });
  const name = toVisibleText(record.file_name);
  if (typed !== null && !readOnly) {
    const problem = checkCaption(typed) ?? (saving.isError ? saving.error.message : null);
    const save = () => {
      if (checkCaption(typed) !== null || saving.isPending) return;
      const caption = typed.trim() === '' ? null : typed.trim();
      if (field.isUntouched || caption === record.caption) close();
      else saving.mutate(caption);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      goesBack.current = event.key === 'Enter' || event.key === 'Escape';
      if (event.key === 'Enter') save();
      if (event.key !== 'Escape') return;
      event.preventDefault();
      saving.reset();
      close();
    };
    return (
      <NameInput
        size="xs"
        aria-label={t('evidence.caption.of', { file: name })}
        autoFocus
        value={typed}
        readOnly={saving.isPending}
        error={problem}
        description={field.isOvertaken ? <ChangedNote onShow={field.begin} /> : null}
        inputWrapperOrder={['input', 'description', 'error']}
        // Escape must not close the dialog around the field.
        data-mantine-stop-propagation="true"
        onChange={(event) => field.write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        // Leaving the field never overwrites another person's text.
        onBlur={() => (field.isOvertaken && !field.isUntouched ? undefined : save())}
      />
    );
  }
  if (record.caption === null) {
    if (readOnly) return null;
    return (
      <div ref={opener}>
        <Anchor
          component="button"
          type="button"
          size="xs"
          c="dimmed"
          aria-label={t('evidence.caption.add_to', { file: name })}
          onClick={field.begin}
        >
          {t('evidence.caption.add')}
        </Anchor>
      </div>
    );
  }
  return (
    <Group gap={4} ref={opener} wrap="nowrap" align="flex-start">
      <Text size="xs" style={{ minWidth: 0 }}>
        <Name>{record.caption}</Name>
      </Text>
      {readOnly ? null : (
        <ActionIcon
          size={18}
          variant="subtle"
          color="gray"
          aria-label={t('evidence.caption.change', { file: name })}
          onClick={field.begin}
        >
          <IconPencil size={13} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

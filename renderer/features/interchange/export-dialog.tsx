import { Alert, Button, Modal, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { AttachedFile } from '../../api/connection/http.ts';
import { saveFile } from '../../ui/copy/save-file.ts';
import { DialogFoot } from '../../ui/forms/form.tsx';
import { t } from '../../words.ts';
import type { ExportChoices } from './export-words.ts';
import styles from './interchange.module.css';

/** Asks for a format, and saves the file made by the server. */
export function ExportDialog<Format extends string>({
  title,
  choices,
  read,
  onClose,
  options,
}: {
  title: string;
  choices: ExportChoices<Format>;
  read: (format: Format) => Promise<AttachedFile>;
  onClose: () => void;
  /** Further options for a format. */
  options?: (format: Format) => ReactNode;
}) {
  const [format, setFormat] = useState(choices[0].format);
  const name = useId();
  const making = useMutation({
    mutationFn: () => read(format),
    onSuccess: (file) => {
      saveFile(file.name, file.content);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="md">
        <fieldset className={styles.choices}>
          <legend>{t('exports.format')}</legend>
          {choices.map((choice) => (
            <label key={choice.format} className={styles.choice}>
              <input
                type="radio"
                name={name}
                value={choice.format}
                checked={choice.format === format}
                onChange={() => setFormat(choice.format)}
              />
              {choice.name}
              <small>{choice.sentence}</small>
            </label>
          ))}
        </fieldset>
        {options?.(format)}
        {making.isError ? (
          <Alert color="red" role="alert">
            {making.error.message}
          </Alert>
        ) : null}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('shared.cancel')}
          </Button>
          <Button
            leftSection={<IconDownload size={15} aria-hidden />}
            loading={making.isPending}
            data-autofocus
            onClick={() => making.mutate()}
          >
            {t('exports.export')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

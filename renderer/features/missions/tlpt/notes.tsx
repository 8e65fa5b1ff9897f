import { longestNote } from '../../../../domain/limits.ts';
import { tlptNotes } from '../../../../domain/tlpt.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { MarkdownArea } from '../../../ui/forms/markdown-area.tsx';
import { atMost } from '../../../ui/forms/rules.ts';
import { Prose } from '../../../ui/text/prose.tsx';
import { t } from '../../../words.ts';
import { FieldsDialog } from './fields-dialog.tsx';
import { Section, toEdit } from './section.tsx';

/** Topics for purple teaming, and feedback. */
export function Notes({ tlpt, onEdit }: { tlpt: Tlpt; onEdit: (() => void) | null }) {
  const said = tlptNotes.flatMap((field) => {
    const text = tlpt[field];
    return text === null ? [] : [{ field, text }];
  });
  return (
    <Section
      title={t('tlpt.notes')}
      action={toEdit(t('tlpt.edit_notes'), onEdit)}
      empty={said.length === 0 ? t('tlpt.no_notes') : null}
    >
      {said.map(({ field, text }) => (
        <Prose key={field} label={t(`tlpt_fields.field.${field}`)} text={text} />
      ))}
    </Section>
  );
}

const rules = Object.fromEntries(tlptNotes.map((field) => [field, atMost(longestNote)]));

export function NotesDialog({ tlpt, onClose }: { tlpt: Tlpt; onClose: () => void }) {
  return (
    <FieldsDialog
      tlpt={tlpt}
      name="tlpt-notes"
      title={t('tlpt.edit_notes')}
      fields={tlptNotes}
      validate={rules}
      onClose={onClose}
    >
      {(form) =>
        tlptNotes.map((field) => (
          <MarkdownArea
            key={field}
            label={t(`tlpt_fields.field.${field}`)}
            minRows={2}
            maxRows={8}
            {...form.getInputProps(field)}
          />
        ))
      }
    </FieldsDialog>
  );
}

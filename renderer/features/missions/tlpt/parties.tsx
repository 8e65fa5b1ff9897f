import { Textarea, TextInput } from '@mantine/core';
import { longestNote } from '../../../../domain/limits.ts';
import { type TlptText, tlptTexts } from '../../../../domain/tlpt.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { atMost } from '../../../ui/forms/rules.ts';
import { t } from '../../../words.ts';
import { FieldsDialog } from './fields-dialog.tsx';
import { Section, toEdit } from './section.tsx';
import styles from './tlpt.module.css';

/** Several people, one per line. */
const ofSeveral: readonly TlptText[] = ['test_managers', 'control_team'];

/** Code name and parties. */
export function Parties({ tlpt, onEdit }: { tlpt: Tlpt; onEdit: (() => void) | null }) {
  const said = tlptTexts.filter((field) => tlpt[field] !== null);
  return (
    <Section
      title={t('tlpt.parties')}
      action={toEdit(t('tlpt.edit_parties'), onEdit)}
      empty={said.length === 0 ? t('tlpt.no_parties') : null}
    >
      <dl className={styles.pairs}>
        {said.map((field) => (
          <div key={field}>
            <dt>{t(`tlpt_fields.field.${field}`)}</dt>
            <dd>{toVisibleText(tlpt[field] ?? '')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const rules = Object.fromEntries(tlptTexts.map((field) => [field, atMost(longestNote)]));

export function PartiesDialog({ tlpt, onClose }: { tlpt: Tlpt; onClose: () => void }) {
  return (
    <FieldsDialog
      tlpt={tlpt}
      name="tlpt-parties"
      title={t('tlpt.edit_parties')}
      fields={tlptTexts}
      validate={rules}
      onClose={onClose}
    >
      {(form) =>
        tlptTexts.map((field) =>
          ofSeveral.includes(field) ? (
            <Textarea
              key={field}
              label={t(`tlpt_fields.field.${field}`)}
              description={t('tlpt.one_per_line')}
              autosize
              minRows={2}
              maxRows={8}
              {...form.getInputProps(field)}
            />
          ) : (
            <TextInput key={field} label={t(`tlpt_fields.field.${field}`)} {...form.getInputProps(field)} />
          ),
        )
      }
    </FieldsDialog>
  );
}

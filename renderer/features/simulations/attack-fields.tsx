import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type NamedTechnique, TechniqueField } from '../../ui/catalogue/technique-field.tsx';
import { t } from '../../words.ts';
import { TacticField } from './tactic-field.tsx';

/** Attack fields shared by simulations and their templates. */
export type AttackValues = {
  objective: string;
  command: string;
  techniques: NamedTechnique[];
  tactic_ids: string[];
};

/** The attack fields. Generic, because a form's type only covers all of its values. */
export function AttackFields<Values extends AttackValues>({
  form: given,
}: {
  form: UseFormReturnType<Values>;
}) {
  const form = given as unknown as UseFormReturnType<AttackValues>;
  return (
    <>
      <TechniqueField
        label={t('shared.techniques')}
        value={form.values.techniques}
        onChange={(techniques) => form.setFieldValue('techniques', techniques)}
        error={form.errors.techniques}
      />
      <TacticField
        value={form.values.tactic_ids}
        onChange={(ids) => form.setFieldValue('tactic_ids', ids)}
        error={form.errors.tactic_ids}
      />
      <Textarea
        label={t('shared.objective')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('objective')}
      />
      <Textarea
        label={t('shared.command')}
        autosize
        minRows={2}
        maxRows={10}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        spellCheck={false}
        {...form.getInputProps('command')}
      />
    </>
  );
}

import { Fieldset, SimpleGrid } from '@mantine/core';
import { endsBeforeStart } from '../../../../domain/fields.ts';
import {
  closureSteps,
  findEarliestEnd,
  type TlptDay,
  tlptDays,
  tlptDeadlines,
  tlptPhases,
} from '../../../../domain/tlpt.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { rich } from '../../../rich.ts';
import { DayField } from '../../../ui/forms/day-field.tsx';
import { checkDay } from '../../../ui/forms/rules.ts';
import { Warning } from '../../../ui/notes/warning.tsx';
import { DateRange, Day } from '../../../ui/times/time.tsx';
import { isDay } from '../../../ui/times/typed-day.ts';
import { t } from '../../../words.ts';
import { FieldsDialog } from './fields-dialog.tsx';
import { Section, toEdit } from './section.tsx';
import styles from './tlpt.module.css';

/** Phases with their dates, and the steps of the closure phase. */
export function Dates({ tlpt, onEdit }: { tlpt: Tlpt; onEdit: (() => void) | null }) {
  const dated = tlptPhases.filter((phase) => tlpt[`${phase}_start`] ?? tlpt[`${phase}_end`]);
  const earliest = findEarliestEnd(tlpt);
  const isShort = earliest !== null && tlpt.testing_end !== null && tlpt.testing_end < earliest;
  return (
    <Section
      title={t('tlpt.dates')}
      action={toEdit(t('tlpt.edit_dates'), onEdit)}
      empty={
        dated.length === 0 && closureSteps.every(({ day }) => tlpt[day] === null) ? t('tlpt.not_dated') : null
      }
    >
      <dl className={styles.pairs}>
        {dated.map((phase) => (
          <div key={phase}>
            <dt>{t(`tlpt.phase.${phase}`)}</dt>
            <dd>
              <DateRange from={tlpt[`${phase}_start`]} to={tlpt[`${phase}_end`]} />
            </dd>
          </div>
        ))}
        {closureSteps.map(({ day }) =>
          tlpt[day] === null ? null : (
            <div key={day}>
              <dt>{t(`tlpt.step.${day}`)}</dt>
              <dd>
                <Day on={tlpt[day]} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {isShort ? (
        <Warning>
          <span>{rich('tlpt.earliest_end', { day: <Day on={earliest} /> })}</span>
        </Warning>
      ) : null}
    </Section>
  );
}

type Values = Record<TlptDay, string>;

const rules = {
  ...Object.fromEntries(tlptDays.map((field) => [field, checkDay])),
  ...Object.fromEntries(
    tlptPhases.map((phase) => [
      `${phase}_end`,
      (end: string, values: Values) =>
        checkDay(end) ?? (endsBeforeStart(values[`${phase}_start`], end) ? t('tlpt.end_before_start') : null),
    ]),
  ),
};

export function DatesDialog({ tlpt, onClose }: { tlpt: Tlpt; onClose: () => void }) {
  return (
    <FieldsDialog
      tlpt={tlpt}
      name="tlpt-dates"
      title={t('tlpt.edit_dates')}
      fields={tlptDays}
      validate={rules}
      onClose={onClose}
    >
      {(form) => {
        const start = form.values.testing_start;
        const earliest = findEarliestEnd({ testing_start: isDay(start) ? start : null });
        return (
          <>
            {tlptPhases.map((phase) => (
              <Fieldset key={phase} legend={t(`tlpt.phase.${phase}`)} p="xs">
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                  <DayField label={t('tlpt.starts')} {...form.getInputProps(`${phase}_start`)} />
                  <DayField
                    label={t('tlpt.ends')}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    description={
                      phase === 'testing' && earliest !== null
                        ? rich('tlpt.earliest_end', { day: <Day on={earliest} /> })
                        : undefined
                    }
                    {...form.getInputProps(`${phase}_end`)}
                  />
                </SimpleGrid>
              </Fieldset>
            ))}
            <Fieldset legend={t('tlpt.steps')} p="xs">
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                {closureSteps.map(({ day }) => (
                  <DayField key={day} label={t(`tlpt_fields.field.${day}`)} {...form.getInputProps(day)} />
                ))}
              </SimpleGrid>
            </Fieldset>
            <Fieldset legend={t('tlpt.handed_in')} p="xs">
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                {tlptDeadlines.map(({ key }) => (
                  <DayField
                    key={key}
                    label={t(`tlpt_fields.field.${key}_on`)}
                    {...form.getInputProps(`${key}_on`)}
                  />
                ))}
              </SimpleGrid>
            </Fieldset>
          </>
        );
      }}
    </FieldsDialog>
  );
}

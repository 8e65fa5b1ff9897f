import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { attackResults } from '../../../../domain/missions.ts';
import { entryOf, hostFields, listFields } from '../../../../domain/test-record.ts';
import { useUser } from '../../../api/connection/session.ts';
import { ChoiceField, LineField } from '../../../ui/record/fields.tsx';
import { MomentField } from '../../../ui/record/moment-field.tsx';
import { useFieldState, useShownValue } from '../../../ui/record/use-field-state.ts';
import { t } from '../../../words.ts';
import styles from './red-details.module.css';
import { fieldName, type TestField } from './test-record.ts';
import type { TestViewProps } from './test-view-props.ts';

/** Attack details of red besides the time of execution. Readers see only filled fields. */
export function RedDetails(props: TestViewProps) {
  const readOnly = !props.may('red');
  const { values, chips } = props.suggested;
  const more: Partial<Record<TestField, object>> = {
    ...Object.fromEntries(
      hostFields.map((field) => [
        field,
        { offer: values[field], chips: chips[field], suggestions: chips[field] },
      ]),
    ),
    operator: {
      suggestions: listOperators(props),
      placeholder: t('tests.who_executes'),
      beside: <Me {...props} />,
    },
  };
  return (
    <div className={styles.details}>
      <div className={styles.wide}>
        <Part {...props} field="attack_result">
          <ChoiceField {...of(props, 'attack_result', readOnly)} side="red" options={results()} />
        </Part>
      </div>
      {lines.map((field) => (
        <Part key={field} {...props} field={field}>
          <LineField {...of(props, field, readOnly)} longest={entryOf(field).longest} {...more[field]} />
        </Part>
      ))}
      <div className={styles.times}>
        {times.map((field) => (
          <Part key={field} {...props} field={field}>
            <MomentField {...of(props, field, readOnly)} />
          </Part>
        ))}
      </div>
    </div>
  );
}

const lines = listFields(['red'], ['line']);
/** The time of execution is shown before these. */
const times = listFields(['red'], ['moment']).filter((field) => field !== 'executed_at');
const results = () => [
  ...attackResults.map((id) => ({ id, name: t(`names.attack_result.${id}`) })),
  { id: null, name: t('tests.not_said') },
];

function of(props: TestViewProps, field: TestField, readOnly: boolean) {
  return { ...props, field, label: fieldName()[field], readOnly };
}

/** Readers do not see empty fields, unless they have unsaved text there. */
function Part({ children, ...props }: TestViewProps & { field: TestField; children: ReactNode }) {
  const { field, values, writer, may } = props;
  const hasDraft = Boolean(useFieldState(writer, field)?.draft);
  return may('red') || values[field] !== null || hasDraft ? children : null;
}

/** Usually the operator is the person writing. */
function Me(props: TestViewProps) {
  const { display_name } = useUser();
  const value = useShownValue({ ...props, field: 'operator' });
  if (value) return null;
  const { writer } = props;
  return (
    <Button
      variant="default"
      aria-label={t('tests.operator_me', { operator: fieldName().operator })}
      onClick={() => {
        writer.edit('operator', display_name);
        void writer.flush();
      }}
    >
      {t('tests.me')}
    </Button>
  );
}

/** Existing operators in the mission's tests. */
function listOperators({ mission }: TestViewProps): string[] {
  const tests = mission?.scenarios.flatMap((scenario) => scenario.tests) ?? [];
  const operators = tests.map(({ operator }) => operator).filter((operator) => operator !== null);
  return [...new Set(operators)].slice(0, mostSuggested);
}

const mostSuggested = 20;

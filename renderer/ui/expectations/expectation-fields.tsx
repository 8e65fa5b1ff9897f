import { Button, Input, MultiSelect, NumberInput, Select } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { type Expectation, expectedResults } from '../../../domain/expectations.ts';
import { longestDelay, mostExpectedTools } from '../../../domain/limits.ts';
import { type FactKind, factKinds, severities } from '../../../domain/outcomes.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t } from '../../words.ts';
import styles from './expectation-fields.module.css';
import { toMinutes, toSeconds } from './expectation-words.ts';
import { ExpectedRules } from './expected-rules.tsx';

type Named = { id: string; name: string };

type Props = {
  label: string;
  description?: string;
  value: readonly Expectation[];
  onChange: (value: Expectation[]) => void;
  error?: ReactNode;
  /** Tools that may be named; null if none. */
  tools: readonly Named[] | null;
};

/** Expected outcomes, a row for each kind. */
export function ExpectationFields({ label, description, value, onChange, error, tools }: Props) {
  const id = useId();
  const set = (kind: FactKind, expectation: Expectation | null) => {
    const byKind = new Map(value.map((one) => [one.kind, one]));
    if (expectation === null) byKind.delete(kind);
    else byKind.set(kind, expectation);
    onChange(factKinds.flatMap((known) => byKind.get(known) ?? []));
  };
  return (
    <fieldset className={styles.fields} aria-labelledby={`${id}-label`}>
      <div>
        <Input.Label labelElement="div" id={`${id}-label`}>
          {label}
        </Input.Label>
        {description === undefined ? null : <Input.Description>{description}</Input.Description>}
      </div>
      {factKinds.map((kind) => (
        <ExpectationRow
          key={kind}
          kind={kind}
          value={value.find((one) => one.kind === kind) ?? null}
          onChange={(expectation) => set(kind, expectation)}
          tools={tools}
        />
      ))}
      {error ? (
        <Input.Error data-wrong tabIndex={-1}>
          {error}
        </Input.Error>
      ) : null}
    </fieldset>
  );
}

function ExpectationRow({
  kind,
  value,
  onChange,
  tools,
}: Pick<Props, 'tools'> & {
  kind: FactKind;
  value: Expectation | null;
  onChange: (value: Expectation | null) => void;
}) {
  const change = (change: Partial<Expectation>) => value !== null && onChange({ ...value, ...change });
  // Details typed for one result may apply to another, but not to "any".
  const pick = (result: Expectation['result']) => {
    if (value?.result === result) return onChange(null);
    const before = value ?? { kind, severity: null, within_seconds: null, tool_ids: [] };
    onChange({
      ...before,
      result,
      ...(result === 'any' ? { severity: null, within_seconds: null, rules: [] } : {}),
    });
  };
  return (
    <fieldset className={styles.row} aria-label={t(`names.fact_kind.${kind}`)}>
      <span className={styles.name} title={t(`shared.kind_hint.${kind}`)}>
        {t(`names.fact_kind.${kind}`)}
      </span>
      <div className={styles.parts}>
        <Button.Group>
          {expectedResults.map((result) => (
            <Button
              key={result}
              size="compact-sm"
              variant={value?.result === result ? 'filled' : 'default'}
              color="gray.7"
              fw={500}
              aria-pressed={value?.result === result}
              onClick={() => pick(result)}
            >
              {t(`names.expected.${result}`)}
            </Button>
          ))}
        </Button.Group>
        {value === null || value.result === 'any' ? null : (
          <>
            <Select
              aria-label={t('mission_editor.value_least_severity', { value: t(`names.fact_kind.${kind}`) })}
              placeholder={t('mission_editor.any_severity')}
              size="xs"
              w={126}
              clearable
              clearButtonProps={{
                'aria-label': t('mission_editor.value_any_severity', { value: t(`names.fact_kind.${kind}`) }),
              }}
              data={severities.map((value) => ({ value, label: t(`names.severity.${value}`) }))}
              value={value.severity}
              onChange={(severity) =>
                change({ severity: severities.find((one) => one === severity) ?? null })
              }
            />
            <MinutesField
              label={t('mission_editor.value_within_minutes', { value: t(`names.fact_kind.${kind}`) })}
              seconds={value.within_seconds}
              onChange={(within_seconds) => change({ within_seconds })}
            />
          </>
        )}
        {value === null || tools === null || (tools.length === 0 && value.tool_ids.length === 0) ? null : (
          <MultiSelect
            aria-label={t('mission_editor.value_tools', { value: t(`names.fact_kind.${kind}`) })}
            placeholder={value.tool_ids.length === 0 ? t('mission_editor.any_tool') : ''}
            size="xs"
            className={styles.tools ?? ''}
            searchable
            clearable
            clearButtonProps={{
              'aria-label': t('mission_editor.value_any_tool', { value: t(`names.fact_kind.${kind}`) }),
            }}
            maxValues={mostExpectedTools}
            nothingFoundMessage={t('mission_editor.no_tool_of_that_name')}
            data={tools.map((tool) => ({ value: tool.id, label: toVisibleText(tool.name) }))}
            value={[...value.tool_ids]}
            onChange={(tool_ids) => change({ tool_ids })}
          />
        )}
        {value === null || value.result === 'any' ? null : (
          <ExpectedRules
            kind={t(`names.fact_kind.${kind}`)}
            className={styles.tools ?? ''}
            value={value.rules ?? []}
            onChange={(rules) => change({ rules })}
          />
        )}
      </div>
    </fieldset>
  );
}

/** Typed text stays until the field is left: half a minute begins with a zero. */
function MinutesField({
  label,
  seconds,
  onChange,
}: {
  label: string;
  seconds: number | null;
  onChange: (seconds: number | null) => void;
}) {
  const [typed, setTyped] = useState<number | string | null>(null);
  return (
    <NumberInput
      aria-label={label}
      placeholder={t('mission_editor.any_time')}
      size="xs"
      w={112}
      suffix={` ${t('mission_editor.minutes')}`}
      hideControls
      allowNegative={false}
      decimalScale={2}
      max={longestDelay / 60}
      value={typed ?? toMinutes(seconds)}
      onChange={(minutes) => {
        if (minutes === (typed ?? toMinutes(seconds))) return;
        setTyped(minutes);
        onChange(toSeconds(minutes));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

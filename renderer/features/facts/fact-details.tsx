import { Button, Menu, NativeSelect, Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { isSighting, severities } from '../../../domain/outcomes.ts';
import { isOddDelay, secondsBetween } from '../../../domain/score.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Fact, FactPatch } from '../../../server/facts/contract.ts';
import { usePreferences } from '../../api/accounts/preferences.ts';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { Warning } from '../../ui/notes/warning.tsx';
import { judgeTime } from '../../ui/record/judge-times.ts';
import { nameZone } from '../../ui/record/local-time.ts';
import { Moment } from '../../ui/times/time.tsx';
import { describeDelay, moveMinutes, readMoment, writeMoment } from '../../ui/times/typed-moment.ts';
import { t } from '../../words.ts';
import { EvidencePicker, FactEvidence, type FactFiles } from './fact-evidence.tsx';
import styles from './facts.module.css';
import { RuleField } from './rule-field.tsx';
import type { Facts } from './use-facts.ts';

type Props = { fact: Fact; executedAt: string | null; facts: Facts; files: FactFiles };
/** `technique` is the external id of the subject. */
type WrittenProps = Props & { technique: string | null; asksSeverity: boolean };

/**
 * Tool, time, rule, severity and evidence, each saved when its field is left. An unseen detection offers no tool and rule, but
 * existing ones stay. The severity field is shown if it is required or set.
 */
export function FactDetails({ fact, executedAt, facts, files, technique, asksSeverity }: WrittenProps) {
  const change = (patch: FactPatch) => facts.change(fact.id, patch);
  const wasSeen = isSighting(fact.result);
  const withSeverity = fact.severity !== null || (wasSeen && asksSeverity);
  const severity = useRef<HTMLSelectElement>(null);
  return (
    <>
      <span className={styles.menu}>
        <FactMenu fact={fact} facts={facts} change={change} withSeverity={!withSeverity && wasSeen} />
      </span>
      {wasSeen ? (
        <TimeField
          fact={fact}
          executedAt={executedAt}
          onSave={(at) => change({ at })}
          onEnter={() => (fact.severity === null ? severity.current?.focus() : undefined)}
          onConfirm={() => void change({ time_confirmed: true })}
        />
      ) : null}
      {wasSeen || fact.tool !== null ? <ToolField fact={fact} facts={facts} /> : null}
      <span className={styles.last}>
        {wasSeen || fact.rule_name !== null ? (
          <RuleField
            rule={fact}
            technique={technique}
            onSave={(rule, level) =>
              change(asksSeverity && fact.severity === null ? { ...rule, severity: level } : rule)
            }
          />
        ) : null}
        {withSeverity ? <SeverityField ref={severity} fact={fact} change={change} /> : null}
        <EvidencePicker fact={fact} files={files} facts={facts} />
      </span>
      <FactEvidence
        fact={fact}
        files={files}
        onRemove={(id) => void change({ evidence_ids: fact.evidence_ids.filter((one) => one !== id) })}
      />
    </>
  );
}

type Change = (patch: FactPatch) => Promise<boolean>;

/** Severity; pressing its first letter selects it. */
function SeverityField({
  fact: { kind, severity },
  change,
  ref,
}: {
  fact: Fact;
  change: Change;
  ref: Ref<HTMLSelectElement>;
}) {
  return (
    <NativeSelect
      ref={ref}
      aria-label={t('facts.severity.of', { kind: t(`names.fact_kind.${kind}`) })}
      size="xs"
      className={styles.severityField ?? ''}
      value={severity ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void change({ severity: severities.find((one) => one === value) ?? null })
      }
      data={[
        { value: '', label: t('facts.severity') },
        ...severities.map((value) => ({ value, label: t(`names.severity.${value}`) })),
      ]}
    />
  );
}

function FactMenu({
  fact,
  facts,
  change,
  withSeverity,
}: Pick<Props, 'fact' | 'facts'> & { change: Change; withSeverity: boolean }) {
  return (
    <RowMenu of={nameFact(fact)}>
      {withSeverity ? (
        <>
          <Menu.Label>{t('facts.severity')}</Menu.Label>
          {severities.map((severity) => (
            <Menu.Item key={severity} onClick={() => void change({ severity })}>
              {t(`names.severity.${severity}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
        </>
      ) : null}
      {(['not_applicable', 'not_tested'] as const).map((result) => (
        <Menu.Item key={result} onClick={() => void change({ result })}>
          {t(`names.fact_result.${result}`)}
        </Menu.Item>
      ))}
      <Menu.Item c="var(--mantine-color-error)" onClick={() => void facts.remove(fact.id)}>
        {t('facts.take_back')}
      </Menu.Item>
    </RowMenu>
  );
}

function ToolField({ fact, facts }: Pick<Props, 'fact' | 'facts'>) {
  const [search, setSearch] = useState('');
  const name = search.trim();
  const known = facts.tools ?? [];
  const offered = known.filter((tool) => !tool.retired && tool.id !== fact.tool?.id);
  const data = offered.map((tool) => ({ value: tool.id, label: toVisibleText(tool.name) }));
  if (fact.tool !== null) data.unshift({ value: fact.tool.id, label: toVisibleText(fact.tool.name) });
  const isKnown = data.some(({ label }) => label.toLowerCase() === name.toLowerCase());
  if (facts.addTool !== null && name !== '' && !isKnown)
    data.push({ value: '', label: t('facts.tool.add', { name }) });
  // Both the list and the field may handle Enter; only the first call counts.
  const isPicking = useRef(false);
  const pick = async (id: string | null) => {
    if (isPicking.current) return;
    isPicking.current = true;
    await save(id);
    isPicking.current = false;
  };
  const save = async (id: string | null) => {
    const made = id === '' ? await facts.addTool?.(name).catch(() => undefined) : undefined;
    if (id === '' && made === undefined) return;
    await facts.change(fact.id, { tool: id === null ? null : { id: made?.id ?? id } });
  };
  return (
    <Select
      aria-label={t('facts.tool.of', { kind: t(`names.fact_kind.${fact.kind}`) })}
      placeholder={t('shared.tool')}
      size="xs"
      className={styles.tool ?? ''}
      searchable
      clearable
      clearButtonProps={{
        'aria-label': t('facts.tool.clear', { kind: t(`names.fact_kind.${fact.kind}`) }),
      }}
      selectFirstOptionOnChange
      // Otherwise the text that opens the list, such as a pasted one, takes nothing on Enter.
      selectFirstOptionOnDropdownOpen
      data={data}
      filter={({ options, search: typed }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (option.value === '' || option.label.toLowerCase().includes(typed.toLowerCase().trim())),
        )
      }
      nothingFoundMessage={
        known.length > 0
          ? t('facts.tool.unknown')
          : facts.addTool === null
            ? t('facts.tool.none')
            : t('facts.tool.none_but_new')
      }
      value={fact.tool?.id ?? null}
      onChange={(id) => void pick(id)}
      searchValue={search}
      onKeyDown={(event) => {
        const marked = event.currentTarget.getAttribute('aria-activedescendant');
        // On Enter, the list itself takes the highlighted option.
        const isTaken = event.key === 'Tab' || (event.key === 'Enter' && marked === null);
        if (!isTaken || name === '') return;
        const label = marked === null ? undefined : document.getElementById(marked)?.textContent;
        // If typing was faster than rendering the list, the first match is meant.
        const isMeant = (one: { label: string }) =>
          label === undefined ? one.label.toLowerCase().includes(name.toLowerCase()) : one.label === label;
        const meant = data.find((one) => one.value !== '' && isMeant(one));
        if (meant !== undefined && meant.value !== fact.tool?.id) void pick(meant.value);
      }}
      onSearchChange={setSearch}
    />
  );
}

/**
 * Accepts a time of day, `+2` for minutes after the execution, or `now`; the arrows change it by a minute, and Enter goes on to a
 * severity that is asked for.
 */
function TimeField({
  fact: { at, time_confirmed, created_at },
  executedAt,
  onSave,
  onEnter,
  onConfirm,
}: {
  fact: Pick<Fact, 'at' | 'time_confirmed' | 'created_at'>;
  executedAt: string | null;
  onConfirm: () => void;
  onSave: (at: string | null) => Promise<boolean>;
  onEnter: () => void;
}) {
  const { time_zone } = usePreferences();
  const shown = at === null ? '' : writeMoment(at, executedAt, time_zone);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const text = typed?.trim() ?? shown;
  const readTyped = () => (text === '' ? null : readMoment(text, executedAt, new Date(), time_zone));
  const isUnknown = (moment: string | null) => text !== shown && text !== '' && moment === null;
  const save = async () => {
    const moment = readTyped();
    const wrong = isUnknown(moment);
    setWrong(wrong);
    if (text === shown) return setTyped(null);
    if (wrong || !(await onSave(moment))) return;
    // Text typed while saving stays.
    setTyped((current) => (current === typed ? null : current));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter') {
      // Otherwise the list that gets the focus would take the key too.
      event.preventDefault();
      const isRead = !isUnknown(readTyped());
      void save();
      if (isRead) onEnter();
    }
    if (step === undefined || at === null || typed !== null) return;
    event.preventDefault();
    void onSave(moveMinutes(at, step));
  };
  const delay = at === null || typed !== null ? null : describeDelay(at, executedAt);
  const taken = typed === null ? null : readMoment(typed.trim(), executedAt, new Date(), time_zone);
  return (
    <>
      <TextInput
        data-time
        aria-label={t('facts.when')}
        placeholder={t('facts.when.example')}
        title={
          at === null
            ? t('facts.when.hint', { zone: nameZone(new Date(), time_zone) })
            : t('facts.when.utc', { at })
        }
        size="xs"
        className={styles.time ?? ''}
        {...((typed ?? shown).includes('-') ? { w: 158 } : {})}
        value={typed ?? shown}
        error={isWrong ? t('facts.when.wrong') : null}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
      />
      {taken === null ? null : (
        <span className={styles.delay}>
          {t('facts.when.takes', { time: writeMoment(taken, executedAt, time_zone) })}
        </span>
      )}
      {delay === null ? null : <span className={styles.delay}>{delay}</span>}
      {at === null && typed === null ? (
        <span className={styles.delay}>
          {t('facts.when.recorded', { time: writeMoment(created_at, executedAt, time_zone) })}
        </span>
      ) : null}
      <OddTime at={typed === null ? at : null} executedAt={executedAt} />
      {typed === null && needsConfirmation({ at, time_confirmed }, executedAt) ? (
        <>
          {time_confirmed === false ? (
            <span className={styles.delay}>{t('facts.when.unconfirmed')}</span>
          ) : null}
          <Button size="compact-xs" variant="default" onClick={onConfirm}>
            {t('facts.when.confirm')}
          </Button>
        </>
      ) : null}
    </>
  );
}

/** Whether a time only counts after confirmation. */
export function needsConfirmation(
  { at, time_confirmed }: Pick<Fact, 'at' | 'time_confirmed'>,
  executedAt: string | null,
): boolean {
  if (at === null || time_confirmed === true) return false;
  const seconds = secondsBetween(executedAt, at);
  return time_confirmed === false || (seconds !== null && isOddDelay(seconds));
}

function OddTime({ at, executedAt }: { at: string | null; executedAt: string | null }) {
  const times: Readonly<Record<string, string | null>> = { detected_at: at, executed_at: executedAt };
  const odd = judgeTime('detected_at', (field) => times[field], Date.now());
  return odd === null ? null : <Warning>{odd}</Warning>;
}

/** Detections, read only. */
export function ReadOnlyFact({ fact, executedAt, files }: Omit<Props, 'facts'>) {
  const delay = fact.at === null ? null : describeDelay(fact.at, executedAt);
  return (
    <span className={styles.told}>
      <strong>{t(`names.fact_result.${fact.result}`)}</strong>
      {fact.tool === null ? null : <span>{toVisibleText(fact.tool.name)}</span>}
      {fact.at === null ? null : <Moment at={fact.at} />}
      {delay === null ? null : <span className={styles.delay}>{delay}</span>}
      <OddTime at={fact.at} executedAt={executedAt} />
      {fact.at !== null && fact.time_confirmed === false ? (
        <span className={styles.delay}>{t('facts.when.unconfirmed')}</span>
      ) : null}
      {fact.rule_name === null ? null : <span>{toVisibleText(fact.rule_name)}</span>}
      {fact.severity === null ? null : (
        <span className={styles.severity}>{t(`names.severity.${fact.severity}`)}</span>
      )}
      <FactEvidence fact={fact} files={files} onRemove={null} />
    </span>
  );
}

function nameFact({ kind, tool }: Props['fact']): string {
  const name = t(`names.fact_kind.${kind}`);
  return tool === null ? name : t('facts.by_tool', { kind: name, tool: toVisibleText(tool.name) });
}

import { ActionIcon, Button, Kbd, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Expectation } from '../../../domain/expectations.ts';
import { type FactKind, factKinds, isSighting, listUnanswered, summarise } from '../../../domain/outcomes.ts';
import type { Fact } from '../../../server/facts/contract.ts';
import type { FactPlace } from '../../api/missions/facts.ts';
import { type PageKey, usePageKeys } from '../../ui/keys/use-page-keys.ts';
import { formatList, t } from '../../words.ts';
import { FactDetails, needsConfirmation, ReadOnlyFact } from './fact-details.tsx';
import type { FactFiles } from './fact-evidence.tsx';
import styles from './facts.module.css';
import { type Client, ToolsHint } from './tools-hint.tsx';
import { type Facts, useFacts } from './use-facts.ts';

/** Detections of a test or a simulation: a row for each kind, with a line for each tool that detected or missed it. */
export function FactsSection({
  of,
  place,
  client,
  files,
  technique,
  expected = [],
  readOnly,
}: {
  of: { facts: readonly Fact[]; executed_at: string | null };
  place: FactPlace;
  client: Client | null;
  files: FactFiles;
  /** The external id of the subject. */
  technique: string | null;
  /** Its expectations. */
  expected?: readonly Pick<Expectation, 'kind' | 'severity'>[];
  readOnly: boolean;
}) {
  const facts = useFacts(place, client?.organisation?.id ?? null);
  const [wanted, setWanted] = useState<{ id: string; field: 'time' | 'tool' } | null>(null);
  const section = useRef<HTMLFieldSetElement>(null);
  // A new line gets the focus.
  const isThere = of.facts.some(({ id }) => id === wanted?.id);
  useEffect(() => {
    if (!isThere || wanted === null) return;
    const line = section.current?.querySelector<HTMLElement>(`[data-fact="${wanted.id}"]`);
    const inputs = line?.querySelectorAll<HTMLElement>('input') ?? [];
    const field = [...inputs].find((input) => 'time' in input.dataset === (wanted.field === 'time'));
    field?.focus();
    setWanted(null);
  }, [wanted, isThere]);
  const add = async (kind: FactKind, result: Fact['result'], field: 'time' | 'tool' = 'time') => {
    const fact = await facts.add({ kind, result });
    if (fact !== null && isSighting(result)) setWanted({ id: fact.id, field });
  };
  const unanswered = listUnanswered(
    expected.map(({ kind }) => kind),
    summarise(of.facts),
  );
  // A review pressed next waits for all these answers.
  const answerNo = () => unanswered.map((kind) => facts.add({ kind, result: 'no' }));
  const keys: readonly PageKey[] = [
    [
      '0',
      (event) => {
        event.preventDefault();
        if (!event.repeat && !facts.isBusy) answerNo();
      },
    ],
    ...factKinds.map(
      (kind, index): PageKey => [
        String(index + 1),
        (event) => {
          event.preventDefault();
          if (event.repeat || facts.isBusy) return;
          const known = of.facts.find((fact) => fact.kind === kind);
          if (known === undefined) void add(kind, 'yes');
          else section.current?.querySelector<HTMLElement>(`[data-kind="${kind}"] button`)?.focus();
        },
      ],
    ),
  ];
  usePageKeys(readOnly ? [] : keys);
  return (
    <fieldset ref={section} className={styles.facts} aria-label={t('facts.title')}>
      {readOnly && of.facts.length === 0 ? <span className={styles.nothing}>{t('facts.empty')}</span> : null}
      {factKinds.map((kind, index) => {
        const known = of.facts.filter((fact) => fact.kind === kind);
        if (readOnly && known.length === 0) return null;
        return (
          <fieldset
            key={kind}
            className={styles.kind}
            data-kind={kind}
            aria-label={t(`names.fact_kind.${kind}`)}
          >
            <Tooltip label={t(`shared.kind_hint.${kind}`)} position="left">
              <span className={styles.name}>
                {t(`names.fact_kind.${kind}`)} {readOnly ? null : <Kbd size="xs">{index + 1}</Kbd>}
              </span>
            </Tooltip>
            <div className={styles.lines}>
              {known.map((fact) => (
                <div key={fact.id} className={styles.line} data-fact={fact.id}>
                  {readOnly ? (
                    <ReadOnlyFact fact={fact} executedAt={of.executed_at} files={files} />
                  ) : (
                    <>
                      <Results
                        value={fact.result}
                        onPick={(result) => void pick(facts, fact, result)}
                        isBusy={facts.isBusy}
                      />
                      <FactDetails
                        fact={fact}
                        executedAt={of.executed_at}
                        facts={facts}
                        files={files}
                        technique={technique}
                        asksSeverity={expected.some((one) => one.kind === kind && one.severity !== null)}
                      />
                    </>
                  )}
                </div>
              ))}
              {known.length === 0 && !readOnly ? (
                <div className={styles.line}>
                  <Results value={null} onPick={(result) => void add(kind, result)} isBusy={facts.isBusy} />
                </div>
              ) : null}
            </div>
            {known.length > 0 && !readOnly ? (
              <Tooltip label={t('facts.add')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('facts.add_of', {
                    kind: t(`names.fact_kind.${kind}`),
                  })}
                  disabled={facts.isBusy}
                  onClick={() => void add(kind, 'yes', 'tool')}
                >
                  <IconPlus size={15} aria-hidden />
                </ActionIcon>
              </Tooltip>
            ) : null}
          </fieldset>
        );
      })}
      {readOnly || unanswered.length === 0 ? null : (
        <NoToAll kinds={unanswered} isBusy={facts.isBusy} onAnswer={answerNo} />
      )}
      {readOnly ? null : <ConfirmAll of={of} facts={facts} />}
      {readOnly || of.facts.length === 0 ? null : <ToolsHint client={client} facts={facts} />}
    </fieldset>
  );
}

/** Answers no to all open questions, and names them. */
function NoToAll({
  kinds,
  isBusy,
  onAnswer,
}: {
  kinds: readonly FactKind[];
  isBusy: boolean;
  onAnswer: () => void;
}) {
  const label = t('facts.no_to', { kinds: formatList(kinds.map((kind) => t(`names.fact_kind.${kind}`))) });
  return (
    <Button
      className={styles.noToAll ?? ''}
      size="compact-xs"
      variant="subtle"
      color="gray"
      fw={500}
      aria-keyshortcuts="0"
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onAnswer}
      rightSection={<Kbd size="xs">{'0'}</Kbd>}
    >
      {label}
    </Button>
  );
}

/** Confirms all unconfirmed times; hidden unless there are several. */
function ConfirmAll({
  of,
  facts,
}: {
  of: { facts: readonly Fact[]; executed_at: string | null };
  facts: Facts;
}) {
  const waiting = of.facts.filter(
    (fact) => isSighting(fact.result) && needsConfirmation(fact, of.executed_at),
  );
  if (waiting.length < 2) return null;
  const confirm = async () => {
    for (const { id } of waiting) await facts.change(id, { time_confirmed: true });
  };
  return (
    <Button size="compact-xs" variant="default" loading={facts.isBusy} onClick={() => void confirm()}>
      {t('facts.when.confirm_all', { count: waiting.length })}
    </Button>
  );
}

/** Picking the current result again clears it. */
async function pick(facts: Facts, fact: Fact, result: Fact['result']): Promise<void> {
  if (fact.result === result) await facts.remove(fact.id);
  else await facts.change(fact.id, { result });
}

const offered = ['yes', 'partial', 'no'] as const;

function Results({
  value,
  onPick,
  isBusy,
}: {
  value: Fact['result'] | null;
  onPick: (result: Fact['result']) => void;
  isBusy: boolean;
}) {
  const isOffered = value === null || offered.some((result) => result === value);
  return (
    <Button.Group>
      {[...offered, ...(isOffered ? [] : [value])].map((result) => (
        <Button
          key={result}
          size="compact-xs"
          variant={value === result ? 'filled' : 'default'}
          color={isSighting(result) ? 'damson' : 'gray.7'}
          fw={500}
          aria-pressed={value === result}
          aria-disabled={isBusy}
          onClick={() => (isBusy ? undefined : onPick(result))}
        >
          {t(`names.fact_result.${result}`)}
        </Button>
      ))}
    </Button.Group>
  );
}

import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { describeExpectation, joinTools } from '../../../ui/expectations/expectation-words.ts';
import { describeDelay } from '../../../ui/times/typed-moment.ts';
import { formatList, t } from '../../../words.ts';
import styles from './expectations.module.css';
import { VerdictBadge } from './verdict-mark.tsx';

/** Expected and actual outcomes of a test, kind by kind. `onEdit` is null for people who may not change them. */
export function ExpectationsSection({ test, onEdit }: { test: MissionTest; onEdit: (() => void) | null }) {
  const { expectations } = test;
  if (expectations.length === 0 && onEdit === null) return null;
  return (
    <section aria-label={t('mission_editor.what_should_be_seen')}>
      <div className={styles.head}>
        {t('mission_editor.what_should_be_seen_on_edit')}
        {onEdit === null ? null : (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPencil size={13} aria-hidden />}
            onClick={onEdit}
          >
            {expectations.length === 0 ? t('mission_editor.say_what') : t('mission_editor.change')}
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {expectations.map((expectation) => (
          <li key={expectation.kind} className={styles.line}>
            <strong>{t(`names.fact_kind.${expectation.kind}`)}</strong>
            <span>
              <VerdictBadge verdict={expectation.met} />
            </span>
            <div>
              <dl>
                <dt>{t('mission_editor.expected')}</dt>
                <dd>{describeExpectation(expectation, expectation.tools)}</dd>
                <dt>{t('mission_editor.seen')}</dt>
                <dd>{describeSeen(test, expectation.kind)}</dd>
              </dl>
              {expectation.met === 'open' ? <div>{describeMissing(test, expectation)}</div> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The reasons for an open expectation, in words. */
function describeMissing(
  { outcome, executed_at }: MissionTest,
  { kind, parts }: MissionTest['expectations'][number],
): string {
  const isTimeGiven = (outcome?.[kind]?.at ?? null) !== null;
  const time = executed_at === null ? 'execution' : isTimeGiven ? 'confirmation' : 'time';
  const names = parts.map((part) => t(`mission_editor.missing.${part === 'time' ? time : part}`));
  return t('mission_editor.missing', { parts: formatList(names) });
}

/** The best known result of a kind, in words. */
function describeSeen(
  { outcome, executed_at }: MissionTest,
  kind: keyof NonNullable<MissionTest['outcome']>,
): string {
  const seen = outcome?.[kind] ?? null;
  if (seen === null) return t('mission_editor.nothing_is_known_yet');
  const by = joinTools(seen.tools, 'and');
  const delay = seen.at === null ? null : describeDelay(seen.at, executed_at);
  return [
    t(`names.fact_result.${seen.result}`),
    ...(by === '' ? [] : [t('mission_editor.by_by', { by })]),
    ...(delay === null ? [] : [delay]),
  ].join(', ');
}

import { Anchor, Badge, Breadcrumbs, Button, Kbd, Title } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconEye,
  IconHammer,
  IconPlayerSkipForward,
  IconRefresh,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { TestMove } from '../../../../domain/missions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import { UndoInBar } from '../../../ui/dialogs/undo.tsx';
import { KeysHelp } from '../../../ui/keys/keys-help.tsx';
import { testKeys } from '../../../ui/keys/shortcuts.ts';
import { NoteOpened } from '../../../ui/pages/opened.tsx';
import { usePageActions } from '../../../ui/pages/page-actions.ts';
import { Fact } from '../../../ui/pages/page-head.tsx';
import styles from '../../../ui/record/record-bar.module.css';
import { SaveSummary } from '../../../ui/record/save-state.tsx';
import { StepButtons } from '../../../ui/record/step-buttons.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { describeSpan } from '../../../ui/times/typed-moment.ts';
import { t } from '../../../words.ts';
import { TestStatusBadge } from '../badges.tsx';
import { HiddenMark } from '../hiding/hidden-mark.tsx';
import { testMoveKey } from '../moves/mission-words.ts';
import { fieldName } from './test-record.ts';
import type { TestViewProps } from './test-view-props.ts';
import { WidthButton } from './width-button.tsx';

const moveIcon: Record<TestMove['name'], Icon> = {
  execute: IconCircleCheck,
  skip: IconPlayerSkipForward,
  block: IconBan,
  unskip: IconArrowBackUp,
  unblock: IconArrowBackUp,
  review: IconEye,
  undo_execution: IconArrowBackUp,
  undo_review: IconArrowBackUp,
};

/** The breadcrumb back to the mission. */
export function TestTrail({
  test,
  mission,
  search,
}: {
  test: MissionTest;
  mission: Mission | null;
  search: string;
}) {
  return (
    <>
      <title>{t('tests.slice_damson', { slice: toVisibleText(test.name).slice(0, 120) })}</title>
      <NoteOpened kind="test" path={`/missions/${test.mission_id}/tests/${test.id}`} name={test.name} />
      <Breadcrumbs component="nav" aria-label={t('tests.breadcrumb')} separatorMargin={6}>
        <Anchor component={Link} to="/missions" size="xs" lh={1.4}>
          {t('shared.missions')}
        </Anchor>
        <Anchor
          component={Link}
          to={`/missions/${test.mission_id}${search}`}
          size="xs"
          lh={1.4}
          maw={320}
          truncate
        >
          <Name>{mission?.name ?? t('shared.mission')}</Name>
        </Anchor>
      </Breadcrumbs>
    </>
  );
}

/** Sticky bar of a test: its name, status and actions. */
export function TestBar({
  test,
  isBeside,
  steps,
  moves,
  runs,
  remedy,
  plan,
  writer,
  onCompare,
}: TestViewProps) {
  const { executed_at, detected_at } = test;
  usePageActions([
    ...moves.possible.map((move) => ({
      label: t(`tests.test_move.${move.name}`),
      icon: moveIcon[move.name],
      run: () => moves.run(move),
    })),
    ...(runs.runAgain ? [{ label: t('tests.run_again'), icon: IconRefresh, run: runs.runAgain }] : []),
    ...(remedy.add === null ? [] : [{ label: t('tests.needs_work'), icon: IconHammer, run: remedy.add }]),
  ]);
  const span = executed_at && detected_at ? describeSpan(executed_at, detected_at) : null;
  return (
    <div className={styles.bar} data-bar="">
      <div className={styles.name}>
        <Title order={isBeside ? 2 : 1} className={styles.title ?? ''} title={toVisibleText(test.name)}>
          <Name>{test.name}</Name>
        </Title>
        <div className={styles.facts}>
          <TestStatusBadge status={test.status} />
          <HiddenMark hiding={test.hiding} />
          {test.closed_runs > 0 ? (
            <Badge variant="default" tt="none">
              {t('tests.run_number', { number: test.run.number })}
            </Badge>
          ) : null}
          {span === null ? null : (
            <span className={styles.span}>
              <Fact label={t('shared.time_to_detect')}>{span}</Fact>
            </span>
          )}
          <SaveSummary writer={writer} names={fieldName()} onCompare={onCompare} />
          <UndoInBar />
        </div>
      </div>
      <div className={styles.actions}>
        {moves.possible.map((move) => {
          const Picture = moveIcon[move.name];
          return (
            <Button
              key={move.to}
              variant="default"
              leftSection={<Picture size={15} aria-hidden />}
              disabled={moves.isMoving}
              onClick={() => moves.run(move)}
              {...showKey(move)}
            >
              {t(`tests.test_move.${move.name}`)}
            </Button>
          );
        })}
        {runs.runAgain ? (
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} aria-hidden />}
            disabled={moves.isMoving}
            onClick={runs.runAgain}
          >
            {t('tests.run_again')}
          </Button>
        ) : null}
        {remedy.add === null ? null : (
          <Button
            variant="default"
            onClick={remedy.add}
            rightSection={<Kbd size="xs">{'w'}</Kbd>}
            aria-keyshortcuts="w"
          >
            {t('tests.needs_work')}
          </Button>
        )}
        {plan.menu}
        {isBeside ? null : <StepButtons what={t('tests.test')} steps={steps} />}
        <WidthButton isBeside={isBeside} />
        <KeysHelp keys={testKeys()} />
      </div>
    </div>
  );
}

function showKey({ name }: TestMove) {
  const key = testMoveKey[name];
  return key === undefined ? {} : { rightSection: <Kbd size="xs">{key}</Kbd>, 'aria-keyshortcuts': key };
}

import { Alert, Badge, Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { IconArchive, IconLock, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TestMove } from '../../../../domain/missions.ts';
import type { Side } from '../../../../domain/sides.ts';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import { CatalogTags } from '../../../ui/catalog-tags.tsx';
import { HistoryLink } from '../../../ui/history-link.tsx';
import { HostileText } from '../../../ui/hostile-text.tsx';
import { KeysHelp } from '../../../ui/keys-help.tsx';
import { Fact, PageHead } from '../../../ui/page-head.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { type FieldContext, LevelField, MomentField, TextField } from '../../../ui/record/fields.tsx';
import { StepButtons } from '../../../ui/record/step-buttons.tsx';
import type { Steps } from '../../../ui/record/use-steps.ts';
import { testKeys } from '../../../ui/shortcuts.ts';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { Moment } from '../../../ui/time.tsx';
import { toVisibleText } from '../../../ui/visible-text.ts';
import { FactsSection } from '../../facts/facts-section.tsx';
import { LevelNote } from '../../facts/level-note.tsx';
import { TestStatusBadge } from '../badges.tsx';
import { EvidenceSection } from '../evidence/evidence-section.tsx';
import type { Evidence } from '../evidence/use-evidence.tsx';
import { ExpectationsSection } from '../expectations/expectations-section.tsx';
import { testMoveKey, testMoveLabel } from '../mission-words.ts';
import { TestRemediations } from '../remediation/test-remediations.tsx';
import type { TestRemedy } from '../remediation/use-test-remediations.ts';
import { NewRun } from '../runs/new-run.tsx';
import { RunHistory } from '../runs/run-history.tsx';
import type { Runs } from '../runs/use-runs.tsx';
import { fieldName, type TestField } from './test-record.ts';
import styles from './test-view.module.css';
import type { TestMoves } from './use-test-moves.tsx';

type Props = FieldContext<TestField> & {
  test: MissionTest;
  mission: Mission | null;
  levels: DetectionLevel[];
  steps: Steps;
  search: string;
  may: (side: Side) => boolean;
  isArchived: boolean;
  moves: TestMoves;
  runs: Runs;
  evidence: Evidence;
  /** Null for whoever may not say what should be seen. */
  onExpect: (() => void) | null;
  remedy: TestRemedy;
};

/** A test: what to do and red's record on the left, blue's record on the right. */
export function TestView(props: Props) {
  const { test, mission, search, isArchived, evidence, remedy } = props;
  const scenario = mission?.scenarios.find(({ id }) => id === test.scenario_id);
  return (
    <Stack gap="sm">
      <PageHead
        trail={[
          { to: '/missions', label: 'Missions' },
          { to: `/missions/${test.mission_id}${search}`, label: mission?.name ?? 'Mission' },
        ]}
        title={test.name}
        beside={
          <>
            <TestStatusBadge status={test.status} />
            {test.closed_runs > 0 ? (
              <Badge variant="default" tt="none">
                Run {test.run.number}
              </Badge>
            ) : null}
          </>
        }
        actions={<Actions {...props} />}
      />
      <Group gap="md" fz="sm">
        {scenario ? <Fact label="Scenario">{toVisibleText(scenario.name)}</Fact> : null}
        {test.last_actor || test.status !== 'pending' ? (
          <Fact label="Last change">
            <Moment at={test.updated_at} /> <PersonName person={test.last_actor} />
          </Fact>
        ) : null}
        <HistoryLink to={`/missions/${test.mission_id}/tests/${test.id}/history${search}`} />
      </Group>
      <NewRun test={test} runs={props.runs} />
      {isArchived ? (
        <Alert color="gray" icon={<IconArchive aria-hidden />} role="note">
          The mission is archived: everything can be read, nothing can be changed.
        </Alert>
      ) : null}
      <div className={styles.halves}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where one works, for pasting */}
        <div
          className={styles.half}
          onPointerDown={() => evidence.onUsed('red')}
          onFocus={() => evidence.onUsed('red')}
        >
          <WhatToDo test={test} onExpect={props.onExpect} />
          <RedRecord {...props} />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where one works, for pasting */}
        <div
          className={styles.half}
          onPointerDown={() => evidence.onUsed('blue')}
          onFocus={() => evidence.onUsed('blue')}
        >
          <BlueRecord {...props} />
        </div>
      </div>
      <TestRemediations
        remediations={remedy.remediations}
        findOffer={remedy.findOffer}
        onVerify={remedy.verify}
        onOpen={remedy.open}
        onAdd={remedy.add}
      />
      <RunHistory test={test} />
    </Stack>
  );
}

function Actions({ steps, moves, runs, remedy }: Props) {
  return (
    <>
      {moves.possible.map((move) => (
        <Button
          key={move.to}
          variant="default"
          className={styles.move ?? ''}
          data-side={move.side}
          disabled={moves.isMoving}
          onClick={() => moves.run(move)}
          {...showKey(move)}
        >
          {testMoveLabel[move.name]}
        </Button>
      ))}
      {runs.runAgain ? (
        <Button
          variant="default"
          leftSection={<IconRefresh size={15} aria-hidden />}
          disabled={moves.isMoving}
          onClick={runs.runAgain}
        >
          Run again
        </Button>
      ) : null}
      {remedy.add === null ? null : (
        <Button
          variant="default"
          onClick={remedy.add}
          rightSection={<Kbd size="xs">w</Kbd>}
          aria-keyshortcuts="w"
        >
          Needs work
        </Button>
      )}
      <StepButtons what="test" steps={steps} />
      <KeysHelp keys={testKeys} />
    </>
  );
}

function WhatToDo({ test, onExpect }: Pick<Props, 'test' | 'onExpect'>) {
  const empty = !test.objective && !test.procedure && !test.suggested_command && !test.description;
  return (
    <SidePanel title="What to do">
      {test.catalog_tags.length + test.platforms.length + test.tags.length > 0 || test.opsec ? (
        <div className={styles.chips}>
          <CatalogTags tags={test.catalog_tags} />
          {test.platforms.length > 0 ? (
            <Fact label="on">{test.platforms.map(toVisibleText).join(', ')}</Fact>
          ) : null}
          {test.opsec ? <Fact label="OPSEC">{test.opsec}</Fact> : null}
          {test.tags.length > 0 ? <Fact label="tags">{test.tags.map(toVisibleText).join(', ')}</Fact> : null}
        </div>
      ) : null}
      <Prose label="Description" text={test.description} />
      <Prose label="Objective" text={test.objective} />
      <Prose label="Procedure" text={test.procedure} />
      {test.suggested_command ? (
        <Labelled label="Suggested command">
          <HostileText text={test.suggested_command} label="Suggested command" />
        </Labelled>
      ) : null}
      {test.cleanup_command ? (
        <Labelled label="Clean-up command">
          <HostileText text={test.cleanup_command} label="Clean-up command" />
        </Labelled>
      ) : null}
      {empty ? (
        <Text size="sm" c="dimmed">
          The template said nothing about how.
        </Text>
      ) : null}
      <ExpectationsSection test={test} onEdit={onExpect} />
    </SidePanel>
  );
}

function showKey({ name }: TestMove) {
  const key = testMoveKey[name];
  return key === undefined ? {} : { rightSection: <Kbd size="xs">{key}</Kbd>, 'aria-keyshortcuts': key };
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className={styles.label}>{label}</div>
      {children}
    </div>
  );
}

function Prose({ label, text }: { label: string; text: string | null }) {
  if (!text) return null;
  return (
    <Labelled label={label}>
      <p className={styles.prose}>{toVisibleText(text)}</p>
    </Labelled>
  );
}

function RedRecord(props: Props) {
  const { may, evidence } = props;
  const readOnly = !may('red');
  return (
    <SidePanel side="red" title="Red’s record" beside={readOnly ? <ReadOnlyMark /> : null}>
      <TextField {...props} field="command" label={fieldName.command} readOnly={readOnly} mono />
      <TextField {...props} field="output" label={fieldName.output} readOnly={readOnly} mono minRows={3} />
      <TextField {...props} field="red_comment" label={fieldName.red_comment} readOnly={readOnly} />
      <MomentField {...props} field="executed_at" label={fieldName.executed_at} readOnly={readOnly} />
      <EvidenceSection {...evidence.of('red')} />
    </SidePanel>
  );
}

function BlueRecord(props: Props) {
  const { test, mission, may, evidence, levels, writer } = props;
  const readOnly = !may('blue');
  return (
    <SidePanel side="blue" title="Blue’s record" beside={readOnly ? <ReadOnlyMark /> : null}>
      <Prose label="Expected detection" text={test.expected_detection} />
      <FactsSection
        of={test}
        place={{ missionId: test.mission_id, testId: test.id }}
        client={mission === null ? null : { what: 'mission', organisation: mission.organisation }}
        readOnly={readOnly}
      />
      <LevelField
        {...props}
        field="detection_level_id"
        label={fieldName.detection_level_id}
        levels={levels}
        readOnly={readOnly}
      />
      <LevelNote
        of={test}
        levels={levels}
        onUse={
          readOnly
            ? null
            : (level) => {
                writer.edit('detection_level_id', level);
                void writer.flush();
              }
        }
      />
      <MomentField {...props} field="detected_at" label={fieldName.detected_at} readOnly={readOnly} />
      <TextField
        {...props}
        field="blue_comment"
        label={fieldName.blue_comment}
        readOnly={readOnly}
        minRows={4}
      />
      <EvidenceSection {...evidence.of('blue')} />
    </SidePanel>
  );
}

function ReadOnlyMark() {
  return (
    <Text size="xs" c="dimmed" component="span">
      <IconLock size={12} aria-hidden /> read only
    </Text>
  );
}

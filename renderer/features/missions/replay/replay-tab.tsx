import { Button, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowLeft, IconArrowRight, IconPlayerPlay, IconPresentation } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isArchived } from '../../../../domain/missions.ts';
import { holdsOneOf, missionWriters } from '../../../../domain/permissions.ts';
import { readsSightings } from '../../../../domain/sightings.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Replay } from '../../../../server/missions/replay/contract.ts';
import { useMay, useUser } from '../../../api/connection/session.ts';
import { acceptedAlerts } from '../../../api/missions/alerts.ts';
import { missionTest } from '../../../api/missions/mission-tests.ts';
import { changeMission } from '../../../api/missions/missions.ts';
import { changeStep, missionReplay } from '../../../api/missions/replay.ts';
import { missionSightings } from '../../../api/missions/sightings.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { KeysHelp } from '../../../ui/keys/keys-help.tsx';
import { replayKeys } from '../../../ui/keys/shortcuts.ts';
import { usePageKeys } from '../../../ui/keys/use-page-keys.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { fillScreen, useFullScreen } from '../../../ui/pages/use-full-screen.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { useNewFinding } from '../findings/use-new-finding.tsx';
import { useMissionTab } from '../mission-tabs.ts';
import { useRemediationDialogs } from '../remediation/use-remediation-dialogs.tsx';
import { AboutDialog } from './about-dialog.tsx';
import { Answers } from './answers.tsx';
import { FactDialog } from './fact-dialog.tsx';
import { Lanes } from './lanes.tsx';
import { listSeen } from './list-moments.ts';
import presenter from './presenter.module.css';
import styles from './replay.module.css';
import { StepView } from './step-view.tsx';

/** The replay of attack and defence, step by step. */
export function ReplayTab() {
  const { mission } = useMissionTab();
  const queryClient = useQueryClient();
  const mayOpen = useMay('mission.update') && !isArchived(mission.status);
  const found = useQuery(missionReplay(mission.id));
  const opening = useMutation({
    mutationFn: () => changeMission(queryClient, mission.id, { replay_opened: true }),
    onSuccess: () => found.refetch(),
    onError: (error) => notifications.show({ color: 'red', message: error.message }),
  });
  const replay = found.data;
  if (replay === undefined) {
    if (found.error !== null)
      return (
        <ProblemNote error={found.error} what={t('mission_replay.things')} onRetry={() => found.refetch()} />
      );
    return <Skeleton height={320} aria-busy="true" role="status" aria-label={t('mission_replay.loading')} />;
  }
  if (!replay.is_open) {
    return (
      <EmptyState
        icon={IconPlayerPlay}
        title={t('mission_replay.closed_title')}
        hint={t('mission_replay.closed_hint')}
        action={
          mayOpen ? (
            <Button loading={opening.isPending} onClick={() => opening.mutate()}>
              {t('mission_replay.open')}
            </Button>
          ) : null
        }
      />
    );
  }
  if (replay.steps.length === 0) {
    return (
      <EmptyState
        icon={IconPlayerPlay}
        title={t('mission_replay.empty_title')}
        hint={t('mission_replay.empty_hint')}
      />
    );
  }
  return <Steps mission={mission} replay={replay} />;
}

function Steps({ mission, replay }: { mission: Mission; replay: Replay }) {
  const queryClient = useQueryClient();
  const { permissions } = useUser();
  const may = holdsOneOf(permissions, missionWriters) && !isArchived(mission.status);
  const [parameters, setParameters] = useSearchParams();
  const [isPresenter, setPresenter] = useState(false);
  const screen = useFullScreen(() => setPresenter(false));
  const { steps } = replay;
  const place = Math.min(steps.length, Math.max(1, Number(parameters.get('step')) || 1)) - 1;
  const step = steps[place] as Replay['steps'][number];
  const test = useQuery(missionTest(mission.id, step.id)).data;
  const reads = readsSightings(new Set(permissions), mission.sightings_visible_to_red);
  const sightings = useQuery({ ...missionSightings(mission.id), enabled: reads }).data;
  const alerts = useQuery(acceptedAlerts(mission.id)).data;
  const dialog = useDialog(['about', 'detection'], { may });
  const finding = useNewFinding(mission, may, { about: step.id, stays: true });
  const remediation = useRemediationDialogs({
    missionId: mission.id,
    mission,
    remediations: undefined,
    suggested: {
      draft: `replay-remediation.${step.id}.${step.run}`,
      values: {
        shortcoming: step.should_have ?? '',
        root_cause: step.why_not ?? '',
        measure: step.decision ?? '',
        test_ids: [step.id],
      },
    },
  });
  const discussing = useMutation({
    mutationFn: () => changeStep(queryClient, mission.id, step, { discussed: step.discussed_at === null }),
    onError: (error) =>
      notifications.show({ color: 'red', title: t('mission_replay.not_saved'), message: error.message }),
  });
  const goTo = (to: number) => {
    if (to < 0 || to >= steps.length) return;
    const next = new URLSearchParams(parameters);
    next.set('step', String(to + 1));
    setParameters(next, { replace: true });
  };
  const present = () => {
    if (isPresenter) screen.end();
    else fillScreen();
    setPresenter(!isPresenter);
  };
  // A closed run takes no detections, and neither does a locked mission.
  const isCurrent = test?.run.number === step.run;
  const mayRecord = may && !mission.locked && isCurrent && permissions.includes('mission.write_blue_fields');
  const focus = (field: string) => (event: KeyboardEvent) => {
    event.preventDefault();
    document.querySelector<HTMLElement>(`[data-answer="${field}"] textarea`)?.focus();
  };
  const press = (run: (() => unknown) | null) => (event: KeyboardEvent) => {
    if (run === null) return;
    event.preventDefault();
    run();
  };
  const detect = mayRecord ? () => dialog.open('detection') : null;
  usePageKeys([
    ['j', press(() => goTo(place + 1))],
    ['k', press(() => goTo(place - 1))],
    ['ArrowRight', press(() => goTo(place + 1))],
    ['ArrowLeft', press(() => goTo(place - 1))],
    ['p', press(present)],
    ['d', press(may ? () => discussing.mutate() : null)],
    ['1', focus('seen')],
    ['2', focus('should_have')],
    ['3', focus('why_not')],
    ['4', focus('decision')],
    ['e', press(detect)],
    ['f', press(finding.add)],
    ['r', press(remediation.add)],
    ['w', press(may ? () => dialog.open('about') : null)],
  ]);
  const seen = listSeen(step, {
    facts: isCurrent && test !== undefined ? test.facts : [],
    sightings: sightings ?? [],
    alerts: alerts ?? [],
  });
  return (
    <section
      className={isPresenter ? `${styles.page} ${presenter.page}` : (styles.page as string)}
      aria-label={t('missions.replay')}
    >
      <div className={styles.bar}>
        <Button
          variant="default"
          size="compact-md"
          disabled={place === 0}
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          aria-keyshortcuts="k"
          onClick={() => goTo(place - 1)}
        >
          {t('mission_replay.previous')}
        </Button>
        <Text role="status">{t('mission_replay.step', { place: place + 1, total: steps.length })}</Text>
        <Button
          size="compact-md"
          disabled={place === steps.length - 1}
          rightSection={<IconArrowRight size={16} aria-hidden />}
          aria-keyshortcuts="j"
          onClick={() => goTo(place + 1)}
        >
          {t('mission_replay.next')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPresentation size={16} aria-hidden />}
          aria-pressed={isPresenter}
          aria-keyshortcuts="p"
          onClick={present}
        >
          {t(isPresenter ? 'mission_replay.presenter_off' : 'mission_replay.presenter')}
        </Button>
        {may && !isPresenter ? (
          <Button
            variant="default"
            size="compact-md"
            aria-keyshortcuts="w"
            onClick={() => dialog.open('about')}
          >
            {t('mission_replay.edit_about')}
          </Button>
        ) : null}
        <KeysHelp keys={replayKeys()} />
      </div>
      <h2>
        <Name>{step.test_name}</Name>
      </h2>
      <Lanes steps={steps} place={place} seen={seen} onStep={goTo} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {test === undefined ? <Skeleton height={160} /> : <StepView step={step} test={test} />}
        </div>
        <div className={styles.column}>
          <Answers
            key={`${step.id} ${step.run}`}
            missionId={mission.id}
            step={step}
            place={place + 1}
            may={may}
            isPresenter={isPresenter}
          />
          {may ? (
            <div className={styles.bar}>
              <Button
                variant={step.discussed_at === null ? 'filled' : 'default'}
                size="compact-md"
                aria-pressed={step.discussed_at !== null}
                aria-keyshortcuts="d"
                loading={discussing.isPending}
                onClick={() => discussing.mutate()}
              >
                {t(step.discussed_at === null ? 'mission_replay.discuss' : 'mission_replay.discussed')}
              </Button>
              {detect === null ? null : (
                <Button variant="default" size="compact-md" aria-keyshortcuts="e" onClick={detect}>
                  {t('mission_replay.detection')}
                </Button>
              )}
              {finding.add === null ? null : (
                <Button variant="default" size="compact-md" aria-keyshortcuts="f" onClick={finding.add}>
                  {t('mission_replay.finding')}
                </Button>
              )}
              {remediation.add === null ? null : (
                <Button variant="default" size="compact-md" aria-keyshortcuts="r" onClick={remediation.add}>
                  {t('mission_replay.remediation')}
                </Button>
              )}
            </div>
          ) : null}
          {may && mission.locked ? (
            <Text size="sm" c="dimmed">
              {t('mission_replay.closed_record')}
            </Text>
          ) : null}
          {may && !isPresenter ? (
            <Text size="sm" c="dimmed">
              {t('mission_replay.minutes_hint')}
            </Text>
          ) : null}
        </div>
      </div>
      {dialog.name === 'about' ? <AboutDialog replay={replay} onClose={dialog.close} /> : null}
      {dialog.name === 'detection' ? (
        <FactDialog missionId={mission.id} step={step} onClose={dialog.close} />
      ) : null}
      {finding.dialog}
      {remediation.dialog}
    </section>
  );
}

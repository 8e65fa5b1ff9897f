import { Anchor, Button, Collapse, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useMatch, useNavigate, useParams } from 'react-router';
import type { FigureKey } from '../../../domain/counted-tests.ts';
import { missionStatuses } from '../../../domain/missions.ts';
import { readsSightings } from '../../../domain/sightings.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Mission } from '../../../server/missions/contract.ts';
import { useUser } from '../../api/connection/session.ts';
import { missionFigures } from '../../api/missions/figures.ts';
import { ExpectationCounts, isExpected } from '../../ui/charts/expectation-counts.tsx';
import { UndoInBar } from '../../ui/dialogs/undo.tsx';
import { ClientFact } from '../../ui/pages/client-fact.tsx';
import { NoteOpened } from '../../ui/pages/opened.tsx';
import { usePageActions } from '../../ui/pages/page-actions.ts';
import { Fact } from '../../ui/pages/page-head.tsx';
import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Written } from '../../ui/text/written.tsx';
import { DateRange } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { toPageActions } from './actions/listed-actions.ts';
import { MissionMenu } from './actions/mission-menu.tsx';
import type { MissionActions } from './actions/use-mission-actions.tsx';
import { BlindFact } from './hiding/blind-fact.tsx';
import { useLinksOfSeen } from './hiding/hidden-tests.ts';
import { People } from './members/people.tsx';
import styles from './mission-head.module.css';
import { missionTabs } from './mission-tabs.ts';
import { StatusStepper } from './moves/status-stepper.tsx';
import { OutcomeBar } from './outcomes/outcome-bar.tsx';
import { OutcomeCounts } from './outcomes/outcome-counts.tsx';
import { sumUpOutcomes } from './outcomes/outcome-words.ts';
import { PeopleHere } from './presence/people-here.tsx';
import { useDescribeCounts } from './progress.tsx';
import { RunAgainFact } from './runs/run-again-fact.tsx';

/** A mission in one line, and its tabs in another; secondary details unfold below them. */
export function MissionHead({ mission, actions }: { mission: Mission; actions: MissionActions }) {
  const { testId } = useParams();
  const { permissions } = useUser();
  const isTlptShown = useMatch('/missions/:missionId/tlpt') !== null;
  const [unfolded, { toggle }] = useDisclosure(false);
  const outcomes = useMemo(() => sumUpOutcomes(mission), [mission]);
  const now = missionStatuses.indexOf(mission.status);
  const navigate = useNavigate();
  const describeCounts = useDescribeCounts();
  usePageActions(toPageActions(actions, (to, state) => void navigate(to, { state })));
  return (
    <div className={styles.head}>
      <title>{t('missions.slice_damson', { slice: toVisibleText(mission.name).slice(0, 120) })}</title>
      <NoteOpened kind="mission" path={`/missions/${mission.id}`} name={mission.name} />
      <div className={styles.line}>
        <Title order={1} className={styles.name as string} lineClamp={1} title={toVisibleText(mission.name)}>
          <Name>{mission.name}</Name>
        </Title>
        <StatusStepper
          status={mission.status}
          steps={missionStatuses}
          nameOf={(step) => t(`names.mission_status.${step}`)}
        />
        {mission.start_date || mission.end_date ? (
          <Text size="xs" className={styles.dates as string}>
            <DateRange from={mission.start_date} to={mission.end_date} />
          </Text>
        ) : null}
        <div className={styles.people}>
          <People members={mission.members} none={t('missions.no_members_only_administrators_see_this')} />
        </div>
        <PeopleHere missionId={mission.id} />
        <div className={styles.outcome}>
          <OutcomeBar outcomes={outcomes} />
          <span className={styles.count}>{describeCounts(mission)}</span>
        </div>
        <UndoInBar />
        <div className={styles.actions}>
          {actions.moves
            .filter(({ name }) => name !== 'reopen')
            .map((move) => (
              <Button
                key={move.to}
                size="compact-sm"
                variant={missionStatuses.indexOf(move.to) > now ? 'filled' : 'default'}
                disabled={actions.isMoving}
                onClick={move.run}
              >
                {t(`tests.mission_move.${move.name}`)}
              </Button>
            ))}
          <MissionMenu actions={actions} />
        </div>
      </div>
      <div className={styles.tabs}>
        <SubNavigation
          label={t('shared.mission')}
          pages={missionTabs({
            isTlpt: mission.tlpt || isTlptShown,
            hasSightings: readsSightings(new Set(permissions), mission.sightings_visible_to_red),
          }).map(({ path, label }) => ({
            to: `/missions/${mission.id}${path === '' ? '' : `/${path}`}`,
            label,
            // A finding is shown next to its list.
            end: path !== 'findings',
            isCurrent: path === '' && testId !== undefined,
          }))}
        />
        <div className={styles.trail}>
          <ClientFact client={mission.client} organisation={mission.organisation} />
          {mission.retest_of ? (
            <Fact label={t('missions.retest_of')}>
              <Anchor component={Link} to={`/missions/${mission.retest_of.id}`} inherit>
                <Name>{mission.retest_of.name}</Name>
              </Anchor>
            </Fact>
          ) : null}
          <ThreatsFact threats={mission.threats} />
          <BlindFact mission={mission} />
          <RunAgainFact mission={mission} />
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={unfolded}
            rightSection={
              unfolded ? (
                <IconChevronDown size={13} aria-hidden />
              ) : (
                <IconChevronRight size={13} aria-hidden />
              )
            }
            onClick={toggle}
          >
            {t('missions.details')}
          </Button>
        </div>
      </div>
      <Collapse expanded={unfolded} keepMounted={false}>
        <Details mission={mission} outcomes={outcomes} />
      </Collapse>
    </div>
  );
}

/** Groups, campaigns and software from which the mission was planned. */
function ThreatsFact({ threats }: Pick<Mission, 'threats'>) {
  if (threats.length === 0) return null;
  return (
    <Fact label={t('missions.threats')}>
      {threats.map(({ external_id, name }, index) => (
        <span key={external_id}>
          {index > 0 ? ', ' : ''}
          <Anchor component={Link} to={`/catalogue/threats/${external_id}`} inherit>
            <Name>{name}</Name>
          </Anchor>
        </span>
      ))}
    </Fact>
  );
}

function Details({ mission, outcomes }: { mission: Mission; outcomes: ReturnType<typeof sumUpOutcomes> }) {
  const figures = useQuery(missionFigures(mission)).data;
  const expectations = figures?.expectations;
  const ofSeen = useLinksOfSeen();
  const toTests = (figure: FigureKey) => `/missions/${mission.id}?${new URLSearchParams({ figure })}`;
  return (
    <div className={styles.details}>
      {mission.description ? <Written text={mission.description} /> : null}
      <div className={styles.facts}>
        {mission.start_date || mission.end_date ? (
          <span className={styles.scheduled}>
            <Fact label={t('shared.dates')}>
              <DateRange from={mission.start_date} to={mission.end_date} />
            </Fact>
          </span>
        ) : null}
        {outcomes.tests.run > 0 ? (
          <Fact label={t('shared.outcome')}>
            {ofSeen(mission, <OutcomeCounts outcomes={outcomes} toTests={toTests} />)}
          </Fact>
        ) : null}
        {expectations === undefined || !isExpected(expectations) ? null : (
          <Fact label={t('tests.expectations')}>
            {ofSeen(mission, <ExpectationCounts counts={expectations} toTests={toTests} />)}
          </Fact>
        )}
        {mission.members.length > 0 ? (
          <Fact label={t('shared.members')}>
            {mission.members.map(({ user, role_hint }, index) => (
              <span key={user.id}>
                {index > 0 ? ', ' : ''}
                <Name>{user.display_name}</Name> ({role_hint})
              </span>
            ))}
          </Fact>
        ) : null}
        {mission.catalog_version ? <Fact label={t('shared.attack')}>{mission.catalog_version}</Fact> : null}
      </div>
    </div>
  );
}

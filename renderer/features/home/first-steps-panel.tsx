import { Alert, Button, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FirstStep, FirstSteps } from '../../../server/home/contract.ts';
import { synchronise } from '../../api/catalogue/catalogue.ts';
import { loadStarterLibrary, renewFirstSteps } from '../../api/home.ts';
import { rich } from '../../rich.ts';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { offerUndo } from '../../ui/dialogs/undo.tsx';
import { usePreferenceChange } from '../../ui/preferences/use-preference-change.ts';
import { t } from '../../words.ts';
import styles from './first-steps-panel.module.css';
import { FromHome } from './from-home.tsx';

const words = ({
  tests,
  scenarios,
}: FirstSteps['starter_library']): Record<FirstStep, { title: string; hint: string }> => ({
  catalogue: {
    title: t('home.load_the_att_ck_catalogue'),
    hint: t('home.the_techniques_that_tests_are_tagged'),
  },
  library: {
    title: t('home.load_the_starter_library'),
    hint: t('home.tests_in_scenarios', { tests, scenarios }),
  },
  people: {
    title: t('home.invite_people'),
    hint: t('home.a_link_for_each_of_red'),
  },
  mission: {
    title: t('home.make_the_first_mission'),
    hint: t('home.of_scenarios_of_tests_or_of'),
  },
});

/** The steps to a first mission on a new server: each takes one click, and is ticked automatically. */
export function FirstStepsPanel({ steps, starter_library }: FirstSteps) {
  const queryClient = useQueryClient();
  const change = usePreferenceChange();
  const catalogue = useMutation({
    mutationFn: async () => {
      await synchronise(queryClient, { source: 'bundled' });
      await renewFirstSteps(queryClient);
    },
  });
  const library = useMutation({ mutationFn: () => loadStarterLibrary(queryClient) });
  const next = steps.find(({ done }) => !done)?.step;
  const look = (step: FirstStep) => (step === next ? 'filled' : 'default');
  const isDone = (one: FirstStep) => steps.find(({ step }) => step === one)?.done ?? true;
  const action: Record<FirstStep, ReactNode> = {
    catalogue: (
      <Run
        label={t('home.load')}
        about={t('home.the_att_ck_catalogue')}
        doing={catalogue}
        look={look('catalogue')}
      />
    ),
    library: (
      <Run
        label={t('home.load')}
        about={t('home.the_starter_library')}
        doing={library}
        look={look('library')}
        blocked={isDone('catalogue') ? undefined : t('home.load_the_catalogue_first')}
      />
    ),
    people: (
      <Lead
        to="/administration/invitations?dialog=invite"
        label={t('home.invite')}
        about="people"
        look={look('people')}
      />
    ),
    mission: <Lead to="/missions?dialog=create" label={t('home.new_mission')} look={look('mission')} />,
  };
  const putAway = () => {
    change({ first_steps: 'put_away' });
    offerUndo({
      what: t('home.first_steps_put_away'),
      undo: async () => {
        change({ first_steps: 'shown' });
        return undefined;
      },
    });
  };
  const told = words(starter_library);
  const failed = catalogue.error ?? library.error;
  return (
    <SidePanel
      title={t('home.first_steps')}
      beside={
        <>
          <Text size="sm" c="dimmed" component="span">
            {t('home.count_of_count_2_done', {
              count: steps.filter(({ done }) => done).length,
              count_2: steps.length,
            })}
          </Text>
          <Button size="compact-xs" variant="subtle" color="gray" ml="auto" onClick={putAway}>
            {t('home.put_away')}
          </Button>
        </>
      }
    >
      <ol className={styles.steps} aria-label={t('home.first_steps')}>
        {steps.map(({ step, done }) => (
          <li key={step} data-done={done || undefined}>
            {done ? (
              <IconCircleCheck size={22} stroke={1.6} aria-label={t('home.done')} role="img" />
            ) : (
              <IconCircleDashed size={22} stroke={1.6} aria-label={t('home.to_do')} role="img" />
            )}
            <div className={styles.words}>
              <div className={styles.title}>{told[step].title}</div>
              {done ? null : <div className={styles.hint}>{told[step].hint}</div>}
              {step === 'library' && library.data !== undefined ? (
                <div className={styles.hint} role="status">
                  {t('home.library_came', {
                    tests: library.data.test_templates.added,
                    scenarios: library.data.scenario_templates.added,
                  })}
                </div>
              ) : null}
            </div>
            {done ? null : action[step]}
          </li>
        ))}
      </ol>
      {failed === null ? null : (
        <Alert color="red" role="alert">
          {failed.message}
        </Alert>
      )}
      <Text size="xs" c="dimmed">
        {rich('home.tests_of_your_own_are_written', {
          fromhome: (parts) => (
            <FromHome to="/templates" size="xs" underline="always">
              {parts}
            </FromHome>
          ),
        })}
      </Text>
    </SidePanel>
  );
}

function Run({
  label,
  about,
  doing,
  look,
  blocked,
}: {
  label: string;
  about: string;
  doing: UseMutationResult<unknown, Error, void>;
  look: Look;
  /** Prerequisite. */
  blocked?: string | undefined;
}) {
  return (
    <Button
      size="xs"
      variant={look}
      loading={doing.isPending}
      disabled={blocked !== undefined}
      title={blocked}
      aria-label={`${label} ${about}`}
      onClick={() => doing.mutate()}
    >
      {label}
    </Button>
  );
}

function Lead({ to, label, about, look }: { to: string; label: string; about?: string; look: Look }) {
  return (
    <Button
      component={Link}
      to={to}
      size="xs"
      variant={look}
      aria-label={about === undefined ? undefined : `${label} ${about}`}
    >
      {label}
    </Button>
  );
}

/** Highlights the next step. */
type Look = 'filled' | 'default';

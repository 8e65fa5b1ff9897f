import { Alert, Button, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FirstStep, FirstSteps } from '../../../server/home/contract.ts';
import { synchronise } from '../../api/catalogue/catalogue.ts';
import { loadStarterLibrary, renewFirstSteps } from '../../api/home.ts';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { offerUndo } from '../../ui/dialogs/undo.tsx';
import { usePreferenceChange } from '../../ui/preferences/use-preference-change.ts';
import styles from './first-steps-panel.module.css';
import { FromHome } from './from-home.tsx';

const words: Record<FirstStep, { title: string; hint: string }> = {
  catalogue: {
    title: 'Load the ATT&CK catalogue',
    hint: 'The techniques that tests are tagged with. It ships with Damson and needs no network.',
  },
  library: {
    title: 'Load the starter library',
    hint: '36 tests in five scenarios, to run as they are or to make your own of.',
  },
  people: {
    title: 'Invite people',
    hint: 'A link for each of red and blue. Alone, you can go on without.',
  },
  mission: {
    title: 'Make the first mission',
    hint: 'Of scenarios, of tests, or of nothing. You are its lead.',
  },
};

/** The way to a first mission on a server that is new: each step is one click, and ticks itself. */
export function FirstStepsPanel({ steps }: FirstSteps) {
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
    catalogue: <Run label="Load" about="the ATT&CK catalogue" doing={catalogue} look={look('catalogue')} />,
    library: (
      <Run
        label="Load"
        about="the starter library"
        doing={library}
        look={look('library')}
        blocked={isDone('catalogue') ? undefined : 'Load the catalogue first'}
      />
    ),
    people: (
      <Lead
        to="/administration/invitations?dialog=invite"
        label="Invite"
        about="people"
        look={look('people')}
      />
    ),
    mission: <Lead to="/missions?dialog=create" label="New mission" look={look('mission')} />,
  };
  const putAway = () => {
    change({ first_steps: 'put_away' });
    offerUndo({
      what: 'First steps put away',
      undo: async () => {
        change({ first_steps: 'shown' });
        return undefined;
      },
    });
  };
  const failed = catalogue.error ?? library.error;
  return (
    <SidePanel
      title="First steps"
      beside={
        <>
          <Text size="sm" c="dimmed" component="span">
            {steps.filter(({ done }) => done).length} of {steps.length} done
          </Text>
          <Button size="compact-xs" variant="subtle" color="gray" ml="auto" onClick={putAway}>
            Put away
          </Button>
        </>
      }
    >
      <ol className={styles.steps} aria-label="First steps">
        {steps.map(({ step, done }) => (
          <li key={step} data-done={done || undefined}>
            {done ? (
              <IconCircleCheck size={22} stroke={1.6} aria-label="Done" role="img" />
            ) : (
              <IconCircleDashed size={22} stroke={1.6} aria-label="To do" role="img" />
            )}
            <div className={styles.words}>
              <div className={styles.title}>{words[step].title}</div>
              {done ? null : <div className={styles.hint}>{words[step].hint}</div>}
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
        Tests of your own are written under{' '}
        <FromHome to="/templates" size="xs" underline="always">
          Templates
        </FromHome>
        ; the account page brings this list back.
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
  /** What has to be done before. */
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

/** What comes next stands out. */
type Look = 'filled' | 'default';

import { AppShell, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { getEndedEmail } from '../../api/connection/session.ts';
import { t } from '../../words.ts';
import type { EntryFrame } from './entry-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Sign-in shown over the page when a session has ended. The content leaves the screen with all cached data; the address and typed
 * text stay, so that work continues after the sign-in.
 */
export function SignInAgain() {
  return (
    <>
      <AppShell header={{ height: 44 }} navbar={{ width: 190, breakpoint: 'sm' }} padding="md" inert>
        <AppShell.Header>
          <Group h="100%" px="md">
            <Text fw={500} c="damson">
              {t('app.damson')}
            </Text>
          </Group>
        </AppShell.Header>
        <AppShell.Main>
          <Stack aria-hidden>
            <Skeleton height={28} w="40%" animate={false} />
            <Skeleton height={200} animate={false} />
          </Stack>
        </AppShell.Main>
      </AppShell>
      {/* The new session closes the frame: nothing is left to do here. */}
      <SignInForm
        frame={Dialog}
        email={getEndedEmail() ?? ''}
        next={location.pathname + location.search}
        onEntered={() => {}}
      />
    </>
  );
}

const Dialog: EntryFrame = ({ title, hint, children }) => (
  <Modal
    opened
    onClose={() => {}}
    title={title}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
    transitionProps={{ duration: 0 }}
    centered
  >
    <Stack gap="md">
      {hint ? (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      ) : null}
      {children}
    </Stack>
  </Modal>
);

import { Alert, Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlug, IconPlugConnected } from '@tabler/icons-react';
import type { C2Config, ConnectionTest } from '../../../server/c2/contract.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { Callback, FrameworkTaskPage } from '../../api/c2.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Name } from '../../ui/name.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Moment } from '../../ui/time.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { EngagementHead } from '../engagements/engagement-head.tsx';
import { C2Problem } from './c2-problem.tsx';
import styles from './c2-view.module.css';
import { frameworkName, readableFingerprint, tlsName } from './c2-words.ts';
import { TaskStatusBadge } from './task-status-badge.tsx';

type Asked<T> = { data: T | undefined; error: Error | null; onRetry: () => void };

type Props = {
  engagement: Engagement;
  /** Null: nothing is connected; undefined: not known yet. */
  config: C2Config | null | undefined;
  error: Error | null;
  onRetry: () => void;
  callbacks: Asked<{ items: Callback[] }>;
  tasks: Asked<FrameworkTaskPage> & { page: number; onPage: (page: number) => void };
  test: {
    result: ConnectionTest | null;
    error: Error | null;
    isPending: boolean;
    run: () => void;
    pin: (fingerprint: string) => void;
  };
  onConnect: () => void;
  onDisconnect: () => void;
};

export function C2View(props: Props) {
  const { engagement, config, error, onRetry, onConnect } = props;
  return (
    <Stack gap="sm">
      <EngagementHead engagement={engagement} actions={null} isRed />
      {config === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <C2Problem error={error} onRetry={onRetry} />
        )
      ) : config === null ? (
        <EmptyState
          icon={IconPlug}
          title="No C2 framework is connected"
          hint="Damson reads callbacks and tasks from Mythic or Caldera and takes over their output. It never tasks an implant."
          action={<Button onClick={onConnect}>Connect a framework</Button>}
        />
      ) : (
        <Connected {...props} config={config} />
      )}
    </Stack>
  );
}

function Connected({
  config,
  callbacks,
  tasks,
  test,
  onConnect,
  onDisconnect,
}: Props & { config: C2Config }) {
  return (
    <>
      <Paper withBorder p="md" component="section" aria-labelledby="connection-title">
        <Group justify="space-between" align="flex-start" gap="md">
          <Stack gap={6} style={{ flex: '1 1 320px', minWidth: 0 }}>
            <Title order={2} id="connection-title">
              Connection
            </Title>
            <dl className={styles.facts}>
              <dt>Framework</dt>
              <dd>{frameworkName[config.framework]}</dd>
              {config.base_url === '' ? null : (
                <>
                  <dt>Address</dt>
                  <dd>
                    <Name>{config.base_url}</Name>
                  </dd>
                  <dt>TLS</dt>
                  <dd>
                    {tlsName[config.tls]}
                    {config.tls === 'pin' && config.tls_fingerprint !== null ? (
                      <div className={styles.fingerprint}>{readableFingerprint(config.tls_fingerprint)}</div>
                    ) : null}
                  </dd>
                </>
              )}
              {config.operation === null ? null : (
                <>
                  <dt>Operation</dt>
                  <dd>
                    <Name>{config.operation}</Name>
                  </dd>
                </>
              )}
              <dt>Token</dt>
              <dd>{config.has_token ? 'stored, encrypted' : 'none'}</dd>
              <dt>Changed</dt>
              <dd>
                <Moment at={config.updated_at} />
              </dd>
            </dl>
          </Stack>
          <Group gap="xs">
            <Button
              leftSection={<IconPlugConnected size={16} aria-hidden />}
              loading={test.isPending}
              onClick={test.run}
            >
              Test the connection
            </Button>
            <Button variant="default" onClick={onConnect}>
              Change
            </Button>
            <Button variant="default" onClick={onDisconnect}>
              Disconnect
            </Button>
          </Group>
        </Group>
        <div aria-live="polite">
          <TestResult test={test} />
        </div>
      </Paper>
      <Section title="Callbacks">
        {callbacks.data === undefined ? (
          callbacks.error === null ? (
            <SkeletonRows rows={3} />
          ) : (
            <ProblemNote error={callbacks.error} what="list of callbacks" onRetry={callbacks.onRetry} />
          )
        ) : (
          <Callbacks callbacks={callbacks.data.items} />
        )}
      </Section>
      <Section title="Tasks">
        {tasks.data === undefined ? (
          tasks.error === null ? (
            <SkeletonRows rows={5} />
          ) : (
            <ProblemNote error={tasks.error} what="list of tasks" onRetry={tasks.onRetry} />
          )
        ) : (
          <Tasks tasks={tasks.data} page={tasks.page} onPage={tasks.onPage} />
        )}
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  const id = `section-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function TestResult({ test }: { test: Props['test'] }) {
  if (test.error !== null) {
    return (
      <Alert
        color="red"
        mt="sm"
        icon={<IconAlertTriangle aria-hidden />}
        title="The connection could not be tested"
      >
        {test.error.message}
      </Alert>
    );
  }
  const { result } = test;
  if (result === null) return null;
  if (result.ok) {
    return (
      <Alert color="green" mt="sm" icon={<IconCircleCheck aria-hidden />} title="The connection works">
        <Text size="sm">
          <Name>{result.detail}</Name>
          {result.version === null ? null : (
            <>
              {' '}
              · version <Name>{result.version}</Name>
            </>
          )}{' '}
          · answered in {result.latency_ms} ms
        </Text>
      </Alert>
    );
  }
  const fingerprint = result.presented_fingerprint;
  return (
    <Alert color="red" mt="sm" icon={<IconAlertTriangle aria-hidden />} title="The connection does not work">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Name>{result.detail}</Name>
        </Text>
        {fingerprint === null ? null : (
          <>
            <Text size="sm">
              The server presented a certificate with this SHA-256. Compare it with the one on the framework’s
              own machine; if they are the same, pin it, and only that certificate is accepted from then on.
            </Text>
            <div className={styles.fingerprint}>{readableFingerprint(fingerprint)}</div>
            <Button size="xs" variant="default" onClick={() => test.pin(fingerprint)}>
              Pin this certificate
            </Button>
          </>
        )}
      </Stack>
    </Alert>
  );
}

function Callbacks({ callbacks }: { callbacks: readonly Callback[] }) {
  if (callbacks.length === 0) return <Nothing>The framework lists no callbacks.</Nothing>;
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Callback</Table.Th>
            <Table.Th>Host</Table.Th>
            <Table.Th>User</Table.Th>
            <Table.Th>System</Table.Th>
            <Table.Th>Process</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Last seen</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {callbacks.map((callback) => (
            <Table.Tr key={callback.external_id}>
              <Table.Td>
                <Name>{callback.name}</Name>
              </Table.Td>
              <Table.Td>
                <Name>{callback.host ?? '–'}</Name>
                <Text size="xs" c="dimmed">
                  <Name>{callback.addresses.join(', ')}</Name>
                </Text>
              </Table.Td>
              <Table.Td>
                <Name>{callback.user ?? '–'}</Name>
              </Table.Td>
              <Table.Td>
                <Name>{[callback.os, callback.architecture].filter(Boolean).join(', ') || '–'}</Name>
              </Table.Td>
              <Table.Td>
                <Name>{callback.process ?? '–'}</Name>
                {callback.pid === null ? null : ` (${callback.pid})`}
              </Table.Td>
              <Table.Td>{callback.active === null ? '–' : callback.active ? 'Active' : 'Inactive'}</Table.Td>
              <Table.Td className={styles.steady}>
                {callback.last_seen_at === null ? '–' : <Moment at={callback.last_seen_at} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Tasks({
  tasks,
  page,
  onPage,
}: {
  tasks: FrameworkTaskPage;
  page: number;
  onPage: (page: number) => void;
}) {
  if (tasks.items.length === 0 && page === 1) return <Nothing>The framework lists no tasks.</Nothing>;
  return (
    <>
      <Table.ScrollContainer minWidth={760}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={90}>Task</Table.Th>
              <Table.Th w="22%">Callback</Table.Th>
              <Table.Th>Command</Table.Th>
              <Table.Th w={130}>Status</Table.Th>
              <Table.Th w={140}>Operator</Table.Th>
              <Table.Th w={140}>Submitted</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tasks.items.map((task) => (
              <Table.Tr key={task.external_id}>
                <Table.Td>
                  <Name>{task.external_id}</Name>
                </Table.Td>
                <Table.Td>
                  <Name>{task.callback}</Name>
                </Table.Td>
                <Table.Td>
                  <span className={styles.command}>{visibleText(task.command)}</span>
                </Table.Td>
                <Table.Td title={visibleText(task.framework_status)}>
                  <TaskStatusBadge status={task.status} />
                </Table.Td>
                <Table.Td>
                  <Name>{task.operator ?? '–'}</Name>
                </Table.Td>
                <Table.Td className={styles.steady}>
                  {task.submitted_at === null ? '–' : <Moment at={task.submitted_at} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <PageTurner page={page} hasMore={tasks.has_more} onPage={onPage} />
    </>
  );
}

/** A framework tells only whether there is more, not how much. */
export function PageTurner({
  page,
  hasMore,
  onPage,
}: {
  page: number;
  hasMore: boolean;
  onPage: (page: number) => void;
}) {
  if (page === 1 && !hasMore) return null;
  return (
    <Group gap="xs" mt="xs">
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Text size="sm" c="dimmed" role="status">
        Page {page}
      </Text>
      <Button size="xs" variant="default" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Group>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

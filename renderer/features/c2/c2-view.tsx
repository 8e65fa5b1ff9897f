import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconPlug, IconPlugConnected } from '@tabler/icons-react';
import type { C2Config } from '../../../server/c2/configurations/contract.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { CallbackList, FrameworkTaskPage } from '../../api/engagements/c2.ts';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { EngagementHead } from '../engagements/engagement-head.tsx';
import { C2Problem } from './c2-problem.tsx';
import styles from './c2-view.module.css';
import { formatFingerprint } from './c2-words.ts';
import { CallbackTable } from './callback-table.tsx';
import { ConnectionTestResult, type TestOfConnection } from './connection-test-result.tsx';
import { FrameworkTasks } from './framework-tasks.tsx';
import type { Picking } from './use-picking.tsx';

type Asked<T> = { data: T | undefined; error: Error | null; onRetry: () => void };

type Props = {
  engagement: Engagement;
  /** Null when nothing is connected; undefined when not known yet. */
  config: C2Config | null | undefined;
  error: Error | null;
  onRetry: () => void;
  callbacks: Asked<CallbackList>;
  tasks: Asked<FrameworkTaskPage> & { page: number; onPage: (page: number) => void };
  picking: Picking;
  test: TestOfConnection;
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
          title={t('c2.no_c2_framework_is_connected')}
          hint={t('c2.damson_reads_callbacks_and_tasks_from')}
          action={<Button onClick={onConnect}>{t('c2.connect_a_framework')}</Button>}
        />
      ) : (
        <Connected {...props} config={config} />
      )}
    </Stack>
  );
}

function Connected({
  engagement,
  config,
  callbacks,
  tasks,
  picking,
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
              {t('c2.connection')}
            </Title>
            <dl className={styles.facts}>
              <dt>{t('c2.framework')}</dt>
              <dd>{t(`c2.framework.${config.framework}`)}</dd>
              {config.base_url === '' ? null : (
                <>
                  <dt>{t('shared.address')}</dt>
                  <dd>
                    <Name>{config.base_url}</Name>
                  </dd>
                  <dt>{t('c2.tls')}</dt>
                  <dd>
                    {t(`c2.tls.${config.tls}`)}
                    {config.tls === 'pin' && config.tls_fingerprint !== null ? (
                      <div className={styles.fingerprint}>{formatFingerprint(config.tls_fingerprint)}</div>
                    ) : null}
                  </dd>
                </>
              )}
              {config.operation === null ? null : (
                <>
                  <dt>{t('c2.operation')}</dt>
                  <dd>
                    <Name>{config.operation}</Name>
                  </dd>
                </>
              )}
              <dt>{t('c2.token')}</dt>
              <dd>{config.has_token ? t('c2.stored_encrypted') : t('c2.no_token')}</dd>
              <dt>{t('shared.changed')}</dt>
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
              {t('c2.test_the_connection')}
            </Button>
            <Button variant="default" onClick={onConnect}>
              {t('c2.change')}
            </Button>
            <Button variant="default" onClick={onDisconnect}>
              {t('c2.disconnect')}
            </Button>
          </Group>
        </Group>
        <div aria-live="polite">
          <ConnectionTestResult test={test} />
        </div>
      </Paper>
      <Section title={t('c2.callbacks')}>
        {callbacks.data === undefined ? (
          callbacks.error === null ? (
            <SkeletonRows rows={3} />
          ) : (
            <ProblemNote
              error={callbacks.error}
              what={t('c2.list_of_callbacks')}
              onRetry={callbacks.onRetry}
            />
          )
        ) : (
          <CallbackTable callbacks={callbacks.data.items} leftOut={callbacks.data.left_out} />
        )}
      </Section>
      <Section title={t('c2.tasks')}>
        {tasks.data === undefined ? (
          tasks.error === null ? (
            <SkeletonRows rows={5} />
          ) : (
            <ProblemNote error={tasks.error} what={t('c2.list_of_tasks')} onRetry={tasks.onRetry} />
          )
        ) : (
          <FrameworkTasks
            engagementId={engagement.id}
            tasks={tasks.data}
            page={tasks.page}
            onPage={tasks.onPage}
            picking={picking}
          />
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

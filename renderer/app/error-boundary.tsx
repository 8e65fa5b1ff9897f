import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode, useState } from 'react';
import { CopyButton } from '../ui/copy/copy-button.tsx';
import { t } from '../words.ts';

type Props = { children: ReactNode };
type State = { error: Error | null };

/** Keeps a crash in one part from breaking the rest of the page, and offers an error report to copy. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <CrashReport error={error} onRetry={() => this.setState({ error: null })} />;
  }
}

export function CrashReport({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const [at] = useState(() => new Date().toISOString());
  const report = [
    `${error.name}: ${error.message}`,
    t('app.pathname_at_at', { pathname: location.pathname, at }),
    navigator.userAgent,
    error.stack ?? '',
  ].join('\n');
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertTriangle />}
      title={
        <Title order={1} size="h3">
          {t('app.this_part_of_damson_stopped_working')}
        </Title>
      }
      m="md"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('app.nothing_that_was_saved_is_lost')}</Text>
        <Code
          block
          tabIndex={0}
          aria-label={t('app.report')}
          role="region"
          mah={160}
          style={{ overflow: 'auto', width: '100%' }}
        >
          {report}
        </Code>
        <Group>
          <Button onClick={onRetry}>{t('shared.try_again')}</Button>
          <CopyButton value={report}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t('shared.copied') : t('app.copy_report')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Alert>
  );
}

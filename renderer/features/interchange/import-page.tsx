import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Import, ImportPatch } from '../../../server/interchange/contract.ts';
import { isGone } from '../../api/connection/problem.ts';
import {
  changeImport,
  forgetImport,
  isUnderWay,
  noteImportEnded,
  oneImport,
  undoImport,
} from '../../api/interchange.ts';
import { rich } from '../../rich.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { Fact, PageHead } from '../../ui/pages/page-head.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { PersonName } from '../../ui/people/person-name.tsx';
import { formatFileSize } from '../../ui/text/file-size.ts';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { FormatChoice } from './format-choice.tsx';
import { ImportMade } from './import-made.tsx';
import { ImportReview } from './import-review.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportStatusBadge } from './import-status-badge.tsx';
import { ImportTotals } from './import-totals.tsx';
import { formatWords } from './import-words.ts';
import styles from './interchange.module.css';
import { renderMayNotImport } from './may-not-import.tsx';
import { useMayImport } from './use-may-import.ts';

/** One imported file: its progress, its effects, and its result. */
export function ImportPage() {
  const mayImport = useMayImport();
  return mayImport ? <WholeImport /> : renderMayNotImport();
}

function WholeImport() {
  const { importId = '' } = useParams();
  const queryClient = useQueryClient();
  const found = useQuery(oneImport(importId));
  const status = found.data?.status;
  const before = useRef(status);
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    const wasUnderWay = before.current === 'reading' || before.current === 'applying';
    if (wasUnderWay && status !== before.current) noteImportEnded(queryClient);
    // The pressed button no longer exists, so the focus moves to the result, which is announced.
    const isNew = before.current !== undefined && status !== before.current;
    if (isNew && status !== 'reading' && status !== 'applying' && hasLostFocus()) {
      content.current?.focus({ preventScroll: true });
    }
    before.current = status;
  }, [status, queryClient]);
  if (found.isLoadingError || (found.isError && isGone(found.error))) {
    return (
      <ProblemNote error={found.error} what={t('interchange.import_2')} onRetry={() => found.refetch()} />
    );
  }
  if (found.isPending) return <SkeletonRows rows={8} />;
  const { data } = found;
  return (
    <Stack gap="md">
      <PageHead
        trail={[{ to: '/imports', label: t('shared.import') }]}
        title={data.file_name}
        beside={<ImportStatusBadge status={data.status} />}
        actions={<Actions of={data} />}
      />
      <About of={data} />
      <section
        ref={content}
        tabIndex={-1}
        aria-label={t(`interchange.status.${data.status}`)}
        className={styles.content}
      >
        <Stack gap="md">
          <Content of={data} />
        </Stack>
      </section>
    </Stack>
  );
}

function hasLostFocus(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.closest('[role="dialog"]') !== null;
}

function About({ of }: { of: Import }) {
  const { format, version, size, by, created_at, applied_at, undone_at } = of;
  return (
    <div className={styles.facts}>
      {format === null ? null : (
        <Fact label={t('interchange.recognised_as')}>
          {formatWords()[format].name}
          {version === null ? '' : t('interchange.version_version', { version: toVisibleText(version) })}
        </Fact>
      )}
      <Fact label={t('interchange.size')}>{formatFileSize(size)}</Fact>
      <Fact label={t('interchange.sent')}>
        <Moment at={created_at} />
        {by === null ? null : <> {rich('interchange.by_by', { by: <PersonName person={by} /> })}</>}
      </Fact>
      {applied_at === null ? null : (
        <Fact label={t('interchange.imported')}>
          <Moment at={applied_at} />
        </Fact>
      )}
      {undone_at === null ? null : (
        <Fact label={t('interchange.undone')}>
          <Moment at={undone_at} />
        </Fact>
      )}
    </div>
  );
}

function Actions({ of }: { of: Import }) {
  const { id, status } = of;
  const queryClient = useQueryClient();
  const go = useGo();
  const [undoing, setUndoing] = useState(false);
  const forgetting = useMutation({
    mutationFn: () => forgetImport(queryClient, id),
    onSuccess: () => go('/imports'),
  });
  if (status === 'applying' || status === 'undoing' || status === 'undone') return null;
  const isOver = of.applied_at !== null;
  if (status === 'applied' && of.kinds.some(({ what }) => what === 'execution')) {
    return (
      <Text size="sm" c="dimmed">
        {t('interchange.executions_can_t_be_undone')}
      </Text>
    );
  }
  if (!isOver) {
    return (
      <Button variant="default" loading={forgetting.isPending} onClick={() => forgetting.mutate()}>
        {status === 'reading' ? t('shared.cancel') : t('interchange.forget_this_file')}
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        onClick={() => setUndoing(true)}
      >
        {t('interchange.undo')}
      </Button>
      {undoing ? (
        <ConfirmDialog
          title={t('interchange.undo_this_import')}
          confirm={t('interchange.undo_the_import')}
          onConfirm={() => undoImport(queryClient, id)}
          onClose={() => setUndoing(false)}
        >
          <Text size="sm">
            {rich('interchange.what_filename_has_made_goes_again', { filename: <Name>{of.file_name}</Name> })}
          </Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Content({ of }: { of: Import }) {
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: (change: ImportPatch) =>
      // Read differently, the file has other rows.
      changeImport(queryClient, of.id, { ...change, choices: { ...change.choices, leave_out: [] } }),
  });
  if (isUnderWay(of)) return <UnderWay of={of} />;
  const { status, problem } = of;
  const isOver = of.applied_at !== null;
  const isRead = isOver || (status !== 'refused' && status !== 'failed');
  return (
    <>
      {problem === null ? null : (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle />}
          title={
            isOver
              ? failedTitle()
              : isRead
                ? t('interchange.nothing_was_imported')
                : t('interchange.the_file_could_not_be_read')
          }
        >
          {toVisibleText(problem.detail)}
        </Alert>
      )}
      {changing.isError ? (
        <Alert color="red" role="alert" icon={<IconAlertTriangle />}>
          {changing.error.message}
        </Alert>
      ) : null}
      {isOver ? null : <FormatChoice of={of} isBusy={changing.isPending} onChange={changing.mutate} />}
      {isRead ? <Notes notes={of.notes} /> : null}
      {status === 'ready' ? (
        <ImportReview of={of} isBusy={changing.isPending} onChange={changing.mutate} />
      ) : isRead ? (
        <>
          {status === 'applied' ? <ImportMade of={of} /> : null}
          <Group align="flex-start">
            <ImportTotals of={of} />
          </Group>
          <ImportRows of={of} />
        </>
      ) : null}
    </>
  );
}

const failedTitle = () => t('interchange.the_import_has_failed_and_some');

function UnderWay({ of: { status, progress, problem } }: { of: Import }) {
  const text =
    status === 'reading'
      ? t('interchange.the_file_is_being_read')
      : t('interchange.the_file_is_being_imported');
  return (
    <Stack gap={6} maw={520}>
      <Text size="sm" role="status">
        {text}.
      </Text>
      {problem === null ? null : (
        <Alert color="yellow" icon={<IconAlertTriangle />} title={t('interchange.it_did_not_work_yet_and')}>
          {toVisibleText(problem.detail)}
        </Alert>
      )}
      <Progress value={progress * 100} animated aria-label={text} />
      <Text size="xs" c="dimmed">
        {status === 'reading'
          ? t('interchange.nothing_is_imported_yet')
          : t('interchange.all_of_it_comes_in_or')}
      </Text>
    </Stack>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section aria-label={t('interchange.about_the_file')}>
      <Text size="sm" fw={500}>
        {t('interchange.about_the_file')}
      </Text>
      <ul className={styles.notes}>
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>{toVisibleText(note)}</li>
        ))}
      </ul>
    </section>
  );
}

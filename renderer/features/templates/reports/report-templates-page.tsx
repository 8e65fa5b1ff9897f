import { Anchor, Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconFileWord } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { toFileName } from '../../../../domain/file-name.ts';
import type { ReportTemplate } from '../../../../server/report-templates/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { deleteReportTemplate, readReportTemplate, reportTemplates } from '../../../api/report-templates.ts';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { formatCount } from '../../../ui/text/format-count.ts';
import { Name } from '../../../ui/text/name.tsx';
import { TemplateKinds } from '../template-kinds.tsx';
import { RenameTemplateDialog } from './rename-template-dialog.tsx';
import { TemplateRows } from './template-rows.tsx';
import { TemplateZone } from './template-zone.tsx';
import { useTemplateUpload } from './use-template-upload.ts';

/** Templates of one's own for reports in Word. */
export function ReportTemplatesPage() {
  const mayWrite = useMay('mission.update');
  const templates = useQuery(reportTemplates);
  const upload = useTemplateUpload();
  const [renaming, setRenaming] = useState<ReportTemplate | null>(null);
  const [deleting, setDeleting] = useState<ReportTemplate | null>(null);
  return (
    <Stack gap="md">
      <PageHead title="Templates" actions={<OwnTemplate />} />
      <TemplateKinds />
      <Text size="sm" maw={860}>
        The Word document of a report is made from a template: Damson’s own, or one of these, which is chosen
        in the options of a draft. It says with fields such as <code>{'{title}'}</code> what stands where;{' '}
        <Anchor component={Link} to="/help/reports" inherit underline="always">
          the guide
        </Anchor>{' '}
        tells how to write one.
      </Text>
      {mayWrite ? <TemplateZone upload={upload} /> : null}
      {templates.data === undefined ? (
        templates.error === null ? (
          <SkeletonRows rows={3} />
        ) : (
          <ProblemNote error={templates.error} what="list of templates" onRetry={() => templates.refetch()} />
        )
      ) : templates.data.length === 0 ? (
        <EmptyState
          icon={IconFileWord}
          title="No template of your own yet"
          hint={
            mayWrite
              ? 'Download Damson’s own, give it your letterhead in Word or LibreOffice, and upload it here.'
              : 'Reports are made from Damson’s own.'
          }
        />
      ) : (
        <TemplateRows
          templates={templates.data}
          onDownload={(template) => void download(template)}
          onReplace={upload.send}
          onRename={setRenaming}
          onDelete={setDeleting}
        />
      )}
      {renaming === null ? null : (
        <RenameTemplateDialog template={renaming} onClose={() => setRenaming(null)} />
      )}
      {deleting === null ? null : <DeleteDialog template={deleting} onClose={() => setDeleting(null)} />}
    </Stack>
  );
}

function OwnTemplate() {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => void download('own')}
    >
      Download Damson’s own
    </Button>
  );
}

function DeleteDialog({ template, onClose }: { template: ReportTemplate; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { name, drafts } = template;
  return (
    <ConfirmDialog
      title="Delete this template?"
      confirm="Delete template"
      onConfirm={() => deleteReportTemplate(queryClient, template)}
      onClose={onClose}
    >
      <Text size="sm">
        <b>
          <Name>{name}</Name>
        </b>{' '}
        goes for good.{' '}
        {drafts === 0
          ? 'No draft is made from it.'
          : `${formatCount(drafts, 'draft')} made from it ${drafts === 1 ? 'has' : 'have'} Damson’s own then, and ${
              drafts === 1 ? 'says' : 'say'
            } so.`}{' '}
        Issued reports keep their documents.
      </Text>
    </ConfirmDialog>
  );
}

async function download(template: ReportTemplate | 'own'): Promise<void> {
  try {
    const file = await readReportTemplate(template);
    const name = template === 'own' ? 'Damson report template' : template.name;
    saveFile(toFileName(name, 'docx', 'Template'), file);
  } catch (error) {
    notifications.show({
      color: 'red',
      title: 'The template could not be downloaded',
      message: (error as Error).message,
    });
  }
}

import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconFileWord } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { toFileName } from '../../../../domain/file-name.ts';
import type { ReportTemplate } from '../../../../server/report-templates/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { deleteReportTemplate, readReportTemplate, reportTemplates } from '../../../api/report-templates.ts';
import { rich } from '../../../rich.ts';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { TemplateKinds } from '../template-kinds.tsx';
import { RenameTemplateDialog } from './rename-template-dialog.tsx';
import { TemplateRows } from './template-rows.tsx';
import { TemplateZone } from './template-zone.tsx';
import { useTemplateUpload } from './use-template-upload.ts';

/** Custom Word templates for reports. */
export function ReportTemplatesPage() {
  const mayWrite = useMay('mission.update');
  const templates = useQuery(reportTemplates);
  const upload = useTemplateUpload();
  const [renaming, setRenaming] = useState<ReportTemplate | null>(null);
  const [deleting, setDeleting] = useState<ReportTemplate | null>(null);
  return (
    <Stack gap="md">
      <PageHead title={t('shared.templates')} actions={<Downloads />} />
      <TemplateKinds />
      <Text size="sm" maw={860}>
        {rich('templates.the_word_document_of_a_report', {
          value: <code>{'{title}'}</code>,
          link: (parts) => (
            <Anchor component={Link} to="/help/report-fields" inherit underline="always">
              {parts}
            </Anchor>
          ),
        })}
      </Text>
      {mayWrite ? <TemplateZone upload={upload} /> : null}
      {templates.data === undefined ? (
        templates.error === null ? (
          <SkeletonRows rows={3} />
        ) : (
          <ProblemNote
            error={templates.error}
            what={t('templates.list_of_templates')}
            onRetry={() => templates.refetch()}
          />
        )
      ) : templates.data.length === 0 ? (
        <EmptyState
          icon={IconFileWord}
          title={t('templates.no_template_of_your_own_yet')}
          hint={
            mayWrite
              ? t('templates.download_damson_s_own_give_it')
              : t('templates.reports_are_made_from_damson_s')
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

function Downloads() {
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => void download('own')}
      >
        {t('templates.download_damson_s_own')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => void download('sample')}
      >
        {t('templates.download_a_sample_with_every_field')}
      </Button>
    </Group>
  );
}

function DeleteDialog({ template, onClose }: { template: ReportTemplate; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { name, drafts } = template;
  return (
    <ConfirmDialog
      title={t('templates.delete_this_template')}
      confirm={t('templates.delete_template')}
      onConfirm={() => deleteReportTemplate(queryClient, template)}
      onClose={onClose}
    >
      <Text size="sm">
        {rich('templates.b_goes_for_good_drafts_issued', {
          b: (
            <b>
              <Name>{name}</Name>
            </b>
          ),
          drafts:
            drafts === 0
              ? t('templates.no_draft_is_made_from_it')
              : t('templates.drafts_lose_it', { count: drafts }),
        })}
      </Text>
    </ConfirmDialog>
  );
}

async function download(template: ReportTemplate | 'own' | 'sample'): Promise<void> {
  try {
    const file = await readReportTemplate(template);
    saveFile(toFileName(nameFile(template), 'docx', t('shared.template')), file);
  } catch (error) {
    notifications.show({
      color: 'red',
      title: t('templates.the_template_could_not_be_downloaded'),
      message: (error as Error).message,
    });
  }
}

function nameFile(template: ReportTemplate | 'own' | 'sample'): string {
  if (template === 'own') return t('templates.damson_report_template');
  if (template === 'sample') return t('templates.damson_sample_template');
  return template.name;
}

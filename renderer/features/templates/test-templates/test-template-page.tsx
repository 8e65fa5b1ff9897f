import { Button, Stack } from '@mantine/core';
import { IconCopy, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { deleteTestTemplate, testTemplate } from '../../../api/catalogue/templates.ts';
import { isGone } from '../../../api/connection/problem.ts';
import { useMay } from '../../../api/connection/session.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { NoteOpened } from '../../../ui/pages/opened.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { CreateMissionDialog } from '../../missions/create-mission-dialog.tsx';
import { TemplateRules } from '../../missions/rules/template-rules.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { TestTemplateReading } from './test-template-reading.tsx';

export function TestTemplatePage() {
  const { templateId = '' } = useParams();
  const template = useQuery(testTemplate(templateId));
  const mayUpdate = useMay('test_template.update');
  const mayCreate = useMay('test_template.create');
  const mayDelete = useMay('test_template.delete');
  const mayUse = useMay('mission.create');
  const [isUsing, setUsing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const queryClient = useQueryClient();
  const go = useGo();
  if (template.isLoadingError || (template.isError && isGone(template.error))) {
    return (
      <ProblemNote error={template.error} what={t('templates.template')} onRetry={() => template.refetch()} />
    );
  }
  if (template.isPending) return <SkeletonRows rows={8} />;
  const { id, name } = template.data;
  return (
    <Stack gap="md">
      <NoteOpened kind="test_template" path={`/templates/${id}`} name={name} />
      <PageHead
        trail={[{ to: '/templates', label: t('shared.templates') }]}
        title={name}
        actions={
          <>
            {mayUpdate ? (
              <Button
                component={Link}
                to={`/templates/${id}/edit`}
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                {t('shared.edit')}
              </Button>
            ) : null}
            {mayUse ? (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setUsing(true)}
              >
                {t('templates.use_in_a_mission')}
              </Button>
            ) : null}
            {mayCreate ? (
              <Button
                component={Link}
                to={`/templates/new?from=${id}`}
                variant="default"
                leftSection={<IconCopy size={16} aria-hidden />}
              >
                {t('templates.duplicate')}
              </Button>
            ) : null}
            {mayDelete ? <DeleteButton onClick={() => setDeleting(true)} /> : null}
          </>
        }
      />
      <TestTemplateReading template={template.data} />
      <TemplateRules templateId={id} />
      {isUsing ? (
        <CreateMissionDialog
          begin={{ draft: `new-mission.template.${id}`, name, threats: [], tests: [{ id, name, tests: 1 }] }}
          onClose={() => setUsing(false)}
          onCreated={(mission) => go(`/missions/${mission.id}`)}
        />
      ) : null}
      {isDeleting ? (
        <ConfirmDialog
          title={t('templates.delete_this_test_template')}
          confirm={t('templates.delete_template')}
          onConfirm={() => deleteTestTemplate(queryClient, id, () => go('/templates'))}
          onClose={() => setDeleting(false)}
        >
          <div>
            {rich('templates.strong_disappears_from_the_library_and', {
              strong: (
                <strong>
                  <Name>{name}</Name>
                </strong>
              ),
            })}
          </div>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

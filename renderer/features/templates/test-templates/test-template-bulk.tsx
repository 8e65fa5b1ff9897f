import { Button } from '@mantine/core';
import { IconListNumbers, IconTag, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TestTemplate } from '../../../../server/templates/contract.ts';
import { dropTestTemplate, renewTestTemplates } from '../../../api/catalogue/templates.ts';
import { useMay } from '../../../api/connection/session.ts';
import { BulkDialog } from '../../../ui/dialogs/bulk-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { t } from '../../../words.ts';
import { AddToScenarioDialog } from './add-to-scenario-dialog.tsx';
import { LabelsDialog } from './labels-dialog.tsx';

/** Whether the person has any bulk action for templates. */
export function useMayBulk(): boolean {
  const may = [
    useMay('test_template.update'),
    useMay('test_template.delete'),
    useMay('scenario_template.update'),
  ];
  return may.includes(true);
}

/** Actions for several test templates; only deletion asks first, because it can't be undone. */
export function TestTemplateBulk({
  templates,
  onDone,
}: {
  templates: readonly TestTemplate[];
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const mayChange = useMay('test_template.update');
  const mayDelete = useMay('test_template.delete');
  const mayOrder = useMay('scenario_template.update');
  const isAny = templates.length > 0;
  const labels = useDialog(['labels'], { may: mayChange && isAny });
  const scenario = useDialog(['to-scenario'], { may: mayOrder && isAny });
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      {mayChange ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTag size={14} aria-hidden />}
          onClick={() => labels.open('labels')}
        >
          {t('templates.tags_and_techniques')}
        </Button>
      ) : null}
      {mayOrder ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconListNumbers size={14} aria-hidden />}
          onClick={() => scenario.open('to-scenario')}
        >
          {t('templates.add_to_a_scenario_2')}
        </Button>
      ) : null}
      {mayDelete ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          {t('shared.delete')}
        </Button>
      ) : null}
      {labels.name === null ? null : (
        <LabelsDialog templates={templates} onDone={onDone} onClose={labels.close} />
      )}
      {scenario.name === null ? null : (
        <AddToScenarioDialog templates={templates} onDone={onDone} onClose={scenario.close} />
      )}
      {isDeleting ? (
        <BulkDialog
          title={(count) => t('templates.delete_all', { count })}
          confirm={t('shared.delete')}
          items={templates}
          onEach={({ id }) => dropTestTemplate(id)}
          onTried={() => renewTestTemplates(queryClient)}
          onDone={onDone}
          onClose={() => setDeleting(false)}
        >
          {t('templates.scenario_templates_lose_them_too_missions')}
        </BulkDialog>
      ) : null}
    </>
  );
}

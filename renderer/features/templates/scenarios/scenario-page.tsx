import { Anchor, Button, Stack, Table, Text } from '@mantine/core';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ScenarioTemplate } from '../../../../server/templates/contract.ts';
import { deleteScenarioTemplate, scenarioTemplate } from '../../../api/catalogue/templates.ts';
import { isGone } from '../../../api/connection/problem.ts';
import { useMay } from '../../../api/connection/session.ts';
import { rich } from '../../../rich.ts';
import { CatalogTags } from '../../../ui/catalogue/catalog-tags.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { NoteOpened } from '../../../ui/pages/opened.tsx';
import { Fact, PageHead } from '../../../ui/pages/page-head.tsx';
import { useGo } from '../../../ui/pages/use-go.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Written } from '../../../ui/text/written.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { formatList, t } from '../../../words.ts';
import { DeleteButton } from '../delete-button.tsx';

export function ScenarioPage() {
  const { templateId = '' } = useParams();
  const template = useQuery(scenarioTemplate(templateId));
  const mayUpdate = useMay('scenario_template.update');
  const mayCreate = useMay('scenario_template.create');
  const mayDelete = useMay('scenario_template.delete');
  const [isDeleting, setDeleting] = useState(false);
  const queryClient = useQueryClient();
  const go = useGo();
  if (template.isLoadingError || (template.isError && isGone(template.error))) {
    return (
      <ProblemNote error={template.error} what={t('templates.scenario')} onRetry={() => template.refetch()} />
    );
  }
  if (template.isPending) return <SkeletonRows rows={8} />;
  const { id, name } = template.data;
  return (
    <Stack gap="md">
      <NoteOpened kind="scenario_template" path={`/templates/scenarios/${id}`} name={name} />
      <PageHead
        trail={[{ to: '/templates/scenarios', label: t('templates.scenario_templates') }]}
        title={name}
        actions={
          <>
            {mayUpdate ? (
              <Button
                component={Link}
                to={`/templates/scenarios/${id}/edit`}
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                {t('shared.edit')}
              </Button>
            ) : null}
            {mayCreate ? (
              <Button
                component={Link}
                to={`/templates/scenarios/new?from=${id}`}
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
      <ScenarioReading template={template.data} />
      {isDeleting ? (
        <ConfirmDialog
          title={t('templates.delete_this_scenario_template')}
          confirm={t('templates.delete_scenario')}
          onConfirm={() => deleteScenarioTemplate(queryClient, id, () => go('/templates/scenarios'))}
          onClose={() => setDeleting(false)}
        >
          <div>
            {rich('templates.strong_disappears_from_the_library_its', {
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

function ScenarioReading({ template }: { template: ScenarioTemplate }) {
  return (
    <Stack gap="sm">
      {template.description ? <Written text={template.description} /> : null}
      <CatalogTags tags={template.catalog_tags} />
      {template.tags.length > 0 ? (
        <Fact label={t('shared.tags')}>{toVisibleText(template.tags.join(', '))}</Fact>
      ) : null}
      <Fact label={t('shared.changed')}>
        <Moment at={template.updated_at} />
      </Fact>
      {template.tests.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('templates.this_scenario_has_no_tests_yet')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={480} type="native">
          <Table verticalSpacing={6} layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={50} ta="right">
                  {t('templates.no')}
                </Table.Th>
                <Table.Th>{t('shared.test')}</Table.Th>
                <Table.Th w={260}>{t('shared.attack')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {template.tests.map(({ position, test_template: test }, index) => (
                <Table.Tr key={position}>
                  <Table.Td ta="right" c="dimmed">
                    {index + 1}
                  </Table.Td>
                  <Table.Td>
                    <Anchor component={Link} to={`/templates/${test.id}`} size="sm">
                      <Name line>{test.name}</Name>
                    </Anchor>
                    <Followed template={template} position={position} />
                  </Table.Td>
                  <Table.Td>
                    <CatalogTags tags={test.catalog_tags} short max={3} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

/** The tests that the one at this position follows in the attack path, by number. */
function Followed({ template, position }: { template: ScenarioTemplate; position: number }) {
  const those = template.follows.filter((edge) => edge.position === position);
  if (those.length === 0) return null;
  const steps = those.map(({ follows, condition }) =>
    condition === null ? `${follows + 1}` : `${follows + 1} (${toVisibleText(condition)})`,
  );
  return (
    <Text size="xs" c="dimmed">
      {t('templates.follows', { steps: formatList(steps) })}
    </Text>
  );
}

import { Menu, Stack, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Organisation, Tool } from '../../../../server/organisations/contract.ts';
import { changeTool, toolsOf } from '../../../api/organisations.ts';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from '../organisation-view.module.css';
import { AddToolForm } from './add-tool-form.tsx';
import { toKindName } from './tool-words.ts';
import own from './tools.module.css';

export type ToolActions = { edit: (tool: Tool) => void; remove: (tool: Tool) => void };

/** The defensive tools of an organisation, those in use first. */
export function ToolsSection({
  organisation,
  actions,
}: {
  organisation: Organisation;
  /** Null without the permission. */
  actions: ToolActions | null;
}) {
  const heading = useId();
  const tools = useQuery(toolsOf(organisation.id));
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} className={styles.heading}>
        {t('shared.tools')}
      </h2>
      <Stack gap="xs">
        {actions === null ? null : (
          <div data-no-print>
            <AddToolForm organisationId={organisation.id} />
          </div>
        )}
        {tools.error && tools.data === undefined ? (
          <ProblemNote
            error={tools.error}
            what={t('organisations.list_of_tools')}
            onRetry={() => tools.refetch()}
          />
        ) : tools.data === undefined ? (
          <SkeletonRows rows={3} />
        ) : tools.data.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('organisations.no_tools_yet_what_was_seen')}
          </Text>
        ) : (
          <ToolTable
            organisationId={organisation.id}
            tools={tools.data.toSorted((a, b) => Number(a.retired) - Number(b.retired))}
            actions={actions}
          />
        )}
      </Stack>
    </section>
  );
}

type TableProps = { organisationId: string; tools: readonly Tool[]; actions: ToolActions | null };

function ToolTable({ organisationId, tools, actions }: TableProps) {
  return (
    <Table verticalSpacing={6} layout="fixed" aria-label={t('shared.tools')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('shared.tool')}</Table.Th>
          <Table.Th w="52%">{t('organisations.what_it_sees')}</Table.Th>
          {actions === null ? null : (
            <Table.Th w={44}>
              <VisuallyHidden>{t('shared.actions')}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tools.map((tool) => (
          <Table.Tr key={tool.id}>
            <Table.Td>
              {actions === null ? (
                <Text size="sm" fw={500} span>
                  <Name>{tool.name}</Name>
                </Text>
              ) : (
                <UnstyledButton data-printed className={own.open} onClick={() => actions.edit(tool)}>
                  <Name>{tool.name}</Name>
                </UnstyledButton>
              )}
              <span className={own.about}>
                {toKindName(tool.kind)}
                {tool.vendor ? <Name>{tool.vendor}</Name> : null}
                {tool.retired ? <span className={own.retired}>{t('organisations.retired')}</span> : null}
              </span>
            </Table.Td>
            <Table.Td className={own.sees}>
              <bdi>{toVisibleText(tool.data_components.join(', '))}</bdi>
            </Table.Td>
            {actions === null ? null : (
              <Table.Td>
                <ToolMenu organisationId={organisationId} tool={tool} actions={actions} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ToolMenu({
  organisationId,
  tool,
  actions,
}: {
  organisationId: string;
  tool: Tool;
  actions: ToolActions;
}) {
  const queryClient = useQueryClient();
  const setRetired = (retired: boolean) =>
    changeTool(queryClient, organisationId, tool.id, { retired }).catch((error: Error) =>
      notifications.show({
        color: 'red',
        title: t('organisations.the_tool_stayed_as_it_was'),
        message: error.message,
      }),
    );
  return (
    <RowMenu of={toVisibleText(tool.name)}>
      <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => actions.edit(tool)}>
        {t('shared.edit')}
      </Menu.Item>
      {tool.retired ? (
        <Menu.Item leftSection={<IconArchiveOff size={15} aria-hidden />} onClick={() => setRetired(false)}>
          {t('organisations.use_again')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchive size={15} aria-hidden />} onClick={() => setRetired(true)}>
          {t('organisations.retire')}
        </Menu.Item>
      )}
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => actions.remove(tool)}
      >
        {t('shared.delete')}
      </Menu.Item>
    </RowMenu>
  );
}

import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { redRoles } from '../../../../domain/sides.ts';
import type { SimulationTemplate } from '../../../../server/simulations/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import {
  deleteSimulationTemplate,
  readSimulationTemplate,
  simulationTemplateList,
} from '../../../api/engagements/simulations.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { useRememberedView } from '../../../ui/filters/use-remembered-view.ts';
import { toKnownOrder, toListOrder } from '../../../ui/lists/list-order.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { SimulationTemplateList } from './simulation-template-list.tsx';
import { TemplateDialog } from './template-dialog.tsx';

const pageSize = 50;
const viewNames = ['q', 'sort', 'order'] as const;
const sortColumns = ['name', 'updated_at'] as const;

export function SimulationTemplatesPage() {
  const queryClient = useQueryClient();
  const mayUse = redRoles.includes(useUser().role);
  useRememberedView(viewNames);
  const filters = useFilters(viewNames);
  const { q, ...order } = filters.values;
  const templates = useQuery({
    ...simulationTemplateList({
      q,
      ...toKnownOrder(order, sortColumns),
      limit: pageSize,
      offset: (filters.page - 1) * pageSize,
    }),
    enabled: mayUse,
  });
  const dialog = useDialog(['create', 'edit'], {
    list: { items: templates.data?.items, read: readSimulationTemplate },
  });
  const [deleted, setDeleted] = useState<SimulationTemplate | null>(null);
  if (!mayUse) {
    return (
      <EmptyState
        isPage
        icon={IconLock}
        title={t('simulations.simulation_templates_are_the_red_team')}
        hint={t('simulations.they_say_beforehand_what_will_be')}
      />
    );
  }
  return (
    <>
      <SimulationTemplateList
        templates={templates.data}
        error={templates.error}
        onRetry={() => templates.refetch()}
        order={toListOrder(filters)}
        q={q}
        onSearch={(q) => filters.set({ q })}
        page={filters.page}
        pageSize={pageSize}
        onPage={filters.toPage}
        onCreate={() => dialog.open('create')}
        onOpen={(what, template) => (what === 'delete' ? setDeleted(template) : dialog.open(what, template))}
      />
      {dialog.name === 'create' || (dialog.name === 'edit' && dialog.item !== null) ? (
        <TemplateDialog template={dialog.name === 'edit' ? dialog.item : null} onClose={dialog.close} />
      ) : null}
      {deleted !== null ? (
        <ConfirmDialog
          title={t('simulations.delete_this_simulation_template')}
          confirm={t('simulations.delete_template')}
          onConfirm={() => deleteSimulationTemplate(queryClient, deleted.id)}
          onClose={() => setDeleted(null)}
        >
          <Text size="sm">
            {rich('simulations.b_will_be_deleted_simulations_made', {
              b: (
                <b>
                  <Name>{deleted.name}</Name>
                </b>
              ),
            })}
          </Text>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

import { Button, Checkbox, Table } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Pager } from '../../../ui/lists/pager.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { t } from '../../../words.ts';
import { findApart, NotExecutableRow } from './not-executable.tsx';
import { findTemplate, type Plan, type PlannedTechnique, type Ticked } from './plan.ts';
import { TechniqueCell, TemplatesCell, UsersCell } from './plan-cells.tsx';

const limit = 100;

type Props = {
  techniques: readonly PlannedTechnique[];
  plan: Plan;
  ticked: Ticked;
  onTick: (ticked: Ticked) => void;
  isStale: boolean;
  page: number;
  onPage: (page: number) => void;
  onAll: () => void;
};

/** Techniques to tick; those that no test can execute against an organisation come last. */
export function PlanTable({ techniques, plan, ticked, onTick, isStale, page, onPage, onAll }: Props) {
  if (techniques.length === 0) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('catalogue.no_technique_is_like_that')}
        action={
          <Button variant="default" onClick={onAll}>
            {t('catalogue.show_all_techniques')}
          </Button>
        }
      />
    );
  }
  const tickable = techniques.filter(({ executable }) => executable);
  const count = tickable.filter(({ external_id }) => ticked.has(external_id)).length;
  const isAll = count > 0 && count === tickable.length;
  const tickAll = () => {
    const next = new Map(ticked);
    for (const { external_id } of tickable) {
      if (isAll) next.delete(external_id);
      else if (!next.has(external_id)) next.set(external_id, null);
    }
    onTick(next);
  };
  const toggle = (id: string) => {
    const next = new Map(ticked);
    if (!next.delete(id)) next.set(id, null);
    onTick(next);
  };
  const rows = techniques.slice((page - 1) * limit, page * limit);
  const apart = findApart(rows);
  return (
    <div>
      <Table.ScrollContainer minWidth={760} type="native">
        <Table highlightOnHover verticalSpacing={6} layout="fixed" aria-busy={isStale}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label={t('catalogue.tick_all_executable')}
                  disabled={tickable.length === 0}
                  checked={isAll}
                  indeterminate={!isAll && count > 0}
                  onChange={tickAll}
                />
              </Table.Th>
              <Table.Th>{t('shared.technique')}</Table.Th>
              <Table.Th w="24%">{t('catalogue.used_by')}</Table.Th>
              <Table.Th w="36%">{t('shared.template')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((technique, index) => {
              const { external_id: id, templates } = technique;
              return (
                <Fragment key={id}>
                  {index === apart ? <NotExecutableRow columns={4} /> : null}
                  <Table.Tr>
                    <Table.Td>
                      <Checkbox
                        size="xs"
                        aria-label={t('catalogue.tick_id', { id })}
                        checked={ticked.has(id)}
                        onChange={() => toggle(id)}
                      />
                    </Table.Td>
                    <Table.Td>
                      <TechniqueCell technique={technique} />
                    </Table.Td>
                    <Table.Td>
                      <UsersCell plan={plan} technique={technique} />
                    </Table.Td>
                    <Table.Td>
                      <TemplatesCell
                        technique={id}
                        templates={templates}
                        shown={findTemplate(technique, ticked.get(id))}
                        none={t('catalogue.no_template_blank')}
                        onPick={(template) => onTick(new Map(ticked).set(id, template))}
                      />
                    </Table.Td>
                  </Table.Tr>
                </Fragment>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager total={techniques.length} limit={limit} page={page} onPage={onPage} />
    </div>
  );
}

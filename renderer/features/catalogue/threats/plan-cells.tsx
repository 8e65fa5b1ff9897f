import { Anchor, Button, Group, Menu, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { TemplateMatch } from '../../../../server/templates/threats/contract.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { countUsers, type Plan, type PlannedTechnique } from './plan.ts';
import { nameTechnique } from './threat-words.ts';

type Technique = Pick<PlannedTechnique, 'external_id' | 'name' | 'tactics' | 'users' | 'listed'>;

export function TechniqueCell({ technique }: { technique: Technique }) {
  const { external_id, tactics } = technique;
  return (
    <>
      <Anchor component={Link} to={`/catalogue/${external_id}`} size="sm">
        <Text span ff="monospace" size="xs">
          {external_id}
        </Text>{' '}
        {toVisibleText(nameTechnique(technique))}
      </Anchor>
      <Text size="xs" c="dimmed">
        {toVisibleText(tactics.map((tactic) => tactic.name).join(', '))}
      </Text>
    </>
  );
}

/** Number of chosen threats that use the technique, and their names. */
export function UsersCell({ plan, technique }: { plan: Plan; technique: Technique }) {
  const { used, of, names } = countUsers(plan, technique);
  const all = toVisibleText(names.join(', '));
  return (
    <>
      <Text size="sm">{t('catalogue.used_of_of', { used, of })}</Text>
      <Text size="xs" c="dimmed" lineClamp={2} title={all}>
        {all}
      </Text>
    </>
  );
}

const byWords = (): Readonly<Record<TemplateMatch['by'], string | null>> => ({
  technique: null,
  parent: t('catalogue.of_the_technique_above_it'),
  subtechnique: t('catalogue.of_a_sub_technique'),
});

/** The template for a technique, and the alternatives; `onPick` replaces it. */
export function TemplatesCell({
  technique,
  templates,
  shown,
  none = t('catalogue.no_template'),
  onPick,
}: {
  technique: string;
  templates: readonly TemplateMatch[];
  shown: TemplateMatch | null;
  /** Shown when there is no template. */
  none?: string;
  onPick?: (id: string) => void;
}) {
  if (shown === null) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <Anchor component={Link} to={`/templates/${shown.id}`} size="sm" style={{ minWidth: 0 }}>
          <Name line>{shown.name}</Name>
        </Anchor>
        {templates.length > 1 ? (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button
                variant="subtle"
                size="compact-xs"
                style={{ flex: 'none' }}
                aria-label={t('catalogue.other_templates_for_technique', { technique })}
              >
                +{templates.length - 1}
              </Button>
            </Menu.Target>
            <Menu.Dropdown maw={420} mah={360} style={{ overflowY: 'auto' }}>
              {templates.map((template) =>
                onPick === undefined ? (
                  <Menu.Item key={template.id} component={Link} to={`/templates/${template.id}`}>
                    {describe(template)}
                  </Menu.Item>
                ) : (
                  <Menu.Item
                    key={template.id}
                    leftSection={
                      <IconCheck
                        size={15}
                        aria-hidden
                        visibility={template.id === shown.id ? 'visible' : 'hidden'}
                      />
                    }
                    onClick={() => onPick(template.id)}
                  >
                    {describe(template)}
                  </Menu.Item>
                ),
              )}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </Group>
      {byWords()[shown.by] === null ? null : (
        <Text size="xs" c="dimmed">
          {byWords()[shown.by]}
        </Text>
      )}
    </>
  );
}

function describe({ name, by }: TemplateMatch): string {
  const where = byWords()[by];
  return toVisibleText(where === null ? name : `${name} (${where})`);
}

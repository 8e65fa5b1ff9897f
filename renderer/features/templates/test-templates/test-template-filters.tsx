import { Button, Group, Select } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { opsecLevels } from '../../../../domain/templates.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { tactics } from '../../../api/catalogue/catalogue.ts';
import { TechniqueSelect } from '../../../ui/catalogue/technique-select.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { t } from '../../../words.ts';

const filterNames = ['q', 'tactic', 'technique', 'subtechnique', 'opsec', 'tag'] as const;
/** Filters and order of the list. */
export const viewNames = [...filterNames, 'sort', 'order'] as const;
export type Filter = Record<(typeof filterNames)[number], string>;

const opsecChoices = () =>
  opsecLevels.map((value) => ({
    value,
    label: t('templates.opsec_label', { label: t(`names.opsec.${value}`) }),
  }));

/** Text, the catalogue's three levels, OPSEC and a tag; the filters are in the address. */
export function TestTemplateFilters({
  filter,
  onChange,
  onClear,
}: {
  filter: Filter;
  onChange: (changed: Partial<Record<keyof Filter, string | null>>) => void;
  onClear: (() => void) | null;
}) {
  const known = useQuery(tactics);
  return (
    <Group gap="xs" role="search" aria-label={t('templates.filter_test_templates')}>
      <SearchField
        aria-label={t('templates.name_or_description')}
        placeholder={t('templates.name_or_description')}
        w={190}
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <Select
        aria-label={t('shared.tactic')}
        placeholder={t('templates.any_tactic')}
        w={150}
        clearable
        clearButtonProps={{ 'aria-label': t('templates.any_tactic') }}
        searchable
        nothingFoundMessage={t('templates.no_such_tactic')}
        data={(known.data?.items ?? []).map(({ external_id, name }) => ({
          value: external_id,
          label: toVisibleText(name),
        }))}
        value={filter.tactic || null}
        onChange={(tactic) => onChange({ tactic })}
      />
      <TechniqueSelect
        kind="technique"
        value={filter.technique || null}
        onChange={(technique) => onChange({ technique, subtechnique: null })}
      />
      <TechniqueSelect
        kind="subtechnique"
        within={filter.technique || null}
        value={filter.subtechnique || null}
        onChange={(subtechnique) => onChange({ subtechnique })}
      />
      <Select
        aria-label={t('templates.opsec')}
        placeholder={t('templates.any_opsec')}
        w={125}
        clearable
        clearButtonProps={{ 'aria-label': t('templates.any_opsec') }}
        data={opsecChoices()}
        value={filter.opsec || null}
        onChange={(opsec) => onChange({ opsec })}
      />
      <SearchField
        aria-label={t('templates.tag')}
        placeholder={t('templates.any_tag')}
        w={125}
        leftSection={<IconTag size={15} aria-hidden />}
        value={filter.tag}
        onSearch={(tag) => onChange({ tag })}
      />
      {onClear ? (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {t('templates.clear_filters')}
        </Button>
      ) : null}
    </Group>
  );
}

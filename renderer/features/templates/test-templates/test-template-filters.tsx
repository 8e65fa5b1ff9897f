import { Button, Group, Select } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { tactics } from '../../../api/catalogue/catalogue.ts';
import { TechniqueSelect } from '../../../ui/catalogue/technique-select.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { opsecLabels } from '../../../ui/plans/plan-words.ts';

const filterNames = ['q', 'tactic', 'technique', 'subtechnique', 'opsec', 'tag'] as const;
/** What narrows the list, and its order. */
export const viewNames = [...filterNames, 'sort', 'order'] as const;
export type Filter = Record<(typeof filterNames)[number], string>;

const opsecChoices = Object.entries(opsecLabels).map(([value, label]) => ({
  value,
  label: `OPSEC ${label}`,
}));

/** Text, the catalogue's three levels, OPSEC and a free tag; what is chosen stands in the address. */
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
    <Group gap="xs" role="search" aria-label="Filter test templates">
      <SearchField
        aria-label="Name or description"
        placeholder="Name or description"
        w={190}
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <Select
        aria-label="Tactic"
        placeholder="Any tactic"
        w={150}
        clearable
        clearButtonProps={{ 'aria-label': 'Any tactic' }}
        searchable
        nothingFoundMessage="No such tactic"
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
        aria-label="OPSEC"
        placeholder="Any OPSEC"
        w={125}
        clearable
        clearButtonProps={{ 'aria-label': 'Any OPSEC' }}
        data={opsecChoices}
        value={filter.opsec || null}
        onChange={(opsec) => onChange({ opsec })}
      />
      <SearchField
        aria-label="Tag"
        placeholder="Any tag"
        w={125}
        leftSection={<IconTag size={15} aria-hidden />}
        value={filter.tag}
        onSearch={(tag) => onChange({ tag })}
      />
      {onClear ? (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </Group>
  );
}

import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longestName } from '../../../domain/limits.ts';
import type { Severity } from '../../../domain/outcomes.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { DetectionRule } from '../../../server/catalogue/detection-rules/contract.ts';
import type { Fact } from '../../../server/facts/contract.ts';
import { detectionRules } from '../../api/catalogue/detection-rules.ts';
import { t } from '../../words.ts';
import styles from './facts.module.css';

type Rule = Pick<Fact, 'rule_name' | 'rule_id'>;

const offeredAtOnce = 20;

/**
 * The rule behind a detection: any name, or an imported rule, which is linked by id. Before typing, the technique's rules are
 * suggested.
 */
export function RuleField({
  rule,
  technique,
  onSave,
}: {
  rule: Rule;
  technique: string | null;
  /** Includes the level of an imported rule; null for any other. */
  onSave: (rule: Rule, level: Severity | null) => Promise<boolean>;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [q] = useDebouncedValue(typed?.trim() ?? '', 150);
  const found = useQuery({
    ...detectionRules({
      limit: offeredAtOnce,
      ...(q === '' ? (technique === null ? {} : { technique }) : { q: q.slice(0, 200) }),
    }),
    enabled: isOpen,
  });
  const offered = new Map((found.data?.items ?? []).map((item) => [item.title.trim(), item]));
  const save = async (name: string) => {
    setIsOpen(false);
    const rule_name = name.trim() || null;
    const known = offered.get(name.trim());
    if (rule_name === rule.rule_name && known === undefined) return setTyped(null);
    // The id belongs to the previously named rule.
    if (!(await onSave({ rule_name, rule_id: known?.rule_id ?? null }, known?.level ?? null))) return;
    // Text typed while saving stays.
    setTyped((current) => (current === name ? null : current));
  };
  return (
    <Autocomplete
      aria-label={t('facts.rule')}
      placeholder={t('facts.rule')}
      size="xs"
      maxLength={longestName}
      className={styles.rule ?? ''}
      mod={{ named: rule.rule_name !== null }}
      title={toVisibleText(rule.rule_name ?? '')}
      value={typed ?? rule.rule_name ?? ''}
      data={[...offered.keys()]}
      filter={({ options }) => options}
      renderOption={({ option }) => <Offered rule={offered.get(option.value)} title={option.value} />}
      comboboxProps={{ width: 340, position: 'bottom-start' }}
      maxDropdownHeight={260}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onChange={setTyped}
      onOptionSubmit={(title) => void save(title)}
      onBlur={() => (typed === null ? undefined : void save(typed))}
      onKeyDown={(event) => {
        const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
        // If an option is highlighted, the list picks it.
        if (event.key !== 'Enter' || list?.querySelector('[data-combobox-selected]')) return;
        if (typed !== null) void save(typed);
      }}
    />
  );
}

function Offered({ rule, title }: { rule: DetectionRule | undefined; title: string }) {
  const techniques = rule?.catalog_tags.filter((tag) => /^T\d/.test(tag)) ?? [];
  const beside = [rule?.level, techniques.join(', ')];
  return (
    <span>
      <span>{toVisibleText(title)}</span>
      <span className={styles.ruleOf}>{toVisibleText(beside.filter(Boolean).join(' · '))}</span>
    </span>
  );
}

import { Combobox, Group, Text } from '@mantine/core';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t } from '../../words.ts';
import styles from './pick-list.module.css';
import type { Pickable } from './use-pick.ts';

/** The matches in a choice field, by id, name and parent. */
export function PickList({
  label,
  options,
  isTyped,
  hint,
}: {
  label: string;
  options: readonly Pickable[];
  isTyped: boolean;
  /** Text without a match. */
  hint: string;
}) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options
        mah={280}
        style={{ overflowY: 'auto' }}
        aria-label={t('shared.label_matches', { label })}
        className={styles.list as string}
        data-typed={isTyped || undefined}
      >
        {options.map(({ id, name, where }) => (
          <Combobox.Option key={id} value={id}>
            <Group gap="xs" wrap="nowrap" align="baseline">
              <Text span ff="monospace" size="xs" className={styles.id as string}>
                {id}
              </Text>
              <Text span size="sm">
                {toVisibleText(name)}
                {where ? (
                  <Text span size="xs" c="dimmed" ml={6}>
                    {toVisibleText(where)}
                  </Text>
                ) : null}
              </Text>
            </Group>
          </Combobox.Option>
        ))}
        {options.length === 0 ? <Combobox.Empty>{hint}</Combobox.Empty> : null}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

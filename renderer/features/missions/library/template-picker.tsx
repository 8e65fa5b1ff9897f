import { ActionIcon, Checkbox, Group, Input, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { NamedRule } from '../../../../domain/detection-rules.ts';
import { longestSearch } from '../../../../domain/limits.ts';
import { keepForm } from '../../../ui/filters/search-field.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './template-picker.module.css';

/** A picked template with the number of its tests, or an empty test. */
export type Picked = {
  id: string;
  name: string;
  tests: number;
  /** Why the test is planned. */
  reason?: string;
  /** Rules that have to fire in it. */
  rules?: readonly NamedRule[];
  /** Technique of an empty test, which has no template. */
  blank?: { kind: 'technique' | 'subtechnique'; external_id: string };
};

type Props = {
  label?: string;
  /** Noun for the picked objects, for example "scenario". */
  one: 'test' | 'scenario';
  /** Found templates; undefined while loading. */
  found: readonly (Picked & { description: ReactNode })[] | undefined;
  failure: Error | null;
  /** Shown when there are no templates. */
  none: ReactNode;
  text: string;
  onText: (text: string) => void;
  value: Picked[];
  onChange: (picked: Picked[]) => void;
  error?: ReactNode;
};

/** Picks templates, in the order of the future mission. */
export function TemplatePicker(props: Props) {
  const { label, one, found, failure, none, text, onText, value, onChange, error } = props;
  const move = (index: number, by: -1 | 1) => {
    const next = [...value];
    const [item] = next.splice(index, 1);
    next.splice(index + by, 0, item as Picked);
    onChange(next);
  };
  return (
    <Input.Wrapper label={label} labelElement="div">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={4}>
        <div>
          <TextInput
            size="xs"
            aria-label={t(`mission_editor.search_templates.${one}`)}
            placeholder={t('mission_editor.search_templates')}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={text}
            maxLength={longestSearch}
            onChange={(event) => onText(event.currentTarget.value)}
            onKeyDown={keepForm}
            error={error}
            mb={6}
          />
          <ul className={styles.list} aria-label={t(`mission_editor.templates_of.${one}`)}>
            {found === undefined && failure === null ? (
              <li>
                <Skeleton height={20} />
              </li>
            ) : null}
            {found?.length === 0 ? <li>{none}</li> : null}
            {failure === null ? null : (
              <li>
                <Text size="sm" c="dimmed">
                  {failure.message}
                </Text>
              </li>
            )}
            {found?.map(({ description, ...template }) => {
              const picked = value.some(({ id }) => id === template.id);
              return (
                <li key={template.id}>
                  <Checkbox
                    size="xs"
                    checked={picked}
                    label={<Name>{template.name}</Name>}
                    description={description}
                    onChange={() =>
                      onChange(picked ? value.filter(({ id }) => id !== template.id) : [...value, template])
                    }
                  />
                </li>
              );
            })}
          </ul>
        </div>
        <div>
          <Text size="xs" c="dimmed" h={30} pt={6} mb={6} role="status">
            {value.length === 0
              ? t('mission_editor.picked_none_yet')
              : t('mission_editor.in_this_order_value', { value: countTests(value) })}
          </Text>
          {value.length > 0 ? (
            <ol className={styles.list} aria-label={t(`mission_editor.picked_in_order.${one}`)}>
              {value.map((item, index) => (
                <li key={item.id}>
                  <Text size="sm" c="dimmed">
                    {index + 1}.
                  </Text>
                  <Text size="sm" component="span" className={styles.grow}>
                    <Name>{item.name}</Name>
                    {item.blank === undefined ? null : (
                      <Text span size="xs" c="dimmed" ml={6}>
                        {t('mission_editor.to_be_written')}
                      </Text>
                    )}
                    {item.reason === undefined ? null : (
                      <Text size="xs" c="dimmed">
                        <Name>{item.reason}</Name>
                      </Text>
                    )}
                  </Text>
                  <Group gap={2} wrap="nowrap">
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      disabled={index === 0}
                      aria-label={t('mission_editor.move_up_name', { name: item.name })}
                      onClick={() => move(index, -1)}
                    >
                      <IconArrowUp size={14} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      disabled={index === value.length - 1}
                      aria-label={t('mission_editor.move_down_name', { name: item.name })}
                      onClick={() => move(index, 1)}
                    >
                      <IconArrowDown size={14} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      aria-label={t('mission_editor.remove_name', { name: item.name })}
                      onClick={() => onChange(value.filter(({ id }) => id !== item.id))}
                    >
                      <IconX size={14} aria-hidden />
                    </ActionIcon>
                  </Group>
                </li>
              ))}
            </ol>
          ) : null}
        </div>
      </SimpleGrid>
    </Input.Wrapper>
  );
}

function countTests(picked: readonly Picked[]): string {
  const tests = picked.reduce((sum, one) => sum + one.tests, 0);
  return t('shared.count.tests', { count: tests });
}

import { ActionIcon, Checkbox, Group, Input, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { longestSearch } from '../../../domain/limits.ts';
import { scenarioTemplateList } from '../../api/templates.ts';
import { Name } from '../../ui/name.tsx';
import { keepForm } from '../../ui/search-field.tsx';
import styles from './scenario-picker.module.css';

export type Picked = { id: string; name: string; tests: number };

/** Picks scenario templates, in the order in which the mission will have them. */
export function ScenarioPicker({
  value,
  onChange,
  error,
}: {
  value: Picked[];
  onChange: (picked: Picked[]) => void;
  error?: ReactNode;
}) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const templates = useQuery(scenarioTemplateList({ q, limit: 100 }));
  const move = (index: number, by: -1 | 1) => {
    const next = [...value];
    const [item] = next.splice(index, 1);
    next.splice(index + by, 0, item as Picked);
    onChange(next);
  };
  return (
    <Input.Wrapper label="Scenarios" labelElement="div">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={4}>
        <div>
          <TextInput
            size="xs"
            aria-label="Search scenario templates"
            placeholder="Search templates"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={text}
            maxLength={longestSearch}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={keepForm}
            error={error}
            mb={6}
          />
          <ul className={styles.list} aria-label="Scenario templates">
            {templates.isPending ? (
              <li>
                <Skeleton height={20} />
              </li>
            ) : null}
            {templates.data?.items.length === 0 ? (
              <li>
                <Text size="sm" c="dimmed">
                  {q
                    ? 'No template is called so.'
                    : 'There are no scenario templates yet. Make one under Templates.'}
                </Text>
              </li>
            ) : null}
            {templates.isError ? (
              <li>
                <Text size="sm" c="dimmed">
                  {templates.error.message}
                </Text>
              </li>
            ) : null}
            {templates.data?.items.map((template) => {
              const picked = value.some(({ id }) => id === template.id);
              return (
                <li key={template.id}>
                  <Checkbox
                    size="xs"
                    checked={picked}
                    label={<Name>{template.name}</Name>}
                    description={`${template.tests.length} ${template.tests.length === 1 ? 'test' : 'tests'}`}
                    onChange={() =>
                      onChange(
                        picked
                          ? value.filter(({ id }) => id !== template.id)
                          : [
                              ...value,
                              { id: template.id, name: template.name, tests: template.tests.length },
                            ],
                      )
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
              ? 'Picked: none yet'
              : `In this order: ${value.reduce((sum, { tests }) => sum + tests, 0)} tests`}
          </Text>
          {value.length > 0 ? (
            <ol className={styles.list} aria-label="Picked scenarios, in order">
              {value.map((item, index) => (
                <li key={item.id}>
                  <Text size="sm" c="dimmed">
                    {index + 1}.
                  </Text>
                  <Text size="sm" component="span" className={styles.grow}>
                    <Name>{item.name}</Name>
                  </Text>
                  <Group gap={2} wrap="nowrap">
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      disabled={index === 0}
                      aria-label={`Move up: ${item.name}`}
                      onClick={() => move(index, -1)}
                    >
                      <IconArrowUp size={14} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      disabled={index === value.length - 1}
                      aria-label={`Move down: ${item.name}`}
                      onClick={() => move(index, 1)}
                    >
                      <IconArrowDown size={14} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove: ${item.name}`}
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

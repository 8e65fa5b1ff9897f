import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../../api/connection/session.ts';
import { loadStarterLibrary } from '../../../api/home.ts';
import { t } from '../../../words.ts';

/** Shown when there is nothing to pick; people with the permission can fill the library from there. */
export function NoTemplates({ one, isSearch }: { one: 'test' | 'scenario'; isSearch: boolean }) {
  const queryClient = useQueryClient();
  const mayTests = useMay('test_template.create');
  const mayScenarios = useMay('scenario_template.create');
  const loading = useMutation({ mutationFn: () => loadStarterLibrary(queryClient) });
  const words = isSearch
    ? t('mission_editor.no_template_is_called_so')
    : t(`mission_editor.no_templates.${one}`);
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {words} {loading.error?.message}
      </Text>
      {!isSearch && mayTests && mayScenarios ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={loading.isPending}
          onClick={() => loading.mutate()}
        >
          {t('mission_editor.load_the_starter_library')}
        </Button>
      ) : null}
    </Group>
  );
}

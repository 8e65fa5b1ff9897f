import { ActionIcon, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { forgetServer, getDesktop, rememberedServers, unwrap } from '../../api/connection/desktop.ts';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';

/** Opens a colleague's server in a new window. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const servers = useQuery(rememberedServers);
  const form = useForm({
    initialValues: { url: '' },
    validate: {
      url: (value) =>
        /^https?:\/\/[^\s/]+(?:\/?|\/sign-in#\S+)$/i.test(value.trim())
          ? null
          : t('desktop.enter_an_address_such_as_https'),
    },
  });
  const connecting = useMutation({
    mutationFn: (url: string) => unwrap(getDesktop().servers.connect(url)),
    onSuccess: onClose,
  });
  const forgetting = useMutation({ mutationFn: (url: string) => forgetServer(queryClient, url) });
  return (
    <Modal opened onClose={onClose} title={t('desktop.connect_to_a_server')}>
      <Stack gap="md">
        <Form
          form={form}
          saving={connecting}
          onSubmit={({ url }) => connecting.mutate(url.trim())}
          buttons={
            <DialogButtons submit={t('desktop.connect')} isSaving={connecting.isPending} onCancel={onClose} />
          }
        >
          <TextInput
            label={t('shared.address')}
            description={t('desktop.or_the_link_with_it_damson')}
            placeholder="https://192.168.7.10:4780"
            inputMode="url"
            spellCheck={false}
            maxLength={300}
            data-autofocus
            {...form.getInputProps('url')}
          />
        </Form>
        {servers.isPending ? <Skeleton height={36} /> : null}
        {servers.data !== undefined && servers.data.length > 0 ? (
          <Stack gap={4} component="section" aria-label={t('desktop.servers_used_before')}>
            <Text size="sm" fw={500}>
              {t('desktop.used_before')}
            </Text>
            {servers.data.map(({ url, last_used_at }) => (
              <Group key={url} gap="xs" wrap="nowrap">
                <Button
                  variant="default"
                  justify="flex-start"
                  flex={1}
                  disabled={connecting.isPending}
                  onClick={() => connecting.mutate(url)}
                >
                  {url}
                </Button>
                <Text size="xs" c="dimmed">
                  <Moment at={last_used_at} />
                </Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('desktop.forget_url', { url })}
                  onClick={() => forgetting.mutate(url)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
        ) : null}
      </Stack>
    </Modal>
  );
}

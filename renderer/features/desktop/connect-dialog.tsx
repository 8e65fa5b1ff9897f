import { ActionIcon, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { forgetServer, getDesktop, rememberedServers, unwrap } from '../../api/connection/desktop.ts';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { Moment } from '../../ui/times/time.tsx';

/** Opens a colleague’s server in a window of its own. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const servers = useQuery(rememberedServers);
  const form = useForm({
    initialValues: { url: '' },
    validate: {
      url: (value) =>
        /^https?:\/\/[^\s/]+(?:\/?|\/sign-in#\S+)$/i.test(value.trim())
          ? null
          : 'Enter an address such as https://192.168.7.10:4780, or the link you were given',
    },
  });
  const connecting = useMutation({
    mutationFn: (url: string) => unwrap(getDesktop().servers.connect(url)),
    onSuccess: onClose,
  });
  const forgetting = useMutation({ mutationFn: (url: string) => forgetServer(queryClient, url) });
  return (
    <Modal opened onClose={onClose} title="Connect to a server">
      <Stack gap="md">
        <Form
          form={form}
          saving={connecting}
          onSubmit={({ url }) => connecting.mutate(url.trim())}
          buttons={<DialogButtons submit="Connect" isSaving={connecting.isPending} onCancel={onClose} />}
        >
          <TextInput
            label="Address"
            description="Or the link: with it, Damson checks the server’s certificate by itself. It opens in a window of its own."
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
          <Stack gap={4} component="section" aria-label="Servers used before">
            <Text size="sm" fw={600}>
              Used before
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
                  aria-label={`Forget ${url}`}
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

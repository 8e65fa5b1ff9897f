import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Group } from '../../../../server/accounts/groups/contract.ts';
import type { ManagedUser } from '../../../../server/accounts/users/contract.ts';
import { changeUser, joinGroup, leaveGroup } from '../../../api/accounts/accounts.ts';
import { rich } from '../../../rich.ts';
import { offerUndo } from '../../../ui/dialogs/undo.tsx';
import { sayRefused } from '../../../ui/notes/say-refused.ts';
import { PickOne } from '../../../ui/pick/pick-one.tsx';
import { eachOf } from '../../../ui/selection/each-of.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

/** Actions for several accounts, each with Undo. Nobody can deactivate themselves among others. */
export function UserBulk({
  users,
  me,
  groups,
  onDone,
}: {
  users: readonly ManagedUser[];
  me: Pick<ManagedUser, 'id'>;
  groups: readonly Group[];
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const active = users.filter(({ id, is_active }) => is_active && id !== me.id);
  const inactive = users.filter(({ is_active }) => !is_active);
  const run = async (write: () => Promise<void>) => {
    setBusy(true);
    await write();
    setBusy(false);
    onDone();
  };
  const setActive = async (chosen: readonly ManagedUser[], is_active: boolean) => {
    const named = chosen.map(({ id, display_name }) => ({ id, name: display_name }));
    const written: { id: string; name: string }[] = [];
    const refused = await eachOf(named, async (user) => {
      await changeUser(queryClient, user.id, { is_active });
      written.push(user);
    });
    if (written.length > 0) {
      offerUndo({
        what: t(is_active ? 'administration.users_activated' : 'administration.users_deactivated', {
          count: written.length,
        }),
        undo: () => eachOf(written, ({ id }) => changeUser(queryClient, id, { is_active: !is_active })),
      });
    }
    sayRefused(refused, chosen.length, 'user');
  };
  const join = async (groupId: string) => {
    const name = groups.find(({ id }) => id === groupId)?.name ?? '';
    try {
      const ids = users.map(({ id }) => id);
      const added = await joinGroup(queryClient, groupId, ids);
      if (added.length === 0) {
        notifications.show({ message: t('administration.they_were_members_of_this_group') });
        return;
      }
      offerUndo({
        what: rich('administration.users_added', { count: added.length, name: <Name>{name}</Name> }),
        undo: async () => {
          await leaveGroup(queryClient, groupId, added);
          return [];
        },
      });
    } catch (error) {
      sayRefused([(error as Error).message], users.length, 'user');
    }
  };
  return (
    <>
      {active.length > 0 ? (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<IconUserOff size={14} aria-hidden />}
          onClick={() => run(() => setActive(active, false))}
        >
          {t('administration.deactivate_count', { count: active.length })}
        </Button>
      ) : null}
      {inactive.length > 0 ? (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<IconUserCheck size={14} aria-hidden />}
          onClick={() => run(() => setActive(inactive, true))}
        >
          {t('administration.activate_count', { count: inactive.length })}
        </Button>
      ) : null}
      <PickOne
        aria-label={t('administration.add_the_selected_users_to_a')}
        placeholder={t('administration.add_to_group')}
        size="xs"
        w={170}
        disabled={isBusy}
        nothingFoundMessage={t('administration.no_such_group')}
        comboboxProps={{ keepMounted: false }}
        data={groups.map(({ id, name }) => ({ value: id, label: toVisibleText(name) }))}
        onPick={(id) => void run(() => join(id))}
      />
    </>
  );
}

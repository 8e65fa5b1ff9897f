import type { QueryClient } from '@tanstack/react-query';
import { removeTest, restoreTest, type TestRef } from '../../../api/missions/outlines.ts';
import { rich } from '../../../rich.ts';
import { writeWithUndo } from '../../../ui/dialogs/undo.tsx';
import { Name } from '../../../ui/text/name.tsx';

/** Removes a test, and offers to restore it. `leave` first leaves its page. */
export async function removeWithUndo(
  queryClient: QueryClient,
  test: TestRef & { name: string },
  leave: () => Promise<void> = async () => {},
): Promise<void> {
  // The test's page would otherwise request it again.
  await leave();
  await writeWithUndo(async (offer) => {
    await removeTest(queryClient, test);
    offer({
      what: <>{rich('mission_editor.name_removed', { name: <Name>{test.name}</Name> })}</>,
      undo: async () => {
        await restoreTest(queryClient, test);
        return [];
      },
    });
  });
}

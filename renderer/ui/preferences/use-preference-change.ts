import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { Preferences } from '../../../domain/preferences.ts';
import { changePreferences } from '../../api/accounts/preferences.ts';
import { t } from '../../words.ts';

/** Changes display preferences, and reports a failed save. */
export function usePreferenceChange(): (change: Partial<Preferences>) => void {
  const queryClient = useQueryClient();
  return (change) => {
    changePreferences(queryClient, change).catch((error: Error) => {
      notifications.show({ color: 'red', title: t('shared.this_could_not_be_kept'), message: error.message });
    });
  };
}

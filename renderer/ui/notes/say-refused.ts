import { notifications } from '@mantine/notifications';
import { t } from '../../words.ts';
import type { Thing } from '../lists/thing.ts';

/** Reports which of several objects were not changed, with reasons. */
export function sayRefused(
  refused: readonly string[],
  of: number,
  thing: Extract<Thing, 'user' | 'test' | 'test_template'>,
): void {
  if (refused.length === 0) return;
  notifications.show({
    color: 'red',
    title:
      of === 1
        ? t(`shared.one_stayed.${thing}`)
        : t(`shared.some_stayed.${thing}`, { count: refused.length, of }),
    message: refused[0],
    autoClose: false,
  });
}

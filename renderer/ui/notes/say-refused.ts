import { notifications } from '@mantine/notifications';
import { formatCount } from '../text/format-count.ts';

/** Says what of so many stayed as it was, and why; `one` is "test". */
export function sayRefused(refused: readonly string[], of: number, one: string): void {
  if (refused.length === 0) return;
  notifications.show({
    color: 'red',
    title:
      of === 1
        ? `The ${one} stayed as it was`
        : `${refused.length} of ${formatCount(of, one)} stayed as they were`,
    message: refused[0],
    autoClose: false,
  });
}

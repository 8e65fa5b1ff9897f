import type { Theme, TimeZone } from '../../../domain/preferences.ts';
import { nameZone } from '../record/local-time.ts';

export const themeName: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

export function nameTimeZone(zone: TimeZone): string {
  return zone === 'utc' ? 'UTC' : `Local (${nameZone(new Date(), 'local')})`;
}

import type { TimeZone } from '../../../domain/preferences.ts';
import { t } from '../../words.ts';
import { nameZone } from '../record/local-time.ts';

export function nameTimeZone(zone: TimeZone): string {
  return zone === 'utc' ? 'UTC' : t('shared.local_value', { value: nameZone(new Date(), 'local') });
}

import type { TimeZone } from '../../../domain/preferences.ts';
import { dateFormat } from '../../words.ts';

/** A moment in ISO 8601 without a zone, as shown in the viewer's zone or in UTC. */
export function toLocalInput(iso: string, zone: TimeZone): string {
  const date = new Date(iso);
  if (zone === 'utc') return date.toISOString().slice(0, 19);
  const padTwo = (value: number) => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;
  return `${day}T${padTwo(date.getHours())}:${padTwo(date.getMinutes())}:${padTwo(date.getSeconds())}`;
}

/** The moment meant by the text, or null if invalid. */
export function fromLocalInput(text: string, zone: TimeZone): string | null {
  const date = new Date(zone === 'utc' ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Name of the zone at that moment: it differs in summer. */
export function nameZone(at: Date, zone: TimeZone): string {
  if (zone === 'utc') return 'UTC';
  const parts = dateFormat({ timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

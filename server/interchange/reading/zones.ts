/** Offsets of abbreviations with only one plausible zone; minutes east of UTC. */
const abbreviations: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  zulu: 0,
  z: 0,
  wet: 0,
  west: 60,
  cet: 60,
  mez: 60,
  cest: 120,
  mesz: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  jst: 540,
  aest: 600,
  aedt: 660,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

const offset = /^(?:utc|gmt)?\s*([+-])(\d{1,2})(?::?(\d\d))?$/i;

/**
 * Takes a possible time zone, returns it as an offset (`+02:00`), as its IANA name, or as `local` for one known only to the
 * writer; null for anything else.
 */
export function readZone(text: string): string | null {
  const word = text.trim().replaceAll(/\s+time$/gi, '');
  const known = Object.hasOwn(abbreviations, word.toLowerCase())
    ? abbreviations[word.toLowerCase()]
    : undefined;
  if (known !== undefined) return toOffset(known);
  if (/^(?:local|lokal)$/i.test(word)) return 'local';
  const [, sign, hours, minutes = '00'] = offset.exec(word) ?? [];
  if (hours !== undefined && Number(hours) <= 14 && Number(minutes) < 60) {
    return toOffset((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)));
  }
  return /^[A-Z][A-Za-z_]+(?:\/[A-Za-z_+-]+){1,2}$/.test(word) && isNamed(word) ? word : null;
}

function toOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function isNamed(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Takes a moment read as if in UTC, and a zone; returns the moment in that zone. */
export function shiftTo(at: string, zone: string): string {
  const moment = Date.parse(at);
  const first = moment - offsetAt(moment, zone);
  // The offset may differ at the corrected moment.
  return new Date(moment - offsetAt(first, zone)).toISOString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(moment: number, zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const clock = Date.UTC(year, month - 1, day, hour, minute, second);
  return clock - Math.floor(moment / 1000) * 1000;
}

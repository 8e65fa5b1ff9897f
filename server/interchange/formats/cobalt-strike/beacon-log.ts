/** A line of a Beacon log that begins with its time, with the lines that follow it. */
export type Entry = {
  /** As written, without a year: `09/01 10:00:05 UTC`. */
  stamp: string;
  month: number;
  day: number;
  clock: string;
  /** Of the team server; empty if it is not named. */
  zone: string;
  kind: Kind;
  text: string;
};

const kinds = ['metadata', 'input', 'task', 'checkin', 'output', 'note', 'indicator', 'error'] as const;
export type Kind = (typeof kinds)[number];

const stamped = new RegExp(
  `^(\\d\\d)/(\\d\\d) (\\d\\d:\\d\\d:\\d\\d)(?: ([A-Za-z0-9:+/_-]{1,40}))? \\[(${kinds.join('|')})\\](?: (.*))?$`,
  's',
);

/** Whether a text is the log of a Beacon: one of its first lines is about an order or the Beacon itself. */
export function isBeaconLog(text: string): boolean {
  return text
    .slice(0, 64 * 1024)
    .split(/\r?\n/, 200)
    .some((line) =>
      /^\d\d\/\d\d \d\d:\d\d:\d\d(?: \S{1,40})? \[(?:metadata|input|task|checkin)\] /.test(line),
    );
}

/** Takes the text of a log, returns its entries in order; lines before the first belong to none. */
export function* readEntries(text: string): Generator<Entry> {
  let entry: Entry | null = null;
  let more: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const found = stamped.exec(line);
    if (found === null) {
      more.push(line);
      continue;
    }
    if (entry !== null) yield finish(entry, more);
    const [, month, day, clock = '', zone = '', kind, said = ''] = found;
    const stamp = line.slice(0, line.indexOf(' ['));
    entry = { stamp, month: Number(month), day: Number(day), clock, zone, kind: kind as Kind, text: said };
    more = [];
  }
  if (entry !== null) yield finish(entry, more);
}

function finish(entry: Entry, more: readonly string[]): Entry {
  return { ...entry, text: [entry.text, ...more].join('\n').trim() };
}

/** The host of a Beacon, as its metadata says. */
export type Beacon = {
  computer: string | null;
  user: string | null;
  isElevated: boolean;
  process: string | null;
  pid: string | null;
};

/** Takes the text of a metadata entry: `10.0.0.1 <- 10.0.0.5; computer: WS01; user: anna *; process: a.exe; pid: 4832`. */
export function readMetadata(text: string): Beacon {
  const fields = new Map(
    text.split(';').flatMap((part): [string, string][] => {
      const colon = part.indexOf(': ');
      return colon === -1 ? [] : [[part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 2).trim()]];
    }),
  );
  const read = (name: string) => fields.get(name) || null;
  const user = read('user');
  return {
    computer: read('computer'),
    user: user?.replace(/ \*$/, '') ?? null,
    isElevated: user?.endsWith(' *') ?? false,
    process: read('process'),
    pid: read('pid'),
  };
}

/** A day from which on a log was written. */
export type Day = { year: number; month: number };

/** Gives the entries of a log their year, from its first day on. */
export class Years {
  #year: number | null;
  #month: number;

  constructor(day: Day | null) {
    this.#year = day?.year ?? null;
    this.#month = day?.month ?? 1;
  }

  /** The time of an entry as a text with a year; null without a day. */
  date({ month, day, clock, zone }: Entry): string | null {
    if (this.#year === null) return null;
    // A session goes on over New Year.
    if (month < this.#month && this.#month - month > 6) this.#year += 1;
    this.#month = month;
    const two = (count: number) => String(count).padStart(2, '0');
    return `${this.#year}-${two(month)}-${two(day)} ${clock}${zone === '' ? '' : ` ${zone}`}`;
  }
}

/** Takes the name of a log in an archive, returns the day of its folder (`logs/260901/10.0.0.5/beacon_1.log`) and the address there. */
export function readFolders(name: string): {
  day: Day | null;
  address: string | null;
} {
  const folders = name.split('/').slice(0, -1);
  const place = folders.findLastIndex((folder) => /^\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(folder));
  const day = folders[place];
  if (day === undefined) return { day: null, address: null };
  const address = folders[place + 1];
  return {
    day: { year: 2000 + Number(day.slice(0, 2)), month: Number(day.slice(2, 4)) },
    address: address === undefined || address === 'unknown' ? null : address,
  };
}

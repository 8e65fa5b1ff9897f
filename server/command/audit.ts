import { once } from 'node:events';
import { withFile } from '../backup/verify.ts';
import {
  exportHistory,
  type Head,
  parseAnchor,
  readHead,
  toAnchor,
  verifyHistory,
} from '../history/service.ts';
import { type Command, exitCodes, type Flag, type FlagValues, say, UsageError } from './command.ts';
import { withDatabase, withReadableDatabase } from './open-data.ts';

export const anchorFlag: Flag = {
  type: 'string',
  value: 'seq:hash',
  help: 'the newest entry of the history as stored elsewhere, which must still be there',
};

/** The recorded head, or null when none is given. Refuses a malformed one. */
export function readAnchor({ anchor }: FlagValues): Head | null {
  if (typeof anchor !== 'string') return null;
  const head = parseAnchor(anchor);
  if (head === null)
    throw new UsageError('--anchor needs a number and a hash, as "damson audit head" prints them');
  return head;
}

export const erasedFlag: Flag = {
  type: 'string',
  value: 'seq,…',
  help: 'entries whose changes were erased on request since the anchor; any others are problems',
};

/** The entries given as erased on request, or null when none are given. Refuses anything but a list of numbers. */
export function readErased({ erased }: FlagValues): Set<number> | null {
  if (typeof erased !== 'string') return null;
  if (!/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/.test(erased)) {
    throw new UsageError('--erased needs the numbers of entries, separated by commas');
  }
  return new Set(erased.split(',').map(Number));
}

const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Verify only the history',
  details: [
    'Finds entries that were changed, removed, moved or inserted. Only an anchor detects that the newest',
    'were cut off. Works while a server is running, and changes nothing. Exit code 1 when anything is wrong.',
  ],
  operands: [],
  flags: { anchor: anchorFlag, erased: erasedFlag },
  async run({ settings, flags }) {
    const known = { anchor: readAnchor(flags), erased: readErased(flags) };
    const found = await withReadableDatabase(settings, ({ database }) =>
      withFile(database, async ({ sqlite }) => verifyHistory(sqlite, known)),
    );
    for (const problem of found.problems) say(problem);
    const state = found.problems.length === 0 ? 'whole' : 'not whole';
    if (found.entries === 0) say(`history ${state}, 0 entries`);
    else say(`history ${state}, ${found.entries} entries up to ${toAnchor(found.head)}`);
    return found.problems.length === 0 ? exitCodes.done : exitCodes.refused;
  },
};

const auditHead: Command = {
  name: 'audit head',
  summary: 'Print the newest entry of the history, to store elsewhere',
  details: [
    'Its number and hash stand for the whole history up to it: "damson verify --anchor" compares with it.',
  ],
  operands: [],
  flags: {},
  async run({ settings }) {
    const head = await withReadableDatabase(settings, ({ database }) => readHead(database.db));
    process.stdout.write(`${toAnchor(head)}\n`);
    return exitCodes.done;
  },
};

const auditExport: Command = {
  name: 'audit export',
  summary: 'Print the history, one entry a line as JSON',
  details: ['The export is an entry itself. Works while a server is running.'],
  operands: [],
  flags: {},
  async run({ settings }) {
    await withDatabase(settings, async ({ db }) => {
      for await (const line of exportHistory({ db, now: Date.now }, 'command')) {
        if (!process.stdout.write(line)) await once(process.stdout, 'drain');
      }
    });
    return exitCodes.done;
  },
};

export const auditCommands: readonly Command[] = [auditVerify, auditHead, auditExport];

import type { Proof } from './proof.ts';

export const missionTests: readonly Proof[] = [
  {
    rule: 'Fields of red need mission.write_red_fields, those of blue mission.write_blue_fields, and a body with both needs both',
    tests: {
      'test/api/mission-tests/mission-tests.test.ts': [
        'tests of a mission › writing fields › * belongs to the * side, and is set and cleared by itself',
        'tests of a mission › writing fields › of both sides needs both permissions',
        'tests of a mission › writing fields › reports the permission before the rest of the body',
      ],
    },
  },
  {
    rule: 'PUT of a test takes fields of red and blue alone',
    tests: {
      'test/api/mission-tests/mission-tests.test.ts': [
        'tests of a mission › writing fields › refuses everything if one field is invalid',
      ],
      'test/api/mission-tests/mission-assignments.test.ts': [
        'the assignee of a test › is read-only in the fields of a test',
      ],
    },
  },
  {
    rule: 'A write may name the version it knows, and is 412 where that is stale; an answer has the present one as its ETag',
    tests: {
      'test/api/mission-tests/mission-tests.test.ts': [
        'tests of a mission › reading one › shows everything, with its version as ETag',
        'tests of a mission › If-Match › accepts a write with the current version',
        'tests of a mission › If-Match › equals the version returned by a transition',
        'tests of a mission › If-Match › accepts one of two writers with the same version',
      ],
    },
  },
  {
    rule: 'A test moves as its table says, by the side that the table names; asking for the present state without its permission is 403, and another move 409',
    tests: {
      'test/api/mission-tests/test-moves.test.ts': [
        'tests of a mission › moving one › * → * by *: *',
        'tests of a mission › moving one › lets one of two rivals move it, and both if they ask for the same',
        'tests of a mission › moving one › works in any state of the mission except archived',
      ],
    },
  },
  {
    rule: 'The time of execution is now unless the move supplies it, goes when the execution is undone, and stays when a review is',
    tests: {
      'test/api/mission-tests/test-moves.test.ts': [
        'tests of a mission › moving one › * → * by *: *',
        'tests of a mission › moving one › keeps the time of execution that is supplied, to the millisecond in UTC',
        'tests of a mission › moving one › keeps the time that red wrote before, unless the move names another',
      ],
    },
  },
  {
    rule: 'Every write to a test of a mission has a later time than all before it, even when the clock steps back',
    tests: {
      'test/api/missions/mission-activity.test.ts': [
        'activity › gives every kind of write a later time than all before it, while the clock goes back',
      ],
    },
  },
  {
    rule: 'Activity shows what changed since a time, the oldest first, and going on from next_since misses and repeats nothing',
    tests: {
      'test/api/missions/mission-activity.test.ts': [
        'activity › shows each test as it is now, the oldest change first',
        'activity › continues from next_since and is empty if there is nothing new',
        'activity › shows fifty writes of several people once each, through a clock that goes back and a restart',
        'activity › never misses the last of many writes to a few tests',
      ],
    },
  },
  {
    rule: 'Who wrote last is null once that user is deleted',
    tests: {
      'test/api/missions/missions.test.ts': [
        'missions › survive the user who made them, wrote to them and attached to them',
      ],
    },
  },
  {
    rule: 'A page asks for the activity every 15 s while it is seen, with and without the stream, and never while it is hidden',
    tests: {
      'test/ui/missions/live/activity-poll.spec.ts': [
        'the page of * polls activity every 15 s beside the stream, and never while it is hidden',
        'a page opened in the background polls no activity until it is visible',
      ],
    },
  },
];

export const evidence: readonly Proof[] = [
  {
    rule: 'Evidence is of the side that is asked for, else of blue where that is held, and needs its write permission to come and to go',
    tests: {
      'test/api/mission-tests/mission-evidence.test.ts': [
        'evidence of a mission › sides › * asking for *: *',
        'evidence of a mission › sides › decide who may delete',
      ],
    },
  },
  {
    rule: 'A record of evidence says whose, of what test, what kind, how large and with which digest',
    tests: {
      'server/evidence/receive.test.ts': [
        'receiving evidence › stores the bytes under their digest, for the owner only, and records them',
      ],
      'test/api/mission-tests/mission-evidence.test.ts': [
        'evidence of a mission › sides › are both read by every member',
      ],
    },
  },
  {
    rule: 'Evidence is sent as an attachment with its type and its digest, in ranges and by condition, to GET and HEAD',
    tests: {
      'test/api/evidence/evidence.test.ts': [
        'evidence over HTTP › serves ranges, HEAD and conditions, as an attachment that is never rendered',
        'evidence over HTTP › treats a path in the name as text',
      ],
    },
  },
  {
    rule: 'Evidence of 24 MiB is taken and of 26 MB is not (413); 25,600,000 bytes are the bound',
    tests: {
      'test/api/evidence/evidence.test.ts': [
        'evidence over HTTP › takes 24 MiB and exactly 25,600,000 bytes, and gives back the same bytes',
        'evidence over HTTP › refuses 25,600,001 bytes, 26 MB and 26 MiB, and keeps nothing',
      ],
    },
  },
  {
    rule: 'Evidence is hashed and written as it arrives, never whole in memory',
    tests: {
      'server/evidence/receive.test.ts': ['receiving evidence › reads no faster than the file is written'],
    },
  },
  {
    rule: 'Extension, declared type and bytes of evidence agree and are on the whitelist, or it is 415',
    tests: {
      'test/api/evidence/evidence.test.ts': [
        'evidence over HTTP › refuses an extension off the whitelist',
        'evidence over HTTP › refuses an extension that lies',
        'evidence over HTTP › refuses a declared type that lies',
        'evidence over HTTP › refuses a type off the whitelist',
        'evidence over HTTP › refuses bytes that are no text',
      ],
      'server/evidence/rules.test.ts': [
        'evidence kinds › holds exactly the whitelist',
        'evidence kinds › takes * declared as *',
        'evidence kinds › refuses * declared as *',
      ],
      'server/evidence/inspection.test.ts': [
        'inspection of bytes › takes a .* that is one, however it is cut',
        'inspection of bytes › refuses it under every other binary extension',
      ],
    },
  },
  {
    rule: 'Evidence lies at its mission, its test and its digest; an upload that fails or is cut off leaves nothing',
    tests: {
      'server/evidence/receive.test.ts': [
        'receiving evidence › stores the bytes under their digest, for the owner only, and records them',
      ],
      'test/api/evidence/evidence.test.ts': [
        'evidence over HTTP › keeps nothing of an upload that is aborted halfway',
      ],
      'test/api/mission-tests/evidence-uploads.test.ts': [
        'evidence of a mission › an upload that is under way › is refused when the mission is archived meanwhile',
        'evidence of a mission › an upload that is under way › is refused when the mission is deleted, or its uploader is taken out, meanwhile',
        'evidence of a mission › an upload that is under way › is refused when the session or the permission ends meanwhile',
      ],
    },
  },
  {
    rule: "Evidence that is missing, out of reach or another mission's is 404",
    tests: {
      'test/api/mission-tests/mission-evidence.test.ts': [
        'evidence of a mission › to others › is not found at any of its addresses, whatever their other permissions',
        'evidence of a mission › to others › appears and disappears at once with membership',
      ],
    },
  },
  {
    rule: 'Evidence whose file is missing is 404',
    tests: {
      'test/api/backups/lost-files.test.ts': [
        'a stored file that is lost › of evidence: is not found, and health is degraded until it is there again',
      ],
    },
  },
];

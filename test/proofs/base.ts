import type { Proof } from './proof.ts';

export const conventions: readonly Proof[] = [
  {
    rule: 'The activity of a mission takes any ISO 8601 time; without an offset it is in UTC, and a date alone is its midnight',
    tests: {
      'test/api/missions/mission-activity.test.ts': [
        'activity › accepts since with any offset',
        'activity › accepts since as any ISO 8601 timestamp, in UTC without an offset, and a date as its midnight',
        'activity › refuses an invalid time',
      ],
    },
  },
  {
    rule: 'A partial update changes what is there, and a null that is there empties a text, a date or a reference; a name refuses it',
    tests: {
      'test/api/missions/missions.test.ts': [
        'missions › changing one › changes the given fields and applies null',
        'missions › changing one › changes nothing if the body is empty',
        'missions › changing one › refuses invalid values and changes nothing',
      ],
      'test/api/mission-tests/mission-tests.test.ts': [
        'tests of a mission › writing fields › * belongs to the * side, and is set and cleared by itself',
        'tests of a mission › writing fields › leaves absent fields unchanged',
      ],
      'test/api/templates/test-templates.test.ts': [
        'test templates › changing one › changes * to * and nothing else',
        'test templates › changing one › refuses what is invalid and leaves the template as it was',
      ],
      'test/api/templates/scenario-templates.test.ts': [
        'scenario templates › changing one › changes * to * and nothing else',
      ],
      'test/api/engagements/engagements.test.ts': [
        'engagements › changing one › changes the given fields, and clears nullable ones with null',
        'engagements › changing one › refuses a name of null',
      ],
      'test/api/engagements/simulation-changes.test.ts': [
        'simulations › changing one › changes the given fields, and clears nullable ones with null',
      ],
      'test/api/engagements/simulation-templates.test.ts': [
        'simulation templates › changing one › changes the given fields, and clears nullable ones with null',
      ],
    },
  },
  {
    rule: 'Null for a list is an empty list, on create and update',
    tests: {
      'test/api/templates/test-template-creation.test.ts': [
        'new test templates › making one › accepts null as an empty list, on create and update',
      ],
      'test/api/templates/scenario-template-creation.test.ts': [
        'new scenario templates › making one › accepts null as an empty list, and tags as they are shown, on create and update',
      ],
      'test/api/missions/mission-members.test.ts': [
        'parts of a mission › members › are accepted as they are shown, and null clears them',
      ],
      'test/api/engagements/simulation-changes.test.ts': [
        'simulations › changing one › takes null for a list as an empty one, also instead of its template’s',
      ],
      'test/api/engagements/simulation-templates.test.ts': [
        'simulation templates › accepts techniques as they are shown and null for an empty list, on create and update',
      ],
      'test/api/accounts/accounts-groups.test.ts': ['groups › accept null as an empty text or list'],
    },
  },
  {
    rule: 'What a response shows may be sent back; of a tag or a technique the identity alone counts',
    tests: {
      'test/api/http/sent-back.test.ts': [
        'objects can be sent back as they are shown › is tested for everything that PUT or PATCH changes',
        'objects can be sent back as they are shown › *: as it was shown, and nothing else',
      ],
      'test/api/templates/test-template-creation.test.ts': [
        'new test templates › making one › accepts catalogue tags as any answer shows them, and reads only their kind and id',
      ],
      'test/api/engagements/simulation-changes.test.ts': [
        'simulations › changing one › takes techniques as they are shown, on create and update',
      ],
    },
  },
  {
    rule: 'A token that is missing, invalid, expired or revoked is 401, in front of everything else',
    tests: {
      'test/api/http/access-matrix.test.ts': [
        'walks every operation of both trees',
        'serves only the sign-in to the public',
        'without a valid token › * is 401',
      ],
      'test/api/sign-in/accounts-tokens.test.ts': ['tokens › are refused with *'],
      'test/api/sign-in/accounts-sessions.test.ts': [
        'a session › ends at sign-out with all of its tokens, and no other session does',
        'a session › ends at once with *',
      ],
    },
  },
  {
    rule: 'A permission or a role that is missing is 403, before anything is looked up',
    tests: { 'test/api/http/access-matrix.test.ts': ['with too little › * is 403 for *'] },
  },
  {
    rule: 'A path under /api that is unknown is a 404 in JSON, with and without a token',
    tests: {
      'test/api/http/http-base.test.ts': [
        'request targets › answers 404 to unknown paths with any method, with and without a token',
      ],
    },
  },
  {
    rule: 'What is missing and what one may not see are the same 404',
    tests: {
      'test/api/missions/mission-access.test.ts': [
        'access to missions › missions of others › are indistinguishable from missing ones, on any path',
        'access to missions › missions of others › are indistinguishable by invalid bodies either',
      ],
      'test/api/organisations/shared-objects.test.ts': [
        'objects of a mission of others are as missing as those that do not exist, by › *',
        'nothing of what one does not see is told by › *',
      ],
    },
  },
];

export const operating: readonly Proof[] = [
  {
    rule: 'Outside development a placeholder or a short secret stops the start: one line on standard error, exit 78, nothing created',
    tests: {
      'test/command/usage.test.ts': [
        'settings › a placeholder secret: one line, exit code 78, nothing made',
        'settings › a short secret: one line, exit code 78, nothing made',
        'settings › a placeholder key: one line, exit code 78, nothing made',
        'settings › the example file has every setting, and no secret that a start accepts',
      ],
      'server/settings/placeholders.test.ts': [
        'placeholder secrets › are refused with APP_ENV="*"',
        'placeholder secrets › are accepted in development',
      ],
    },
  },
  {
    rule: 'The log is JSON on standard output, an object a line',
    tests: {
      'test/command/serve.test.ts': [
        'serving › logs only JSON on standard output, and tells a person how to set it up',
      ],
    },
  },
  {
    rule: 'The log never has a token, a password, the output of a command or evidence',
    tests: {
      'test/api/operation/event-log.test.ts': ['the log › contains no typed text and no secret'],
      'test/api/c2/c2-secrets.test.ts': ['a token is in no log line, answer, file, backup or manifest'],
    },
  },
  {
    rule: 'A 401 purges the session of the browser: token, user, what was read and all storage',
    tests: {
      'test/ui/sessions/session-ends.spec.ts': [
        'a session that ends › leaves nothing in the browser’s storage, whatever its pages stored',
        'a session that ends › leaves nothing for the next person to sign in',
      ],
      'test/ui/sessions/session-memory.spec.ts': [
        'pages read by one person are not shown to the next, even before the server answers',
      ],
    },
  },
  {
    rule: 'What was typed and not saved when the session ended waits for the same person alone, and goes with a reload',
    tests: {
      'test/ui/sessions/session-ends.spec.ts': [
        'a session that ends › keeps typed text in the memory of the page, which is lost on reload',
        'the unsaved text of one person is never saved by another',
      ],
      'test/ui/sessions/session-ends-forms.spec.ts': [
        '*: typed before the session ended, there again after it',
        '*: hidden from others, and gone when given up',
      ],
      'test/components/missions/kept-forms.spec.ts': [
        '*: typed before the session ended, there again after it, and saved',
      ],
    },
  },
  {
    rule: 'Migrations run before the first request is served',
    tests: {
      'test/command/migrate.test.ts': [
        'a database of an older version › is brought up to date before the first request is answered',
      ],
    },
  },
  {
    rule: 'create-admin refuses an email that has an account and a short password, with exit code 1',
    tests: {
      'test/command/accounts.test.ts': [
        'create-admin refuses › an email that has an account, in any case',
        'create-admin refuses › a short password',
      ],
    },
  },
  {
    rule: 'install-token prints a token that sets up once',
    tests: {
      'test/command/accounts.test.ts': [
        'after the first start, while nobody serves › install-token prints a token and nothing else, and the newest one sets up',
      ],
      'test/api/accounts/accounts-setup.test.ts': [
        'the first set-up › creates an administrator and signs them in, once',
      ],
    },
  },
  {
    rule: 'A reset is there with APP_ENV=test alone, for administrators, and leaves accounts and engagements',
    tests: {
      'test/api/operation/diag.test.ts': [
        'the reset of a test installation › does not exist outside the test environment',
        'the reset of a test installation › with APP_ENV=test › is for administrators alone',
        'the reset of a test installation › with APP_ENV=test › empties missions, templates, catalogue and evidence, and leaves the accounts',
        'the reset of a test installation › with APP_ENV=test › seeds the detection levels again',
      ],
    },
  },
];

export const accounts: readonly Proof[] = [
  {
    rule: 'No answer has the hash of a password',
    tests: {
      'test/api/accounts/accounts-users.test.ts': [
        'users › accept passwords of 12 to 256 characters and never return them',
      ],
      'test/api/sign-in/accounts-sessions.test.ts': ['signing in › gives a token that works on both trees'],
    },
  },
  {
    rule: "The last active administrator can't be deleted, deactivated or lose the role: 409 last_admin",
    tests: {
      'test/api/accounts/accounts-last-admin.test.ts': [
        "the last active administrator › can't be *",
        'the last active administrator › stays if two administrators remove each other at once',
        'the last active administrator › stays if one administrator removes everyone at once',
      ],
    },
  },
  {
    rule: 'The roster is a list of exactly id, email and display_name',
    tests: {
      'test/api/accounts/accounts-users.test.ts': [
        'the roster › lists active people with exactly three fields',
      ],
    },
  },
  {
    rule: 'Any one of user.read, mission.create and mission.update opens the roster',
    tests: {
      'test/api/accounts/accounts-users.test.ts': [
        'the roster › is readable with user.read, mission.create or mission.update',
      ],
    },
  },
  {
    rule: 'A token lasts 60 minutes, always',
    tests: {
      'test/api/sign-in/accounts-sessions.test.ts': [
        'signing in › puts only the user, the lifetime and the purpose into the token',
        'a session › issues tokens for an hour only, the last one ending with the session',
      ],
    },
  },
  {
    rule: 'A token comes in the header Authorization: Bearer, and from nowhere else',
    tests: { 'test/api/sign-in/accounts-tokens.test.ts': ['tokens › are read from one place, in one form'] },
  },
  {
    rule: 'There are 16 permissions for the work and two for users and the system; a group adds to those of the role',
    tests: {
      'test/api/accounts/accounts-groups.test.ts': [
        'permissions › are listed with a sentence each, for anyone who is signed in',
        'groups › add to the role, and to one another',
      ],
      'test/api/http/access-matrix.test.ts': [
        'a permission from a group › is as good as one from the role, and each of several is enough',
      ],
    },
  },
  {
    rule: 'Each role holds its permissions, and an administrator all of them without being a member',
    tests: {
      'test/api/accounts/accounts-groups.test.ts': ['permissions › come with the role'],
      'test/api/missions/mission-access.test.ts': [
        'access to missions › access › is everything but the blue side for a red teamer, everything for a non-member administrator',
      ],
    },
  },
];

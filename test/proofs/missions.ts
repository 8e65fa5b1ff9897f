import type { Proof } from './proof.ts';

export const catalogue: readonly Proof[] = [
  {
    rule: 'The catalogue is read by whoever is signed in, and synchronised by who holds catalog.sync',
    tests: {
      'test/api/catalogue/catalogue.test.ts': [
        'catalogue › is read by every signed-in user and by nobody else',
        'catalogue › is synchronised by people with catalog.sync',
      ],
    },
  },
  {
    rule: 'Tactics come in the order of the matrix; techniques have all their tactics, and sub-techniques their technique as well',
    tests: {
      'test/api/catalogue/catalogue.test.ts': [
        'catalogue › lists tactics in the order of the matrix',
        'catalogue › lists techniques with all their tactics, by tactic and by text',
        'catalogue › lists sub-techniques with their technique and tactics',
      ],
    },
  },
  {
    rule: 'The status of the catalogue says what a sync did, and that there was none',
    tests: {
      'test/api/catalogue/catalogue.test.ts': [
        'catalogue › is empty before the first sync',
        'catalogue › answers a sync with its counts, which the status shows from then on',
      ],
    },
  },
  {
    rule: 'A sync takes the pinned defaults for what its body leaves out, so that a mirror needs no digest',
    tests: {
      'test/api/catalogue/catalogue-sources.test.ts': [
        'sources of the catalogue › syncs from the pinned default unless told otherwise',
        'sources of the catalogue › needs no digest for what the pinned default holds, wherever it comes from',
        'sources of the catalogue › uses the pinned digest if none is given, or none if told so',
        'sources of the catalogue › refuses a pinned default with a different digest, unless told to accept it',
        'sources of the catalogue › has ATT&CK 19.1 for its pinned default',
      ],
    },
  },
  {
    rule: 'A source of the catalogue is an address, the bundled catalogue or a file of its folder, and its size, time and redirects are bounded',
    tests: {
      'test/api/catalogue/catalogue-sources.test.ts': [
        'sources of the catalogue › syncs from the catalogue that ships with the program',
        'sources of the catalogue › syncs from a file in its folder and from no other folder',
        'sources of the catalogue › follows a few redirects and no more',
        'sources of the catalogue › refuses an incomplete bundle and keeps the catalogue',
        'sources of the catalogue › gives up on a source that takes too long altogether',
      ],
      'test/api/catalogue/catalogue-uploads.test.ts': [
        'uploads of a catalogue › accepts a bundle as the body and leaves no file behind',
      ],
    },
  },
  {
    rule: 'A bundle with another digest than is given or pinned is 422, names both and changes nothing',
    tests: {
      'test/api/catalogue/catalogue-sources.test.ts': [
        'sources of the catalogue › changes nothing when a digest does not match',
        'sources of the catalogue › uses the pinned digest if none is given, or none if told so',
      ],
    },
  },
  {
    rule: 'There is one sync at a time, and readers see the old catalogue until the new one is whole',
    tests: {
      'test/api/catalogue/catalogue-changes.test.ts': [
        'changes of the catalogue › runs one sync at a time and shows the old catalogue until the new one is complete',
        'changes of the catalogue › never shows half of a change',
      ],
    },
  },
  {
    rule: 'What a new edition revokes or drops goes, but for what is in use, which stays and is marked deprecated',
    tests: {
      'test/api/catalogue/catalogue-changes.test.ts': [
        'changes of the catalogue › over an older edition › renames, adds and removes unused entries',
        'changes of the catalogue › over an older edition › keeps the tags of a test template and their parents',
        'changes of the catalogue › over an older edition › drops an entry once nothing is tagged with it',
        'changes of the catalogue › over an older edition › keeps the tags of a scenario template or a mission',
      ],
    },
  },
  {
    rule: 'A tag names an entry of the catalogue, or is 422 naming it',
    tests: {
      'test/api/catalogue/catalogue.test.ts': [
        'catalogue › names tags, each once, and reports the first that is no entry of its kind',
      ],
    },
  },
];

export const templates: readonly Proof[] = [
  {
    rule: 'A test may stand in a scenario template as often as it is named: the position is what is unique',
    tests: {
      'test/api/templates/scenario-template-creation.test.ts': [
        'new scenario templates › making one › includes a test as often as it is named, by position',
      ],
      'test/api/missions/mission-creation.test.ts': [
        'new missions › making one › copies a test at each of its positions, each as a test of its own',
      ],
    },
  },
  {
    rule: 'The order of the tests of a scenario template is replaced as a whole, in one step',
    tests: {
      'test/api/templates/scenario-template-order.test.ts': [
        'tests of scenario templates › replacing the order of the tests › accepts the whole order, also an empty one',
        'tests of scenario templates › replacing the order of the tests › refuses what is invalid and leaves the order as it was',
        'tests of scenario templates › replacing the order of the tests › never mixes two simultaneous orders: the last one wins',
      ],
    },
  },
  {
    rule: 'Test templates are found by tactic, technique and sub-technique, opsec, tag and text, together too',
    tests: { 'test/api/templates/test-template-lists.test.ts': ['lists of test templates › filters by *'] },
  },
  {
    rule: 'A deleted template is gone from reads and lists, and from what is left of the order of scenario templates',
    tests: {
      'test/api/templates/test-templates.test.ts': [
        'test templates › deleting one › removes it from reads and lists, once',
      ],
      'test/api/templates/scenario-templates.test.ts': [
        'scenario templates › deleting › removes a scenario template from reads and lists, once, and keeps its tests',
        'scenario templates › deleting › a test template removes it from the order, without a gap',
        'scenario templates › deleting › a test template removes it from every position',
      ],
    },
  },
];

export const missions: readonly Proof[] = [
  {
    rule: 'The list of missions has those alone that one may see',
    tests: {
      'test/api/missions/mission-list.test.ts': [
        'the list of missions › shows a person only their missions, an administrator all',
        'the list of missions › counts right after every write of anybody',
      ],
    },
  },
  {
    rule: 'Who makes a mission and is no administrator becomes a member as red, unless listed otherwise',
    tests: {
      'test/api/missions/mission-creation.test.ts': [
        'new missions › making one › keeps every field, starts as a draft and shows its copies',
        'new missions › making one › makes its creator a member in the role they chose',
        'new missions › making one › needs only a name',
      ],
    },
  },
  {
    rule: 'A mission that is missing or not visible is 404, at once when a member goes',
    tests: {
      'test/api/missions/mission-access.test.ts': [
        'access to missions › missions of others › are indistinguishable from missing ones, on any path',
        'access to missions › missions of others › become visible and invisible at once as members come and go',
      ],
    },
  },
  {
    rule: 'An end before the start is 422, on create and update, also where one of the dates alone is sent',
    tests: {
      'test/api/missions/mission-creation.test.ts': ['new missions › making one › refuses inverted dates'],
      'test/api/missions/missions.test.ts': ['missions › changing one › * to * with *: *'],
    },
  },
  {
    rule: 'The members of a mission are replaced as a set',
    tests: {
      'test/api/missions/mission-members.test.ts': [
        'parts of a mission › members › are replaced as a set, in the order given',
      ],
    },
  },
  {
    rule: 'Archiving needs mission.archive, and every other move of a mission mission.update',
    tests: {
      'test/api/missions/mission-access.test.ts': [
        'access to missions › access › is exactly what a member of the SOC holds with *',
      ],
    },
  },
  {
    rule: 'A deleted mission is 404 everywhere from then on, with its tests and evidence',
    tests: {
      'test/api/missions/mission-access.test.ts': [
        'access to missions › missions of others › are gone from every path once deleted, for administrators too',
      ],
      'test/api/mission-tests/mission-evidence.test.ts': [
        'evidence of a mission › is deleted with its mission',
      ],
    },
  },
  {
    rule: 'A mission moves as its table says and is 409 otherwise; the present state is no change, but for an archived one, which refuses every move',
    tests: { 'test/api/missions/missions.test.ts': ['missions › moving one › * → *: *'] },
  },
  {
    rule: 'An archived mission refuses writes with 409',
    tests: {
      'test/api/missions/missions.test.ts': [
        'missions › refuses every write except its deletion once archived, and is read as before',
      ],
    },
  },
  {
    rule: 'Nothing that becomes of a template changes what a mission has copied from it; where it came from is null once that is deleted',
    tests: {
      'test/api/missions/mission-snapshots.test.ts': [
        'a snapshot › is not touched when its templates are edited and deleted',
        'a snapshot › of ten scenarios is seen completely or not at all by other readers',
      ],
    },
  },
  {
    rule: 'There are four detection levels, by rank, and they are only read',
    tests: {
      'test/api/operation/diag.test.ts': [
        'detection levels › are four, by rank, for every signed-in person',
        'detection levels › are read-only',
      ],
    },
  },
];

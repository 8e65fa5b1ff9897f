import type { Proof } from './proof.ts';

export const engagements: readonly Proof[] = [
  {
    rule: 'An engagement is planned, active or closed, and a PATCH may set any of these',
    tests: {
      'test/api/engagements/engagements.test.ts': [
        'engagements › making one › needs a name only, and starts planned',
        'engagements › making one › refuses another status',
        'engagements › changing one › takes it from * to *',
      ],
    },
  },
  {
    rule: 'Deleting an engagement removes its simulations, its C2 configuration and its tasks',
    tests: {
      'test/api/engagements/engagements.test.ts': [
        'deleting an engagement › removes its simulations, its C2 configuration and its tasks, and nothing else',
      ],
    },
  },
];

export const simulations: readonly Proof[] = [
  {
    rule: 'A simulation shows its techniques with their tactics, and the tactics of its tactic_ids, which are read-only',
    tests: {
      'test/api/engagements/simulations.test.ts': [
        'simulations › making one › needs a name only, and starts pending',
        'simulations › making one › stays pending with techniques and tactics, and leaves its engagement planned',
      ],
      'test/api/engagements/simulation-changes.test.ts': [
        'simulations › changing one › refuses tactics, which are read-only, and changes nothing',
      ],
    },
  },
  {
    rule: 'technique_ids are for PATCH: with POST they are 422',
    tests: {
      'test/api/engagements/simulations.test.ts': [
        'simulations › making one › refuses technique_ids',
        'simulations › making one › refuses no technique_ids even',
      ],
    },
  },
  {
    rule: 'A simulation that is done refuses every PATCH with 409, before any role is looked at',
    tests: {
      'test/api/engagements/simulations.test.ts': [
        'simulations › the order of refusals › * PATCH done *: 409',
        'simulations › the order of refusals › a body that is no JSON is reported after the state',
      ],
    },
  },
  {
    rule: 'An unknown technique or tactic is 422 naming it; of what is named twice the first stays',
    tests: {
      'test/api/engagements/simulation-changes.test.ts': [
        'simulations › changing one › refuses an unknown technique, and changes nothing',
        'simulations › changing one › refuses an unknown tactic, and changes nothing',
        'simulations › changing one › keeps techniques and tactics once each, where they came first',
        'simulations › changing one › takes every tactic of the map',
      ],
    },
  },
  {
    rule: 'A SOC user who sends techniques or tactics is 403, whatever they are',
    tests: {
      'test/api/engagements/simulations.test.ts': [
        'simulations › the order of refusals › soc PATCH open *: 403',
      ],
    },
  },
  {
    rule: 'Naming techniques or tactics begins a pending simulation; that move, and no other write, makes a planned engagement active',
    tests: {
      'test/api/engagements/simulation-changes.test.ts': [
        'simulations › naming techniques or tactics › * work in a * engagement by *',
        'simulations › naming techniques or tactics › leaves a simulation in *',
        'simulations › naming techniques or tactics › leaves a planned engagement once its simulation is no longer pending',
        'simulations › naming techniques or tactics › starts nothing when it is refused',
        'simulations › transitions › by hand leave the engagement as it is',
      ],
    },
  },
  {
    rule: 'A simulation moves as its table says, by the roles that the table names, and is 409 otherwise',
    tests: { 'test/api/engagements/simulation-changes.test.ts': ['simulations › transitions › * to *: *'] },
  },
  {
    rule: 'Any of the three roles reopens a simulation that is done',
    tests: {
      'test/api/engagements/simulation-changes.test.ts': [
        'simulations › transitions › done to review_required: admin redteam soc',
        'simulations › transitions › reopen a simulation for writing, whichever role asks',
      ],
    },
  },
  {
    rule: 'Simulation templates are for administrators and red teamers: the SOC is 403',
    tests: {
      'test/api/engagements/simulation-templates.test.ts': [
        'simulation templates › access › *: *',
        'simulation templates › access › is decided by the role, whatever permissions a group adds',
      ],
    },
  },
  {
    rule: 'The name of a simulation template is taken once: 409 on create and update',
    tests: {
      'test/api/engagements/simulation-templates.test.ts': [
        'simulation templates › a name › is unique, in any case',
        'simulation templates › a name › requested twice at the same time is given to one',
      ],
    },
  },
  {
    rule: 'The matrix of an empty catalogue is 503',
    tests: {
      'test/api/catalogue/matrix.test.ts': [
        'the matrix of a catalogue that changes › is absent, then each edition in turn, then absent again',
      ],
    },
  },
  {
    rule: 'A search for techniques puts the exact id first, then ids that begin with it, then names',
    tests: {
      'server/catalogue/matrix/matrix.test.ts': ['ranking techniques › *: *'],
      'test/api/catalogue/technique-search.test.ts': [
        'the search for techniques › puts the exact id first, then ids that begin with it, by id',
        'the search for techniques › finds in any case',
      ],
    },
  },
];

export const c2: readonly Proof[] = [
  {
    rule: 'Without an encryption key each operation on a C2 configuration is 503',
    tests: {
      'test/api/c2/c2-config-tokens.test.ts': [
        'without an encryption key › each configuration operation is 503',
        'without an encryption key › with the fake forced too',
      ],
    },
  },
  {
    rule: 'SVC_C2_ADAPTER=fake gives every engagement the fake',
    tests: {
      'test/api/c2/c2-tasks.test.ts': [
        'C2 tasks › with the fake › is used by every engagement when it is forced',
      ],
    },
  },
  {
    rule: 'A C2 token is encrypted with AES-256-GCM where it is stored, and never returned',
    tests: {
      'server/c2/configurations/token-vault.test.ts': [
        'a sealed token is AES-256-GCM with a key of its own',
        'every altered byte and every other form is damage',
      ],
      'test/api/c2/c2-secrets.test.ts': ['a token is in no log line, answer, file, backup or manifest'],
    },
  },
  {
    rule: 'Reading, writing and deleting a C2 configuration answer with it, without its token',
    tests: { 'test/api/c2/c2-config.test.ts': ['C2 configuration › is stored and read without its token'] },
  },
  {
    rule: 'A task of the framework is linked to its simulation and the configuration of that moment, and asked of no other',
    tests: {
      'test/api/c2/c2-task-races.test.ts': [
        'C2 tasks › at the same time › a configuration deleted while a task is asked for leaves it as it was, disconnected for good',
        'C2 tasks › at the same time › tasks keep their last known status once their configuration is gone, also several',
        'C2 tasks › at the same time › another token keeps tasks connected, another operation does not, and what is mapped stays',
      ],
      'test/api/c2/c2-task-links.test.ts': [
        'C2 tasks › linking › refuses tasks that are already linked, also when ten ask at once',
      ],
    },
  },
  {
    rule: 'Reading the linked tasks refreshes them and says what each has come to',
    tests: {
      'test/api/c2/c2-tasks.test.ts': [
        'C2 tasks › with the fake › goes from submitted over processing to completed, and brings its output once',
      ],
    },
  },
  {
    rule: 'A completed task brings its output, decoded and whole, behind what is there, and fills in a command and a time that are empty',
    tests: {
      'test/api/c2/c2-tasks.test.ts': [
        'C2 tasks › with the fake › appends to existing output and leaves command and time unchanged',
        'C2 tasks › with Mythic › follows a task to its end and puts its chunks together',
        'C2 tasks › with Caldera › follows a link to its end',
      ],
    },
  },
  {
    rule: 'The output of a task comes once, whoever reads at the same time and whenever the server is killed',
    tests: {
      'test/api/c2/c2-task-races.test.ts': [
        'C2 tasks › at the same time › ten readers bring the output once, each with the same answer',
        'C2 tasks › at the same time › ten readers of the fake bring the output once',
      ],
      'test/api/c2/c2-crash.test.ts': [
        'a server that is killed while it takes a task over › between fetch and write: * comes over exactly once',
        'a server that is killed while it takes a task over › as soon as the output has arrived: * comes over exactly once',
      ],
    },
  },
  {
    rule: 'A completed task is never asked for again; one that is not completed is, also of a simulation that is done, which takes nothing until it is reopened',
    tests: {
      'test/api/c2/c2-tasks.test.ts': [
        'C2 tasks › with Mythic › never asks again for a task that is taken over',
      ],
      'test/api/c2/c2-task-links.test.ts': [
        'C2 tasks › linking › a done simulation is refreshed and accepts nothing until it is reopened',
      ],
    },
  },
  {
    rule: 'A framework that fails for a task costs that task alone, in bounded time: the answer is 200 with what was last known',
    tests: {
      'test/api/c2/c2-task-failures.test.ts': [
        'C2 tasks › when the framework fails › for one task, the others are taken over and the answer is 200',
        'C2 tasks › when the framework fails › altogether, every task keeps its last known status',
        'C2 tasks › when the framework fails › a reader does not wait forever, and the request is not lost',
      ],
      'test/api/c2/c2-tasks.test.ts': [
        'C2 tasks › with Mythic › asks for twenty tasks in one request, and for two outputs at a time',
      ],
    },
  },
  {
    rule: 'An adapter can test the connection, list callbacks and tasks, and get a task and its output; its failures are C2Errors',
    tests: {
      'server/c2/frameworks/read-only-query.test.ts': [
        'an adapter can do nothing beyond the contract',
        'an answer of the framework does not make Damson write either',
      ],
      'server/c2/frameworks/http.test.ts': [
        'every failure has its reason, and none repeats what the framework sent',
      ],
    },
  },
  {
    rule: 'The fake moves each task one step a question, and has no output for it before the last',
    tests: {
      'server/c2/frameworks/fake.test.ts': [
        'each getTask moves its own task one step, and output arrives with the last',
        'two instances are alike and share nothing',
      ],
    },
  },
];

// Which way imports run (docs/architecture.md › Rooms). `npm run lint` checks it; test/imports.test.ts shows that it can fail.

/** Which features a feature may use, and only through their services; a contract is open to every feature. */
const uses = {
  history: [],
  accounts: ['history'],
  'detection-levels': [],
  catalogue: ['history'],
  templates: ['catalogue', 'history'],
  organisations: ['history'],
  notifications: [],
  'report-templates': ['history'],
  facts: ['organisations', 'accounts', 'detection-levels', 'history'],
  evidence: ['history'],
  missions: [
    'notifications',
    'report-templates',
    'facts',
    'evidence',
    'organisations',
    'templates',
    'catalogue',
    'detection-levels',
    'accounts',
    'history',
  ],
  engagements: ['organisations', 'accounts', 'history'],
  simulations: [
    'facts',
    'evidence',
    'engagements',
    'missions',
    'catalogue',
    'detection-levels',
    'accounts',
    'history',
  ],
  c2: ['simulations', 'engagements', 'history'],
  home: ['missions', 'simulations', 'engagements', 'templates', 'catalogue', 'accounts', 'history'],
  backup: ['history'],
  interchange: [
    'missions',
    'facts',
    'evidence',
    'organisations',
    'templates',
    'catalogue',
    'detection-levels',
    'accounts',
    'history',
  ],
  metrics: [],
  diag: ['missions', 'interchange', 'detection-levels', 'history'],
};
const features = Object.keys(uses);
const feature = `^server/(${features.join('|')})/`;
/** Which features of the renderer a feature may use. */
const shows = {
  desktop: [],
  session: ['desktop'],
  help: [],
  facts: ['evidence'],
  evidence: [],
  interchange: [],
  missions: ['facts', 'evidence', 'interchange'],
  templates: ['interchange', 'missions'],
  simulations: ['facts', 'evidence'],
  engagements: ['missions', 'simulations', 'facts'],
  organisations: ['missions', 'engagements', 'catalogue'],
  c2: ['engagements', 'simulations'],
  catalogue: ['missions', 'desktop'],
  administration: ['session', 'desktop', 'catalogue'],
  wall: ['missions', 'history'],
  home: ['missions', 'engagements', 'simulations', 'history', 'wall'],
  history: ['missions', 'engagements', 'simulations', 'administration', 'catalogue'],
};
/** Files of features that stand open to others beside services and contracts. */
const doors = [
  // What the command does with backups while no server runs.
  '^server/backup/(make|manifest|move|read|restore|restore-postgres|verify)\\.ts$',
  // Not yet behind a service.
  '^server/missions/totals\\.ts$',
];

const hosts = '^server/(app|index|host|listeners|command)\\.ts$|^server/command/';
const contract = '\\bcontract\\.ts$';
const service = '\\bservice\\.ts$';
const sql = '(^|/)(kysely|better-sqlite3)(/|$)';
/** Modules that reach out of the process, which a pure decision never needs. */
const reachesOut = [
  '^(fs|http|http2|https|net|tls|dgram|child_process|worker_threads|cluster|dns|process|os|stream|timers|readline)(/|$)',
  '(^|/)(kysely|better-sqlite3|busboy|express|jsonwebtoken|pino|undici|@node-rs)(/|$)',
];
const test = '\\.test\\.tsx?$';

/** A rule for what ships: tests that stand beside their source may import what they like. */
function forbid(name, comment, from, to) {
  const { path, pathNot = [] } = typeof from === 'string' ? { path: from } : from;
  return {
    name,
    comment,
    severity: 'error',
    from: { path, pathNot: [test, ...pathNot] },
    to: typeof to === 'string' ? { path: to } : to,
  };
}

/** Imports of values, for rules that types need not keep. */
const values = { dependencyTypesNot: ['type-only'] };

const everywhere = [
  forbid(
    'no-circles',
    'Modules do not import one another in a circle; windows and menus of Electron do.',
    { path: '', pathNot: ['^tools/electron-stand-in/'] },
    { circular: true },
  ),
  forbid('no-missing-module', 'What is imported is there.', '', { couldNotResolve: true }),
  forbid('no-undeclared-package', 'A package that is imported stands in package.json.', '', {
    dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
  }),
  forbid('inside-the-project', 'Nothing outside of the project is imported.', '', '^\\.\\./'),
  forbid(
    'no-development-package',
    'What ships imports no development dependency; Electron comes with the desktop application.',
    '^(server|domain|main|bin)/',
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'], pathNot: '/electron/' },
  ),
  forbid(
    'no-tests-in-what-ships',
    'What ships imports no test and no tool.',
    '^(server|domain|main|renderer|bin)/',
    { path: [test, '^(test|tools|bench)/'] },
  ),
  forbid(
    'no-process-module',
    'The environment is read in settings.ts; the linter forbids process.env elsewhere.',
    '^(server|domain|main|renderer)/',
    '^process$',
  ),
];

const houses = [
  forbid(
    'domain-imports-nothing',
    'Facts stand above nobody; words are read in ICU syntax, texts as Markdown, paths are laid out.',
    '^domain/',
    {
      pathNot: [
        '^domain/',
        '/(intl-messageformat|@formatjs/icu-messageformat-parser)/',
        '/(@types/mdast|mdast-util-from-markdown|mdast-util-gfm|micromark-extension-gfm)/',
        '/@dagrejs/',
      ],
    },
  ),
  forbid(
    'words-by-translate',
    'Messages are looked up; a catalogue is loaded by renderer/words.ts and server/words.ts alone.',
    {
      path: '^(domain|main|renderer|server)/',
      pathNot: ['^domain/words/', '^(renderer|server)/words\\.ts$'],
    },
    { path: '^domain/words/[a-z]{2}/', ...values },
  ),
  forbid('server-stands-alone', 'The server knows neither of its hosts.', '^server/', {
    path: '^(main|renderer|bin)/|(^|/)electron(/|$)',
  }),
  forbid('main-through-the-front-door', 'The shell uses the server by its front door.', '^main/', {
    path: '^server/',
    pathNot: '^server/((index|refusals|command|settings|log|reachable-addresses|words)\\.ts$|settings/)',
  }),
  forbid('main-loads-no-page', 'The shell loads the renderer by its address.', '^main/', {
    path: '^renderer/',
    ...values,
  }),
  forbid(
    'renderer-knows-contracts',
    'Of the server, the renderer imports types of contracts.',
    '^renderer/',
    { path: '^server/', pathNot: contract },
  ),
  forbid(
    'renderer-imports-types',
    'Of the server and the shell, the renderer imports types alone; facts for both stand in domain/.',
    '^renderer/',
    { path: '^(server|main)/', ...values },
  ),
  forbid('renderer-knows-the-shell-by-contract', 'The shell has one contract.', '^renderer/', {
    path: '^main/',
    pathNot: '^main/contract\\.ts$',
  }),
  forbid(
    'renderer-talks-http',
    'The renderer runs in a page.',
    { path: '^renderer/', pathNot: ['vite\\.config\\.ts$'] },
    { dependencyTypes: ['core'] },
  ),
  forbid('renderer-without-electron', 'The renderer runs in a page.', '^renderer/', {
    path: ['(^|/)electron(/|$)', sql],
  }),
];

const layers = [
  forbid(
    'vocabulary-knows-nobody',
    'Errors, identifiers, settings and the like are used by every room, and use none; a secret is a synced file, and registers.ts lists those of the features.',
    {
      path: '^server/[^/]+\\.ts$',
      pathNot: ['^server/(app|index|host|listeners|command|refusals|registers|secrets)\\.ts$'],
    },
    { path: ['^server/[^/]+/', hosts], pathNot: '^server/settings/' },
  ),
  forbid('http-imports-no-feature', 'http stands below everything but the vocabulary.', '^server/http/', {
    path: ['^server/[^/]+/', hosts],
    pathNot: '^server/(http|settings)/',
  }),
  forbid(
    'database-imports-no-feature',
    'database stands below everything but the vocabulary.',
    '^server/database/',
    { path: ['^server/[^/]+/', hosts], pathNot: '^server/(database|settings)/' },
  ),
  forbid('blobs-know-no-owner', 'A file is named by its owner’s identifier alone.', '^server/blobs/', {
    path: ['^server/[^/]+/', hosts],
    pathNot: '^server/(blobs|database|settings)/',
  }),
  forbid('features-know-no-host', 'A feature does not know who hosts it.', feature, hosts),
  forbid(
    'hosts-use-services',
    'index.ts, what it is made of and the commands use features through their services.',
    '^server/((index|host|listeners)\\.ts$|command/)',
    { path: feature, pathNot: [service, contract, ...doors] },
  ),
  forbid('command-has-files', 'A command has a file of its own.', '^server/command\\.ts$', {
    path: [feature, '^server/http/'],
  }),
  forbid('command-serves-no-http', 'The application is put together in index.ts.', '^server/command/', {
    path: ['^server/http/', '^server/app\\.ts$'],
  }),
];

const rooms = [
  forbid(
    'only-routes-know-http',
    'HTTP ends in routes.ts.',
    { path: feature, pathNot: ['\\broutes\\.ts$'] },
    {
      path: '^server/http/|(^|/)express(/|$)',
      ...values,
    },
  ),
  forbid('nothing-knows-routes', 'Routes are mounted by app.ts.', feature, { path: '\\broutes\\.ts$' }),
  forbid(
    'routes-go-through-services',
    'Routes parse, call a service and answer.',
    `${feature}.*\\broutes\\.ts$`,
    {
      path: '\\bstore\\.ts$',
    },
  ),
  forbid('routes-have-no-sql', 'Routes parse, call a service and answer.', `${feature}.*\\broutes\\.ts$`, {
    path: ['^server/database/', sql],
    ...values,
  }),
  forbid('rules-decide', 'Rules are pure decisions.', `${feature}.*\\brules\\.ts$`, {
    path: ['\\b(store|service)\\.ts$', '^server/(database|http|blobs)/', ...reachesOut],
    ...values,
  }),
  forbid('stores-know-no-service', 'A store is below its service.', `${feature}.*\\bstore\\.ts$`, service),
  forbid(
    'contracts-need-zod-alone',
    'A contract is made of facts, schemas and other contracts.',
    `${feature}.*\\bcontract\\.ts$`,
    {
      pathNot: [contract, '^domain/', '^server/[^/]+\\.ts$', '/zod/'],
    },
  ),
  forbid(
    'services-stand-above-their-room',
    'The service stands above the rest of its room.',
    { path: '^(server/.+)/[^/]+$', pathNot: ['\\b(routes|service)\\.ts$'] },
    { path: '^$1/service\\.ts$', ...values },
  ),
  forbid(
    'features-through-services',
    'A feature uses another through its service, and reads its contract.',
    feature,
    { path: feature, pathNot: ['^server/$1/', service, contract, ...doors] },
  ),
  forbid(
    'neighbours-are-for-services',
    'Another feature is the business of a service.',
    `${feature}.*\\b(contract|rules|store)\\.ts$`,
    { path: feature, pathNot: ['^server/$1/', contract] },
  ),
  ...features.map((name) =>
    forbid(`what-${name}-may-use`, 'Features have an order; see the table above.', `^server/${name}/`, {
      path: feature,
      pathNot: [`^server/(${[name, ...uses[name]].join('|')})/`, contract],
    }),
  ),
];

const screens = [
  forbid('api-shows-nothing', 'What talks to the server knows no screen.', '^renderer/api/', {
    path: '^renderer/(ui|features|app)/',
  }),
  forbid('ui-knows-no-feature', 'What every feature may use knows none.', '^renderer/ui/', {
    path: '^renderer/(features|app)/',
  }),
  forbid('features-know-no-frame', 'A feature does not know the frame around it.', '^renderer/features/', {
    path: '^renderer/app/',
  }),
  ...Object.entries(shows).map(([name, others]) =>
    forbid(
      `what-${name}-may-show`,
      'Features have an order; see the table above.',
      `^renderer/features/${name}/`,
      { path: '^renderer/features/', pathNot: [`^renderer/features/(${[name, ...others].join('|')})/`] },
    ),
  ),
];

module.exports = {
  forbidden: [...everywhere, ...houses, ...layers, ...rooms, ...screens],
  options: {
    parser: 'swc',
    preserveSymlinks: true,
    doNotFollow: { path: 'node_modules' },
    // Built on demand, or links to the whole checkout.
    exclude: { path: '^(dist|node_modules/\\.)' },
    exoticRequireStrings: ['process.getBuiltinModule'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};

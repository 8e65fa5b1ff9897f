import path from 'node:path';

/** Which features a feature may use; what stands further down knows nothing of what stands above. */
const uses: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  'detection-levels': [],
  evidence: [],
  catalogue: [],
  templates: ['catalogue'],
  missions: ['templates', 'catalogue', 'evidence', 'detection-levels', 'accounts'],
  engagements: ['accounts'],
  simulations: ['engagements', 'catalogue', 'evidence', 'detection-levels', 'accounts'],
  c2: ['simulations', 'engagements'],
  backup: ['simulations', 'evidence'],
  diag: ['missions', 'templates', 'catalogue', 'evidence', 'detection-levels'],
};

/**
 * What stands open to others besides the services and contracts of a feature: a store of files that has no rows, and what the
 * command does with back-ups where no server runs.
 */
const doors: Readonly<Record<string, readonly string[]>> = {
  evidence: ['files.ts', 'download.ts'],
  backup: ['make.ts', 'manifest.ts', 'restore.ts', 'shelves.ts', 'verify.ts'],
};

/** What knows how operations are done without being one: it uses features as the operations do. */
const hosts = ['command'];

type Import = { from: string; typeOnly: boolean };

/** What a module imports, in whatever way. Good enough for sources that a formatter has been over. */
export function importsOf(source: string): Import[] {
  const found: Import[] = [];
  for (const [, keyword, clause = '', from] of source.matchAll(
    /^(import|export)\b\s*([\w\s{},*$]*?)\s*(?:\bfrom\s*)?(?<=from\s*|import\s*)['"]([^'"]+)['"]/gm,
  )) {
    if (keyword === 'export' && clause === '') continue;
    found.push({ from: from as string, typeOnly: isTypeOnly(clause) });
  }
  for (const pattern of [
    /\bimport\(\s*['"`]([^'"`]+)['"`]/g,
    /\brequire\(\s*['"`]([^'"`]+)['"`]/g,
    /\bgetBuiltinModule\(\s*['"`]([^'"`]+)['"`]/g,
    /\bnew URL\(\s*['"`](\.[^'"`]+\.[tj]s)['"`]/g,
  ]) {
    for (const [, from] of source.matchAll(pattern)) found.push({ from: from as string, typeOnly: false });
  }
  return found;
}

function isTypeOnly(clause: string): boolean {
  if (/^type\b/.test(clause)) return true;
  const names = /^\{([^}]*)\}$/
    .exec(clause.trim())?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return names?.filter(Boolean).every((name) => name.startsWith('type ')) ?? false;
}

type Kind = 'contract' | 'routes' | 'rules' | 'service' | 'store' | 'other';

/** A place in the house: which room, and which piece of its furniture. */
type Place = { part: string; room: string; file: string; kind: Kind };

function placeOf(file: string): Place {
  const [part = '', ...rest] = file.split('/');
  const name = rest.at(-1) ?? '';
  const kind = /^(?:.*-)?(contract|routes|rules|service|store)\.ts$/.exec(name)?.[1] ?? 'other';
  return { part, room: rest.length > 1 ? (rest[0] as string) : '', file: name, kind: kind as Kind };
}

const isFeature = (room: string): boolean => room in uses;
const isHost = (room: string): boolean => hosts.includes(room);

/** Modules that reach out of the process, which a pure decision never needs. */
const reachesOut =
  /^(?:node:(?:fs|http|https|tls|dgram|child_process|worker_threads|cluster|dns|process|os|stream|timers|readline)\b|better-sqlite3|kysely|busboy|jsonwebtoken|@node-rs\/)/;

/**
 * What is wrong with the imports of a set of sources, by path from the project's root, as one line each: the direction of
 * features and layers, what is read from the environment, default exports, barrels and circles.
 */
export function violationsIn(sources: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const edges = new Map<string, string[]>();
  for (const [file, source] of sources) {
    const say = (what: string): void => {
      found.push(`${file}: ${what}`);
    };
    judgeText(file, source, say);
    for (const { from, typeOnly } of importsOf(source)) {
      if (!from.startsWith('.')) {
        judgePackage(file, from, typeOnly, say);
        continue;
      }
      const target = path.posix.join(path.posix.dirname(file), from);
      if (target.startsWith('..')) say(`imports ${from}, which is outside of the project`);
      else judgeImport(file, target, typeOnly, say);
      if (!typeOnly) edges.set(file, [...(edges.get(file) ?? []), target]);
    }
  }
  return [...found, ...circlesIn(edges)].sort();
}

type Say = (what: string) => void;

function judgeText(file: string, source: string, say: Say): void {
  const code = source.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  if (/^(?:main|server)\//.test(file) && file !== 'main/ipc.ts' && /\bipcMain\b/.test(code)) {
    say('listens to pages: only main/ipc.ts does, which checks who sends');
  }
  if (
    !['server/settings.ts', 'main/settings.ts'].includes(file) &&
    /\bprocess\s*(?:\.\s*env\b|\[\s*['"`]env)/.test(code)
  ) {
    say('reads the environment: only server/settings.ts does');
  }
  if (/\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/.test(code))
    say('reads the environment: only server/settings.ts does');
  if (/^export default\b|^export \{[^}]*\bas default\b/m.test(code)) say('has a default export');
  const statements = code.split('\n').filter((line) => line.trim() !== '');
  if (/^export \* /m.test(code) || (statements.length > 0 && isOnlyPassedOn(code))) say('is a barrel');
}

function isOnlyPassedOn(code: string): boolean {
  const rest = code
    .replaceAll(/^export (?:type )?(?:\*|\{[^}]*\})(?: as \w+)? from ['"][^'"]+['"];?\s*$/gm, '')
    .replaceAll(/^import [^;]+;\s*$/gm, '');
  return rest.trim() === '' && /^export /m.test(code);
}

function judgePackage(file: string, from: string, typeOnly: boolean, say: Say): void {
  const { part, kind } = placeOf(file);
  if (from === 'node:process' || from === 'process')
    say(`imports ${from}: the environment is read in settings.ts`);
  if (part === 'server' && /^electron\b/.test(from)) say('imports electron: the server runs without it');
  if (part === 'renderer' && /^(?:node:|electron\b|better-sqlite3|kysely)/.test(from)) {
    say(`imports ${from}: the renderer talks HTTP only`);
  }
  if (part !== 'server') return;
  if (kind === 'contract' && from !== 'zod') say(`imports ${from}: a contract needs zod alone`);
  if (kind === 'rules' && !typeOnly && reachesOut.test(from))
    say(`imports ${from}: rules decide and touch nothing`);
  if (kind === 'routes' && !typeOnly && /^(?:better-sqlite3|kysely)/.test(from))
    say(`imports ${from}: routes have no SQL`);
}

function judgeImport(file: string, target: string, typeOnly: boolean, say: Say): void {
  const from = placeOf(file);
  const to = placeOf(target);
  const refuse = (why: string): void => say(`imports ${target}: ${why}`);

  if (from.part === 'renderer') {
    if (to.part === 'main' && !(typeOnly && target === 'main/contract.ts')) {
      refuse('the renderer knows the shell by its contract alone');
    }
    if (to.part !== 'server') return;
    const open =
      to.kind === 'contract' || ['server/permissions.ts', 'server/http/problem.ts'].includes(target);
    if (!typeOnly || !open) refuse('the renderer imports types of contracts, and nothing else of the server');
    return;
  }
  if (from.part === 'main') {
    if (to.part === 'server' && to.room !== '') refuse('the shell uses the server by its front door');
    if (to.part === 'renderer' && !typeOnly) refuse('the shell loads the renderer by its address');
    return;
  }
  if (from.part !== 'server') return;
  if (to.part !== 'server') {
    if (!/^(?:package\.json|resources\/)/.test(target)) refuse('the server stands on its own');
    return;
  }

  const outside = to.room === '' && ['app.ts', 'index.ts', 'command.ts'].includes(to.file);
  if (isFeature(from.room)) {
    if (outside || isHost(to.room)) refuse('a feature does not know who hosts it');
    judgeFurniture(from, to, typeOnly, refuse);
    if (isFeature(to.room) && to.room !== from.room) judgeNeighbour(from, to, typeOnly, refuse);
    return;
  }
  const usesFeature = isFeature(to.room) && !(to.kind === 'contract' || isDoor(to));
  if (from.room === 'http' || from.room === 'database') {
    if (to.room !== '' && to.room !== from.room)
      refuse(`${from.room} stands below everything but the vocabulary`);
    if (outside) refuse(`${from.room} does not know who hosts it`);
  } else if (isHost(from.room)) {
    if (usesFeature) refuse('a feature is used through its service');
    if (to.room === 'http') refuse('only what serves HTTP knows it');
    if (to.room === '' && to.file === 'app.ts') refuse('the application is put together in index.ts');
  } else if (from.file === 'index.ts') {
    if (usesFeature) refuse('a feature is used through its service');
  } else if (from.file === 'command.ts') {
    if (isFeature(to.room) || to.room === 'http') refuse('a command has a file of its own');
  } else if (from.file !== 'app.ts') {
    // The vocabulary: errors, identifiers, permissions, log, settings, fields.
    const own = to.room === '' && !outside;
    const secrets = from.file === 'secrets.ts' && to.room === 'database';
    if (!own && !secrets) refuse('the vocabulary knows nobody who speaks it');
  }
}

function isDoor(to: Place): boolean {
  return to.kind === 'service' || (doors[to.room] ?? []).includes(to.file);
}

/** One feature and another. A contract is what a feature says of itself, so anyone may read it. */
function judgeNeighbour(from: Place, to: Place, typeOnly: boolean, refuse: Say): void {
  if (to.kind === 'contract') return;
  if (!(uses[from.room] ?? []).includes(to.room)) refuse(`${from.room} does not stand above ${to.room}`);
  else if (!typeOnly && !isDoor(to)) refuse('a feature is used through its service');
  if (['contract', 'rules', 'store'].includes(from.kind))
    refuse(`another feature is the business of a service, not of ${from.kind}`);
}

/** Within the rooms: routes → service → rules, store → database. */
function judgeFurniture(from: Place, to: Place, typeOnly: boolean, refuse: Say): void {
  const own = to.room === from.room;
  if (to.room === 'http' && from.kind !== 'routes' && !typeOnly) refuse('only routes know HTTP');
  if (own && to.kind === 'routes' && from.kind !== 'routes') refuse('nothing in a feature knows its routes');
  switch (from.kind) {
    case 'contract':
      if (to.room !== '' && to.kind !== 'contract') refuse('a contract knows other contracts alone');
      break;
    case 'routes':
      if (own && to.kind === 'store') refuse('routes go through the service');
      if (to.room === 'database' && !typeOnly) refuse('routes have no SQL');
      break;
    case 'rules':
      if (own && !typeOnly && ['store', 'service'].includes(to.kind))
        refuse('rules decide and touch nothing');
      if (to.room === 'database' && !typeOnly) refuse('rules decide and touch nothing');
      break;
    case 'store':
      if (own && to.kind === 'service') refuse('a store knows no service');
      break;
    case 'service':
      break;
    default:
      if (own && to.kind === 'service' && !typeOnly)
        refuse('the service stands above the rest of its feature');
  }
}

/** Modules that import one another, each circle once. */
function circlesIn(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const circles = new Set<string>();
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start !== -1) {
      const circle = trail.slice(start);
      const first = circle.indexOf([...circle].sort()[0] as string);
      circles.add([...circle.slice(first), ...circle.slice(0, first + 1)].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return [...circles].map((circle) => `circle: ${circle}`);
}

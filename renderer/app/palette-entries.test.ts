import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEffectivePermissions, type Permission, type Role } from '../../domain/permissions.ts';
import type { User } from '../../server/accounts/users/contract.ts';
import { mayImport, mayImportForBlueAlone } from '../features/interchange/may-import.ts';
import { loadWords } from '../words.ts';
import { listAreas } from './areas.ts';
import { type Doing, listActions, listOpenedEntries } from './palette-entries.ts';

await loadWords('en');

const holder = (role: Role, ...adds: Permission[]) =>
  ({ role, permissions: listEffectivePermissions(role, adds) }) as User;

const admin = holder('admin');
const red = holder('redteam');
const soc = holder('soc');
const planner = holder('soc', 'mission.create', 'mission.update');
const librarian = holder('soc', 'test_template.create', 'test_template.update', 'scenario_template.delete');
const writer = holder('soc', 'scenario_template.create');
const keeper = holder('soc', 'catalog.sync', 'system.manage');
const manager = holder('soc', 'user.manage');
const purple = holder('redteam', 'mission.write_blue_fields');
const people = { admin, red, soc, planner, librarian, writer, keeper, manager, purple };
type Who = keyof typeof people;
const everybody = Object.keys(people) as Who[];

const whoever = (may: (user: User) => boolean) => everybody.filter((who) => may(people[who]));
const doing: Doing = {
  missionId: 'of the page',
  go: () => {},
  showKeys: () => {},
  showApi: () => {},
  signOut: () => {},
  show: () => {},
};
const actionsOf = (user: User) =>
  listActions(user, '', doing).flatMap(({ entries }) => entries.map(({ label }) => label));

test('the navigation and the palette list exactly the areas that a person may see', () => {
  const seenByAll = [
    ...['Home', 'Missions', 'Engagements', 'Templates', 'Detection rules', 'Catalogue', 'Organisations'],
  ];
  for (const who of everybody) {
    const shown = listAreas(people[who].permissions).map(({ label }) => label);
    const isKeeping = ['admin', 'keeper', 'manager'].includes(who);
    assert.deepEqual(shown, [...seenByAll, ...(isKeeping ? ['Administration'] : [])], who);
    for (const label of shown) assert.ok(actionsOf(people[who]).includes(label), `${who}: ${label}`);
  }
  assert.deepEqual(
    listAreas([]).map(({ label }) => label),
    ['Home', 'Engagements', 'Catalogue'],
  );
});

test('the palette offers each action only to people who may take it', () => {
  const reds: readonly Who[] = ['admin', 'red', 'purple'];
  const offers: Record<string, readonly Who[]> = {
    'Scenario templates': everybody,
    'Simulation templates': reds,
    'Report templates': everybody,
    'Compare two missions': everybody,
    Threats: everybody,
    'Plan from threats': everybody,
    'Catalogue status': everybody,
    'Groups and permissions': ['admin', 'manager'],
    Invitations: ['admin', 'manager'],
    Tokens: ['admin'],
    'Sign-in providers': ['admin', 'keeper'],
    Audit: ['admin', 'keeper'],
    Backup: ['admin', 'keeper'],
    'My account': everybody,
    'New mission': ['admin', 'red', 'planner', 'purple'],
    'New finding': everybody,
    'New engagement': reds,
    'New organisation': ['admin', 'red', 'planner', 'purple'],
    'New test template': ['admin', 'red', 'librarian', 'purple'],
    'New scenario template': ['admin', 'red', 'writer', 'purple'],
    'Import a file from another tool': everybody,
    'Import or synchronise the catalogue': ['admin', 'keeper'],
    'Sign out': everybody,
    'User guide': everybody,
    'Keyboard shortcuts': everybody,
    'HTTP API reference': everybody,
    'About Damson': everybody,
  };
  for (const [action, those] of Object.entries(offers)) {
    assert.deepEqual(
      whoever((user) => actionsOf(user).includes(action)),
      those,
      action,
    );
  }
  const known = new Set([...Object.keys(offers), ...listAreas(admin.permissions).map(({ label }) => label)]);
  const others = actionsOf(admin).filter((label) => !known.has(label) && !/^(Theme|Times): /.test(label));
  assert.deepEqual(others, [], 'an action that is not in the table');
});

test('a person who writes only for blue imports only detection rules', () => {
  assert.deepEqual(whoever(mayImport), everybody);
  assert.deepEqual(whoever(mayImportForBlueAlone), ['soc', 'keeper', 'manager']);
  assert.equal(mayImport({ permissions: ['mission.read'] }), false);
});

test('pages opened last are listed in order without the current one and found by words in their names', () => {
  const opened = ['dump-lsass-memory', 'Port scan', 'Lsass again', 'a', 'b', 'c', 'd'].map((name) => ({
    kind: 'test' as const,
    path: `/${name}`,
    name,
  }));
  const names = (typed: string) =>
    listOpenedEntries(opened, typed, { ...doing, here: '/Port scan' }).entries.map(({ label }) => label);
  assert.deepEqual(names(''), ['dump-lsass-memory', 'Lsass again', 'a', 'b', 'c']);
  assert.deepEqual(names('lsass'), ['dump-lsass-memory', 'Lsass again']);
  assert.deepEqual(names('scan'), []);
});

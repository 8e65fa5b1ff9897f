import type { Icon } from '@tabler/icons-react';
import {
  IconApi,
  IconArchive,
  IconBook2,
  IconClock,
  IconDatabaseImport,
  IconFileImport,
  IconInfoCircle,
  IconKeyboard,
  IconListNumbers,
  IconLogout,
  IconMail,
  IconPlus,
  IconShieldLock,
  IconSunMoon,
  IconTemplate,
  IconUserCircle,
} from '@tabler/icons-react';
import type { Permission } from '../../domain/permissions.ts';
import { type Preferences, themes, timeZones } from '../../domain/preferences.ts';
import { redRoles } from '../../domain/sides.ts';
import type { User } from '../../server/accounts/users/contract.ts';
import { mayImport } from '../features/interchange/may-import.ts';
import { nameTimeZone, themeName } from '../ui/preferences/preference-words.ts';
import { listAreas } from './areas.ts';

/** A line of the palette. Its texts may be hostile. */
export type Entry = { id: string; label: string; detail: string | null; icon: Icon; run: () => void };

export type EntryGroup = { label: string; entries: Entry[] };

/** What the entries do beyond going somewhere. */
export type Doing = {
  go: (to: string) => void;
  showKeys: () => void;
  showApi: () => void;
  signOut: () => void;
  show: (preferences: Partial<Preferences>) => void;
};

type Action = {
  label: string;
  icon: Icon;
  run: () => void;
  /** Further words it is found by. */
  words?: string;
  may?: boolean;
};

/** The actions this person may take whose words all begin like those typed, by kind. */
export function listActions(user: User, typed: string, doing: Doing): EntryGroup[] {
  const may = (permission: Permission) => user.permissions.includes(permission);
  const isRed = redRoles.includes(user.role);
  const goTo = (path: string) => () => doing.go(path);
  const groups: { label: string; actions: Action[] }[] = [
    {
      label: 'Go to',
      actions: [
        ...listAreas(user.permissions).map(({ to: path, label, icon }) => ({ label, icon, run: goTo(path) })),
        {
          label: 'Scenario templates',
          icon: IconListNumbers,
          run: goTo('/templates/scenarios'),
          may: may('scenario_template.read'),
        },
        {
          label: 'Simulation templates',
          icon: IconTemplate,
          run: goTo('/engagements/templates'),
          may: isRed,
        },
        {
          label: 'Catalogue status',
          icon: IconInfoCircle,
          run: goTo('/catalogue/status'),
          words: 'ATT&CK version',
        },
        {
          label: 'Groups and permissions',
          icon: IconShieldLock,
          run: goTo('/administration/groups'),
          may: may('user.manage'),
        },
        {
          label: 'Invitations',
          icon: IconMail,
          run: goTo('/administration/invitations'),
          words: 'invite people',
          may: may('user.manage'),
        },
        {
          label: 'Backup',
          icon: IconArchive,
          run: goTo('/administration/backup'),
          words: 'backup restore verify',
          may: may('system.manage'),
        },
        { label: 'My account', icon: IconUserCircle, run: goTo('/account'), words: 'password name' },
      ],
    },
    {
      label: 'Do',
      actions: [
        {
          label: 'New mission',
          icon: IconPlus,
          run: goTo('/missions?dialog=create'),
          words: 'create',
          may: may('mission.read') && may('mission.create'),
        },
        {
          label: 'New engagement',
          icon: IconPlus,
          run: goTo('/engagements?dialog=create'),
          words: 'create',
          may: isRed,
        },
        {
          label: 'New organisation',
          icon: IconPlus,
          run: goTo('/organisations?dialog=create'),
          words: 'create client customer',
          may: may('mission.read') && may('mission.update'),
        },
        {
          label: 'New test template',
          icon: IconPlus,
          run: goTo('/templates/new'),
          words: 'create',
          may: may('test_template.create'),
        },
        {
          label: 'New scenario template',
          icon: IconPlus,
          run: goTo('/templates/scenarios/new'),
          words: 'create',
          may: may('scenario_template.create'),
        },
        {
          label: 'Import a file of another tool',
          icon: IconFileImport,
          run: goTo('/imports'),
          words: 'Atomic Red Team VECTR PurpleOps Navigator CSV XLSX zip load undo',
          may: mayImport(user),
        },
        {
          label: 'Import or synchronise the catalogue',
          icon: IconDatabaseImport,
          run: goTo('/catalogue/status'),
          words: 'ATT&CK STIX bundle sync load',
          may: may('catalog.sync'),
        },
        ...themes.map((theme) => ({
          label: `Theme: ${themeName[theme]}`,
          icon: IconSunMoon,
          run: () => doing.show({ theme }),
          words: 'dark light appearance colours',
        })),
        ...timeZones.map((time_zone) => ({
          label: `Times: ${nameTimeZone(time_zone)}`,
          icon: IconClock,
          run: () => doing.show({ time_zone }),
          words: 'zone clock',
        })),
        { label: 'Sign out', icon: IconLogout, run: doing.signOut, words: 'log out leave' },
      ],
    },
    {
      label: 'Help',
      actions: [
        { label: 'User guide', icon: IconBook2, run: goTo('/help'), words: 'help documentation manual' },
        { label: 'Keyboard shortcuts', icon: IconKeyboard, run: doing.showKeys, words: 'help keys' },
        { label: 'HTTP API reference', icon: IconApi, run: doing.showApi, words: 'help OpenAPI' },
        { label: 'About Damson', icon: IconInfoCircle, run: goTo('/about'), words: 'help version' },
      ],
    },
  ];
  return groups
    .map(({ label, actions }) => ({
      label,
      entries: actions
        .filter(
          (action) => (action.may ?? true) && matchesWords(`${action.label} ${action.words ?? ''}`, typed),
        )
        .map(({ label, icon, run }) => ({ id: `action:${label}`, label, detail: null, icon, run })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function matchesWords(words: string, typed: string): boolean {
  const known = words.toLowerCase().split(/\s+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.some((other) => other.startsWith(word)));
}

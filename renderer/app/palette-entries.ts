import type { Icon } from '@tabler/icons-react';
import {
  IconApi,
  IconArchive,
  IconArrowsDiff,
  IconBook2,
  IconBuilding,
  IconClock,
  IconDatabaseImport,
  IconFileImport,
  IconFlag3,
  IconGridDots,
  IconHistory,
  IconId,
  IconInfoCircle,
  IconKey,
  IconKeyboard,
  IconListCheck,
  IconListDetails,
  IconListNumbers,
  IconLogout,
  IconMail,
  IconPlus,
  IconReport,
  IconShieldLock,
  IconSpy,
  IconSunMoon,
  IconSwords,
  IconTarget,
  IconTemplate,
  IconUserCircle,
} from '@tabler/icons-react';
import { holdsOneOf, isAdministrator, missionWriters, type Permission } from '../../domain/permissions.ts';
import { type Preferences, themes, timeZones } from '../../domain/preferences.ts';
import { redRoles } from '../../domain/sides.ts';
import type { User } from '../../server/accounts/users/contract.ts';
import { mayImport } from '../features/interchange/may-import.ts';
import type { Opened, OpenedKind } from '../ui/pages/opened.tsx';
import type { PageAction } from '../ui/pages/page-actions.ts';
import { nameTimeZone } from '../ui/preferences/preference-words.ts';
import { t } from '../words.ts';
import { listAreas } from './areas.ts';

/** A line of the palette. Its texts may be hostile. */
export type Entry = {
  id: string;
  label: string;
  detail: string | null;
  icon: Icon;
  /** For entries with a page. */
  path?: string;
  run: () => void;
};

export type EntryGroup = { label: string; entries: Entry[] };

/** Actions of entries beyond navigation. */
export type Doing = {
  /** The mission whose page is open. */
  missionId: string | null;
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
  /** Additional words that find the action. */
  words?: string;
  may?: boolean;
};

const openedIcon: Record<OpenedKind, Icon> = {
  mission: IconTarget,
  test: IconListDetails,
  finding: IconFlag3,
  report: IconReport,
  engagement: IconSwords,
  simulation: IconSwords,
  test_template: IconTemplate,
  scenario_template: IconListNumbers,
  technique: IconGridDots,
  organisation: IconBuilding,
};

/** Maximum number of recently opened pages shown. */
const shownOpened = 5;

/** The last opened pages, without the current one, whose names contain the typed text. */
export function listOpenedEntries(
  opened: readonly Opened[],
  typed: string,
  doing: Pick<Doing, 'go'> & { here: string },
): EntryGroup {
  const wanted = typed.toLowerCase();
  return {
    label: t('app.opened_last'),
    entries: opened
      .filter(({ path, name }) => path !== doing.here && name.toLowerCase().includes(wanted))
      .slice(0, shownOpened)
      .map(({ kind, path, name }) => ({
        id: `opened:${path}`,
        label: name,
        detail: t(`app.opened_kind.${kind}`),
        icon: openedIcon[kind],
        run: () => doing.go(path),
      })),
  };
}

/** The actions of the open page in which every typed word starts some word. */
export function listPageEntries(actions: readonly PageAction[], typed: string): EntryGroup {
  return {
    label: t('app.on_this_page'),
    entries: actions
      .filter(({ label }) => matchesWords(label, typed))
      .map(({ label, icon, run }) => ({ id: `page:${label}`, label, detail: null, icon, run })),
  };
}

/** The actions available to this person in which every typed word starts some word, by kind. */
export function listActions(user: User, typed: string, doing: Doing): EntryGroup[] {
  const may = (permission: Permission) => user.permissions.includes(permission);
  const isRed = redRoles.includes(user.role);
  const goTo = (path: string) => () => doing.go(path);
  const groups: { label: string; actions: Action[] }[] = [
    {
      label: t('app.go_to'),
      actions: [
        ...listAreas(user.permissions).map(({ to: path, label, icon }) => ({ label, icon, run: goTo(path) })),
        {
          label: t('app.scenario_templates'),
          icon: IconListNumbers,
          run: goTo('/templates/scenarios'),
          may: may('scenario_template.read'),
        },
        {
          label: t('app.simulation_templates'),
          icon: IconTemplate,
          run: goTo('/engagements/templates'),
          may: isRed,
        },
        {
          label: t('app.report_templates'),
          icon: IconReport,
          run: goTo('/templates/reports'),
          may: may('test_template.read'),
        },
        {
          label: t('app.comparison'),
          icon: IconArrowsDiff,
          run: goTo('/comparison'),
          may: may('mission.read'),
        },
        { label: t('app.threats'), icon: IconSpy, run: goTo('/catalogue/threats') },
        {
          label: t('app.plan_from_threats'),
          icon: IconListCheck,
          run: goTo('/catalogue/plan'),
          may: may('test_template.read'),
        },
        {
          label: t('app.catalogue_status'),
          icon: IconInfoCircle,
          run: goTo('/catalogue/status'),
          words: t('app.att_ck_version'),
        },
        {
          label: t('app.groups_and_permissions'),
          icon: IconShieldLock,
          run: goTo('/administration/groups'),
          may: may('user.manage'),
        },
        {
          label: t('app.invitations'),
          icon: IconMail,
          run: goTo('/administration/invitations'),
          words: t('app.invite_people'),
          may: may('user.manage'),
        },
        {
          label: t('app.tokens'),
          icon: IconKey,
          run: goTo('/administration/tokens'),
          may: isAdministrator(user.role),
        },
        {
          label: t('app.sign_in_providers'),
          icon: IconId,
          run: goTo('/administration/sign-in'),
          may: may('system.manage'),
        },
        {
          label: t('app.audit'),
          icon: IconHistory,
          run: goTo('/administration/audit'),
          may: may('system.manage'),
        },
        {
          label: t('app.backup'),
          icon: IconArchive,
          run: goTo('/administration/backup'),
          words: t('app.backup_restore_verify'),
          may: may('system.manage'),
        },
        {
          label: t('app.my_account'),
          icon: IconUserCircle,
          run: goTo('/account'),
          words: t('app.password_name'),
        },
      ],
    },
    {
      label: t('app.do'),
      actions: [
        {
          label: t('app.new_mission'),
          icon: IconPlus,
          run: goTo('/missions?dialog=create'),
          words: 'create',
          may: may('mission.read') && may('mission.create'),
        },
        {
          label: t('app.new_finding'),
          icon: IconFlag3,
          run: goTo(`/missions/${doing.missionId}/findings?dialog=new-finding`),
          words: 'create',
          may: doing.missionId !== null && holdsOneOf(user.permissions, missionWriters),
        },
        {
          label: t('app.new_engagement'),
          icon: IconPlus,
          run: goTo('/engagements?dialog=create'),
          words: 'create',
          may: isRed,
        },
        {
          label: t('app.new_organisation'),
          icon: IconPlus,
          run: goTo('/organisations?dialog=create'),
          words: t('app.create_client_customer'),
          may: may('mission.read') && may('mission.update'),
        },
        {
          label: t('app.new_test_template'),
          icon: IconPlus,
          run: goTo('/templates/new'),
          words: 'create',
          may: may('test_template.create'),
        },
        {
          label: t('app.new_scenario_template'),
          icon: IconPlus,
          run: goTo('/templates/scenarios/new'),
          words: 'create',
          may: may('scenario_template.create'),
        },
        {
          label: t('app.import_a_file_of_another_tool'),
          icon: IconFileImport,
          run: goTo('/imports'),
          words: t('app.atomic_red_team_vectr_purpleops_navigator'),
          may: mayImport(user),
        },
        {
          label: t('app.import_or_synchronise_the_catalogue'),
          icon: IconDatabaseImport,
          run: goTo('/catalogue/status'),
          words: t('app.att_ck_stix_bundle_sync_load'),
          may: may('catalog.sync'),
        },
        ...themes.map((theme) => ({
          label: t('app.theme_value', { value: t(`shared.theme.${theme}`) }),
          icon: IconSunMoon,
          run: () => doing.show({ theme }),
          words: t('app.dark_light_appearance_colours'),
        })),
        ...timeZones.map((time_zone) => ({
          label: t('app.times_timezone', { timezone: nameTimeZone(time_zone) }),
          icon: IconClock,
          run: () => doing.show({ time_zone }),
          words: t('app.zone_clock'),
        })),
        { label: t('app.sign_out'), icon: IconLogout, run: doing.signOut, words: t('app.log_out_leave') },
      ],
    },
    {
      label: t('app.help'),
      actions: [
        {
          label: t('shared.user_guide'),
          icon: IconBook2,
          run: goTo('/help'),
          words: t('app.help_documentation_manual'),
        },
        {
          label: t('app.keyboard_shortcuts'),
          icon: IconKeyboard,
          run: doing.showKeys,
          words: t('app.help_keys'),
        },
        {
          label: t('app.http_api_reference'),
          icon: IconApi,
          run: doing.showApi,
          words: t('app.help_openapi'),
        },
        {
          label: t('app.about_damson'),
          icon: IconInfoCircle,
          run: goTo('/about'),
          words: t('app.help_version'),
        },
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

import { type Area, dialog, fromMenu, instead, offered, press, says } from './page.ts';
import { blues, everybody, planners } from './people.ts';
import type { Things } from './world.ts';

const at = ({ mission }: Pick<Things, 'mission'>) => `/missions/${mission.id}`;

/** The wall of a mission, its timeline, attack path, alerts, replay and sightings. */
export const missionEvents: Area = {
  'wall view': {
    routes: ['/missions/:missionId/wall'],
    isBare: true,
    at: (things) => `${at(things)}/wall`,
    sign: (page) => page.getByRole('region', { name: 'Waiting' }),
    offers: [
      {
        state: 'the wall view',
        controls: [offered.button('Leave the wall view', everybody)],
      },
    ],
    looks: {
      admin: [
        {
          name: 'wall view',
          at: (things) => `${at(things)}/wall`,
          sees: (page) => page.getByRole('list', { name: 'Last actions' }).getByRole('listitem').first(),
        },
        {
          name: 'wall view of a mission without tests',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/wall`,
          sees: says('No tests executed yet'),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red' }],
  },
  timeline: {
    routes: ['/missions/:missionId/timeline'],
    at: (things) => `${at(things)}/timeline`,
    sign: (page) => page.getByText(/time to detect/i).first(),
    looks: {
      admin: [
        {
          name: 'timeline',
          at: (world) => `${at(world)}/timeline`,
          sees: (page) => page.getByText('executed').first(),
        },
        {
          name: 'timeline of a mission without tests',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/timeline`,
          sees: (page) => page.getByRole('heading', { name: 'No activity yet' }),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red' }],
  },
  path: {
    routes: ['/missions/:missionId/path'],
    at: (things) => `${at(things)}/path`,
    sign: (page) =>
      page
        .getByRole('region', { name: 'Attack path' })
        .or(page.getByRole('heading', { name: 'No attack path yet' })),
    offers: [
      {
        state: 'the attack path of a mission',
        controls: [offered.button(/^Actions for /, planners)],
      },
    ],
    dialogs: { follows: planners, 'insert-after': planners },
    looks: {
      admin: [
        {
          name: 'attack path',
          at: (world) => `${at(world)}/path`,
          sees: (page) => page.getByRole('region', { name: 'Attack path' }),
        },
        {
          name: 'what a test follows',
          does: fromMenu('Actions for List who is signed in', 'Follows…'),
          sees: dialog,
        },
        {
          name: 'a test inserted after another',
          does: instead(fromMenu('Actions for List who is signed in', 'Insert after…')),
          sees: dialog,
        },
        {
          name: 'a mission without an attack path',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/path`,
          sees: (page) => page.getByRole('heading', { name: 'No attack path yet' }),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'red', opens: [fromMenu(/^Actions for/, 'Follows…')] }],
  },
  alerts: {
    routes: ['/missions/:missionId/alerts'],
    at: (things) => `${at(things)}/alerts`,
    sign: (page) =>
      page.getByRole('list', { name: 'Alerts' }).or(page.getByRole('heading', { name: 'No alerts waiting' })),
    offers: [
      {
        state: 'the alerts of a mission',
        controls: [
          offered.button('Add alerts…', blues),
          offered.button('Clocks…', everybody),
          offered.button('Deliveries…', everybody),
        ],
      },
    ],
    dialogs: { clocks: everybody, deliveries: everybody },
    looks: {
      admin: [
        { name: 'alerts', at: (world) => `${at(world)}/alerts`, sees: says('Credential dumping') },
        {
          name: 'an alert for another test',
          does: press('Another test for Credential dumping'),
          sees: (page) => page.getByRole('dialog', { name: 'Accept for another test' }),
        },
        {
          name: 'clocks of hosts',
          does: instead(press('Clocks…')),
          sees: says('Confirmed: 7 min ahead'),
        },
        {
          name: 'deliveries of alerts',
          does: instead(press('Deliveries…')),
          sees: (page) => page.getByRole('list', { name: 'Deliveries of alerts' }),
        },
        {
          name: 'a file of alerts',
          does: instead((page) =>
            page.getByLabel('File with alerts').setInputFiles({
              name: 'alerts.csv',
              mimeType: 'text/csv',
              buffer: Buffer.from('When,Alert,Host,Severity\n2026-09-01 10:00,Whoami,ws01,7\n,,ws02,\n'),
            }),
          ),
          sees: (page) => page.getByRole('dialog', { name: 'Alerts in alerts.csv' }),
        },
        {
          name: 'no alerts',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/alerts`,
          sees: (page) => page.getByRole('heading', { name: 'No alerts waiting' }),
        },
      ],
    },
    reads: 'mission',
    texts: [
      {
        as: 'blue',
        opens: [
          (page) =>
            page
              .getByRole('button', { name: /^Another test for/ })
              .first()
              .click(),
        ],
      },
    ],
  },
  replay: {
    routes: ['/missions/:missionId/replay'],
    at: (things) => `${at(things)}/replay`,
    sign: (page) =>
      page
        .getByRole('region', { name: 'Replay' })
        .or(page.getByRole('heading', { name: 'The replay is not open yet' })),
    offers: [
      {
        state: 'an open replay',
        controls: [
          offered.button('Next step', everybody),
          offered.button('When and with whom…', everybody),
          offered.button('Remediation…', everybody),
        ],
      },
    ],
    dialogs: { about: everybody, detection: blues },
    looks: {
      admin: [
        {
          name: 'a replay',
          at: (world) => `${at(world)}/replay`,
          sees: (page) => page.getByRole('region', { name: 'Replay' }),
        },
        {
          name: 'when a replay was, and with whom',
          does: press('When and with whom…'),
          sees: (page) => page.getByRole('dialog', { name: 'When and with whom' }),
        },
        {
          name: 'a replay that is not open',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/replay`,
          sees: (page) => page.getByRole('heading', { name: 'The replay is not open yet' }),
        },
      ],
    },
    reads: 'mission',
    texts: [{ as: 'blue' }],
  },
  sightings: {
    routes: ['/missions/:missionId/sightings'],
    at: (things) => `${at(things)}/sightings`,
    sign: (page) =>
      page
        .getByRole('list', { name: 'Sightings' })
        .or(page.getByRole('heading', { name: 'No sightings yet' }))
        .or(page.getByRole('heading', { name: 'Sightings are not shown to red' })),
    offers: [
      {
        state: 'the sightings of a mission',
        controls: [offered.button('Add', blues), offered.button('Add with details…', blues)],
      },
    ],
    dialogs: { new: blues, edit: blues, pick: blues, 'not-ours': blues },
    looks: {
      admin: [
        { name: 'sightings', at: (world) => `${at(world)}/sightings`, sees: says('Somebody reads LSASS') },
        {
          name: 'a sighting with all fields',
          does: press('Edit Somebody reads LSASS'),
          sees: (page) => page.getByRole('dialog', { name: 'Sighting' }),
        },
        {
          name: 'a sighting for another test',
          does: instead(press('Match Somebody reads LSASS to a test')),
          sees: (page) => page.getByRole('dialog', { name: 'Match to a test' }),
        },
        {
          name: 'a sighting that is not ours',
          does: instead(press('Not ours: Somebody reads LSASS')),
          sees: (page) => page.getByRole('dialog', { name: 'Not ours' }),
        },
        {
          name: 'no sightings',
          at: ({ withoutTests }) => `${at({ mission: withoutTests })}/sightings`,
          sees: (page) => page.getByRole('heading', { name: 'No sightings yet' }),
        },
      ],
      red: [
        {
          name: 'sightings that red does not read',
          at: (world) => `${at(world)}/sightings`,
          sees: (page) => page.getByRole('heading', { name: 'Sightings are not shown to red' }),
        },
      ],
    },
    reads: 'mission',
    texts: [
      {
        as: 'blue',
        opens: [
          (page) =>
            page
              .getByRole('button', { name: /^Edit / })
              .first()
              .click(),
        ],
      },
    ],
  },
};

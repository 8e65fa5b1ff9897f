import { type Area, button, dialog, heading, offered, press, says, table } from './page.ts';
import { keepers, planners, reds } from './people.ts';

export const catalogue: Area = {
  matrix: {
    routes: ['/catalogue'],
    at: () => '/catalogue',
    sign: heading,
    looks: {
      admin: [
        {
          name: 'matrix of a mission',
          at: ({ mission }) => `/catalogue?of=mission:${mission.id}`,
          sees: (page) => page.getByRole('grid', { name: 'ATT&CK matrix' }).getByRole('link'),
        },
        {
          name: 'matrix of the worst alerts',
          at: () => '/catalogue?by=alerted',
          sees: says(/Worst result of/),
        },
        {
          name: 'matrix of two missions',
          at: ({ mission, completed }) => `/catalogue?of=mission:${mission.id}&with=mission:${completed.id}`,
          sees: (page) => page.getByRole('link', { name: 'Figures and tests' }),
        },
        {
          name: 'small matrix with what was found in it',
          at: ({ mission }) => `/catalogue?of=mission:${mission.id}&only=all&q=account&zoom=60`,
          sees: (page) => page.getByRole('grid', { name: 'ATT&CK matrix' }).getByRole('link'),
        },
      ],
    },
    reads: 'matrix',
    texts: [{ as: 'red' }],
  },
  technique: {
    routes: ['/catalogue/:techniqueId'],
    at: ({ technique }) => `/catalogue/${technique}`,
    sign: heading,
    looks: {
      admin: [
        {
          name: 'technique of several sub-techniques',
          at: () => '/catalogue/T1059',
          sees: (page) => page.getByRole('table', { name: 'Sub-techniques' }),
        },
        {
          name: 'technique',
          at: () => '/catalogue/T1033',
          // The results may arrive before the name.
          sees: (page) => page.locator('main:has(h1)').getByRole('region', { name: /^Results/ }),
        },
      ],
    },
    reads: 'technique',
    texts: [{ as: 'red' }],
  },
  threats: {
    routes: ['/catalogue/threats'],
    at: () => '/catalogue/threats',
    sign: heading,
    looks: {
      red: [
        { name: 'groups', at: () => '/catalogue/threats', sees: table },
        { name: 'campaigns', at: () => '/catalogue/threats?kind=campaign', sees: table },
        { name: 'software by another name', at: () => '/catalogue/threats?kind=software&q=net', sees: table },
        {
          name: 'no threat found',
          at: () => '/catalogue/threats?q=there+is+none',
          sees: (page) => button(page, 'Show all'),
        },
      ],
    },
    reads: 'list of threats',
  },
  threat: {
    routes: ['/catalogue/threats/:threatId'],
    at: () => '/catalogue/threats/G0003',
    sign: heading,
    looks: {
      red: [
        {
          name: 'group',
          at: () => '/catalogue/threats/G0003',
          sees: (page) =>
            page
              .getByRole('region', { name: /^Techniques/ })
              .getByRole('link')
              .first(),
        },
        {
          name: 'software',
          at: () => '/catalogue/threats/S0039',
          sees: (page) =>
            page
              .getByRole('region', { name: /^Techniques/ })
              .getByRole('link')
              .first(),
        },
      ],
    },
    reads: 'threat',
  },
  'plan from threats': {
    routes: ['/catalogue/plan'],
    at: () => '/catalogue/plan?threats=G0003',
    sign: heading,
    offers: [
      {
        state: 'a plan',
        sign: table,
        controls: [offered.button('Create scenario template', reds), offered.button('New mission', planners)],
      },
    ],
    looks: {
      red: [
        {
          name: 'nothing to plan from',
          at: () => '/catalogue/plan',
          sees: says('Choose threats to plan against'),
        },
        { name: 'plan', at: () => '/catalogue/plan?threats=G0003,G0008&techniques=T1033', sees: table },
        {
          name: 'scenario of a plan',
          at: () => '/catalogue/plan?techniques=T1033&ticked=T1033',
          does: press('Create scenario template'),
          sees: dialog,
        },
      ],
    },
    reads: 'plan',
  },
  'catalogue status': {
    routes: ['/catalogue/status'],
    at: () => '/catalogue/status',
    sign: heading,
    offers: [
      {
        state: 'the catalogue status',
        controls: [offered.form('Import a bundle', keepers), offered.button('Load catalogue', keepers)],
      },
    ],
    looks: {
      admin: [
        {
          name: 'status and import, refused',
          at: () => '/catalogue/status',
          does: async (page) => {
            await page.getByRole('radio', { name: 'Another address or file' }).check();
            await button(page, 'Load catalogue').click();
            await page.getByRole('button', { name: 'Import', exact: true }).click();
          },
          sees: (page) => page.getByText('Choose a file', { exact: true }),
        },
      ],
    },
  },
};

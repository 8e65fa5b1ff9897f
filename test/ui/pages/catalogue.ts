import { type Area, button, heading, offered, says } from './page.ts';
import { keepers } from './people.ts';

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
          at: () => '/catalogue?by=alerted&pick=worst',
          sees: says(/Worst result of/),
        },
        {
          name: 'small matrix with what was found in it',
          at: ({ mission }) => `/catalogue?of=mission:${mission.id}&q=account&zoom=60`,
          sees: says(/\d+ found/),
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
          sees: (page) => page.getByRole('region', { name: /^Results/ }),
        },
      ],
    },
    reads: 'technique',
    texts: [{ as: 'red' }],
  },
  'catalogue status': {
    routes: ['/catalogue/status'],
    at: () => '/catalogue/status',
    sign: heading,
    offers: [
      {
        state: 'the catalogue’s status',
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

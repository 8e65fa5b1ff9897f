import type { Page } from '@playwright/test';
import { type Area, button, dialog, heading, offered, press } from './page.ts';
import { everybody, planners } from './people.ts';
import type { Things } from './world.ts';

const at = ({ rule }: Pick<Things, 'rule'>) => `/rules/${rule.id}`;
const queue = (page: Page) => page.getByRole('table', { name: 'Red until it fires' });
/** Selects everything on the page first. */
const planned = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await press('Regression mission')(page);
};

export const rules: Area = {
  rules: {
    routes: ['/rules'],
    at: () => '/rules',
    sign: (page) => page.getByRole('searchbox').first(),
    offers: [
      {
        state: 'the rules',
        controls: [
          offered.button('JUnit XML', everybody),
          offered.button('Markdown', everybody),
          offered.checkbox('Select all on this page', planners),
        ],
      },
    ],
    looks: {
      admin: [
        { name: 'rules', at: () => '/rules', sees: (page) => page.getByRole('link', { name: 'R7' }) },
        {
          name: 'regression mission',
          does: planned,
          sees: (page) => dialog(page).getByText(/No template of the library/),
        },
        {
          name: 'no rule found',
          at: () => '/rules?q=there+is+none',
          sees: (page) => page.getByRole('heading', { name: 'No matching rules' }),
        },
      ],
    },
    reads: 'list of rules',
    texts: [{ as: 'red', opens: [planned] }, { as: 'blue' }],
  },
  queue: {
    routes: ['/rules/queue'],
    at: () => '/rules/queue',
    sign: (page) => page.getByRole('heading', { level: 1, name: 'Red until it fires' }),
    looks: {
      admin: [
        { name: 'red until it fires', at: () => '/rules/queue', sees: queue },
        {
          name: 'the rules that were closed',
          does: (page) =>
            page
              .getByText(/^Closed/)
              .first()
              .click(),
          sees: (page) => page.getByText('None', { exact: true }),
        },
      ],
    },
    reads: 'list of rules that have to fire',
    texts: [{ as: 'red' }],
  },
  rule: {
    routes: ['/rules/:ruleId'],
    at,
    sign: heading,
    offers: [{ state: 'a rule', controls: [offered.button('Regression mission', planners)] }],
    looks: {
      admin: [
        { name: 'rule', at, sees: (page) => page.getByRole('region', { name: 'Sigma' }).first() },
        {
          name: 'regression mission of a rule',
          does: press('Regression mission'),
          sees: (page) => button(page, 'Plan the mission'),
        },
      ],
    },
    reads: 'rule',
    texts: [{ as: 'red', opens: [press('Regression mission')] }, { as: 'blue' }],
  },
};

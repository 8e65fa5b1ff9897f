import type { Locator, Page } from '@playwright/test';
import {
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { testPath } from '../support.ts';
import { inDialog, pressExactly } from './form.ts';
import {
  type Area,
  type Control,
  closeDialog,
  dialog,
  fromMenu,
  instead,
  type Look,
  offered,
  press,
  says,
} from './page.ts';
import { blues, everybody, planners, reds, type Who } from './people.ts';
import type { Things } from './world.ts';

const at = ({ mission }: Pick<Things, 'mission'>) => testPath(mission);

const preview = (file: string, sees: (shown: Locator) => Locator): Look => ({
  name: `preview of ${file}`,
  does: instead(press(`Preview ${file}`)),
  sees: (page) => sees(dialog(page)),
});

/** Once red has begun, the plan is a collapsed line. */
const openVariables = async (page: Page): Promise<void> => {
  const unfold = page.getByRole('button', { name: 'Show the plan' });
  if (await unfold.isVisible()) await unfold.click();
  await page.getByRole('button', { name: 'Variables', exact: true }).first().click();
};

const addFiles = (side: 'red' | 'blue', who: readonly Who[]): Control => ({
  name: `files of the ${side} side`,
  find: (page) =>
    page
      .getByRole('region', { name: `Evidence of the ${side} side` })
      .getByRole('button', { name: 'Add files' }),
  who,
});

export const tests: Area = {
  // Comes before the test, because the test is left with a conflicting text.
  'test history': {
    routes: ['/missions/:missionId/tests/:testId/history'],
    at: (things) => `${at(things)}/history`,
    sign: (page) => page.getByRole('dialog', { name: 'History of this test' }),
    looks: {
      red: [
        {
          name: 'history of a test',
          at: (world) => `${at(world)}/history`,
          does: press(/restore$/),
          sees: (page) => page.getByRole('button', { name: 'Restore the previous text' }),
        },
        {
          name: 'restore a text',
          does: press('Restore the previous text'),
          sees: (page) => page.getByRole('dialog', { name: /^Restore this text/ }),
        },
      ],
    },
    reads: 'test',
    texts: [{ as: 'red', opens: [press(/restore$/)] }, { as: 'blue' }],
  },
  test: {
    routes: ['/missions/:missionId/tests/:testId'],
    at,
    sign: (page) => page.getByRole('region', { name: 'Blue team' }),
    offers: [
      {
        state: 'a test to be run',
        controls: [
          // The labels of these buttons include their keys.
          offered.button(/^Executed ?e$/, reds),
          offered.button(/^Skip ?s$/, reds),
          offered.button('Mark as blocked', reds),
          offered.field('Red team', 'Command as run', reds),
          offered.field('Red team', 'Output', reds),
          offered.field('Red team', 'Comment', reds),
          offered.field('Blue team', 'Comment', blues),
          offered.radio('Logged only', blues),
          offered.field('Red team', 'Source host', reds),
          offered.radio('Partially succeeded', reds),
          offered.button('Add tags', planners),
          offered.button('Add expectations', planners),
          offered.button('Edit the plan', planners),
          addFiles('red', reds),
          addFiles('blue', blues),
          offered.button(/^Needs work ?w$/, everybody),
        ],
      },
      {
        state: 'a test to be reviewed',
        at: ({ mission }) => testPath(mission, 1),
        controls: [
          offered.button(/^Reviewed ?r$/, blues),
          offered.button('Undo executed', reds),
          offered.button('Retest', reds),
        ],
      },
    ],
    dialogs: {
      expectations: planners,
      'test-variables': planners,
      run: reds,
      plan: planners,
      place: planners,
      follows: planners,
      move: planners,
      copy: planners,
    },
    looks: {
      red: [
        { name: 'test', at, sees: says('an alert of the SIEM') },
        { name: 'expectations', does: press(/^Change$/), sees: dialog },
        { name: 'variables of a test', does: instead(openVariables), sees: dialog },
        { name: 'the plan of a test', does: instead(press('Edit the plan')), sees: dialog },
        {
          name: 'another scenario for a test',
          does: instead(fromMenu('Actions for this test', 'Move to another scenario…')),
          sees: dialog,
        },
        { name: 'keys of a test', does: instead(press('Shortcuts on this page')), sees: dialog },
        preview('note.txt', (shown) => shown.getByRole('region')),
        preview('screen.png', (shown) => shown.getByRole('img')),
        preview('broken.png', (shown) => shown.getByText('The picture cannot be displayed')),
        preview('people.csv', (shown) => shown.getByRole('table')),
        {
          name: 'table as text',
          does: press('Show as text'),
          sees: (page) => dialog(page).getByRole('region'),
        },
        preview('terminal.cast', (shown) =>
          shown.getByRole('region', { name: /^Screen of/ }).getByText('whoami'),
        ),
        {
          name: 'recording as text',
          does: async (page) => dialog(page).getByText('Text', { exact: true }).click(),
          sees: (page) => dialog(page).getByRole('region', { name: 'terminal.cast' }),
        },
        preview('report.pdf', (shown) => shown.getByText('Damson does not open it here')),
        preview('loot.zip', (shown) => shown.getByRole('region', { name: /^First bytes/ })),
        { name: 'delete evidence', does: instead(press('Delete note.txt')), sees: dialog },
        {
          name: 'two versions of a field',
          does: async (page, { admin, mission }) => {
            await closeDialog(page);
            const field = page.getByLabel('Command as run', { exact: true });
            await field.fill('mine');
            await admin.client.put(placeOf(mission).path, { command: 'theirs' });
          },
          sees: says('Changed by'),
        },
        { name: 'the comparison of both', does: press('Compare'), sees: dialog },
        {
          name: 'leaving with a conflict',
          does: async (page) => {
            await closeDialog(page);
            await page.getByRole('link', { name: 'Missions', exact: true }).first().click();
          },
          sees: dialog,
        },
        {
          name: 'needs work',
          does: async (page) => {
            await closeDialog(page);
            await page.getByRole('button', { name: 'Needs work' }).click();
          },
          sees: (page) => dialog(page).getByRole('textbox', { name: 'Title' }),
        },
        {
          name: 'drawing on a picture',
          does: async (page) => {
            await instead(press('Preview screen.png'))(page);
            await press('Annotate')(page);
          },
          sees: (page) => page.getByRole('button', { name: 'Save as a new file' }),
        },
        {
          name: 'test with two runs',
          at: ({ mission }) => testPath(mission, 1),
          sees: (page) => page.getByRole('table', { name: 'Runs' }),
        },
        {
          name: 'evidence of a closed run',
          does: press(/^Preview .* of run 1$/),
          sees: (page) => page.getByRole('img', { name: 'before.png' }),
        },
        { name: 'run again', does: instead(press('Retest')), sees: dialog },
        {
          name: 'new run',
          at: ({ mission }) => testPath(mission, 2),
          sees: says('nothing is recorded yet'),
        },
        {
          name: 'test of an archived mission',
          at: ({ archived }) => at({ mission: archived }),
          sees: says(/archived/),
        },
      ],
      blue: [
        { name: 'test', at, sees: says('read only') },
        {
          name: 'evidence for what was seen',
          does: press('Alerted: select evidence'),
          sees: (page) => dialog(page).getByRole('checkbox', { name: 'screen.png' }),
          isBeside: true,
        },
        {
          name: 'review without a judgement',
          does: async (page, { admin, blue }) => {
            const mission = await newMission(admin.client, { members: [blue] });
            await walk(admin.client, placeOf(mission).path, 'executed');
            await page.goto(testPath(mission));
            await press(/^Reviewed/)(page);
          },
          sees: dialog,
        },
      ],
    },
    reads: 'test',
    texts: [
      { as: 'red', opens: [press(/^Preview /), press(/^Delete /), press(/^Change$/), openVariables] },
      { as: 'blue', opens: [press(/select evidence$/)] },
    ],
    forms: [
      {
        name: 'variables of a test',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const { id } = await newTestTemplate(client, { command: 'ping #{host}' });
          const scenario = await newScenarioTemplate(client, { tests: [id] });
          const mission = await newMission(client, { tests: 0, scenario_template_ids: [scenario.id] });
          return {
            path: testPath(mission),
            open: inDialog('Variables of this test', pressExactly('Variables')),
            write: (form) => form.getByRole('textbox', { name: 'host' }).fill('srv-7'),
            typed: ['srv-7'],
            save: 'Save',
            written: async () => (await admin.client.get(placeOf(mission).path)).body.variables.host,
          };
        },
      },
      {
        name: 'what should be seen',
        role: 'redteam',
        make: async ({ admin }, { client }) => {
          const mission = await newMission(client);
          return {
            path: testPath(mission),
            open: inDialog('Expected outcomes', pressExactly('Add expectations')),
            write: async (form) => {
              await form.getByRole('group', { name: 'Alerted' }).getByRole('button', { name: 'Yes' }).click();
              await form.getByRole('textbox', { name: 'Alerted: within minutes' }).fill('5');
            },
            typed: ['5 min'],
            save: 'Save',
            written: async () =>
              (await admin.client.get(placeOf(mission).path)).body.expectations[0]?.within_seconds,
          };
        },
      },
    ],
  },
};

import type { Page } from '@playwright/test';
import { tlptNotes, tlptTexts } from '../../../domain/tlpt.ts';
import { mythicCallback, mythicTask, startMythic } from '../../support/c2/c2-frameworks.ts';
import { collection, matrix, tactic, technique } from '../../support/fixtures/attack-editions.ts';
import { newImport } from '../../support/interchange/imports.ts';
import { newEngagement, newSimulation, newSimulationTemplate } from '../../support/missions/engagements.ts';
import {
  assign,
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newReport,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { newReportTemplate } from '../../support/reports/report-templates.ts';
import { sample } from '../../support/sample.ts';
import { type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { patience } from '../../support/servers/slowness.ts';
import { visitAnew } from '../looks/visit.ts';
import { pages } from '../pages/registry.ts';
import { findRule } from '../pages/world.ts';
import { expect, testOn, testPath } from '../support.ts';
import { hostileLine, hostileName, hostileText } from './hostile-words.ts';

const test = testOn(() =>
  startTestServer({ env: { SVC_ENCRYPTION_KEY: Buffer.alloc(32, 'damson').toString('base64') } }),
);

const texts = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, hostileText]));

/** A person with the most hostile possible name. */
async function badlyNamed(server: TestServer, role: 'redteam' | 'soc', letter: string): Promise<Person> {
  const person = await server.newPerson(role);
  const display_name = hostileLine(99) + letter;
  bodyOf(await server.admin.client.patch(`/api/v1/users/${person.id}`, { display_name }), 200);
  return person;
}

async function hostileCatalogue({ admin }: TestServer): Promise<void> {
  const prose = { description: `[a link](javascript:globalThis.ran=4) ![x](x) (Citation: x) ${hostileText}` };
  const objects = [
    collection('9.0'),
    matrix(['TA9001']),
    tactic('TA9001', hostileLine(150), 'prowling', prose),
    technique('T9001', hostileLine(150), ['prowling'], {
      ...prose,
      external_references: [
        { source_name: 'mitre-attack', external_id: 'T9001', url: 'javascript:globalThis.ran=5' },
      ],
    }),
  ];
  const raw = JSON.stringify({ type: 'bundle', id: 'bundle--hostile', objects });
  const imported = await admin.client.request('POST', '/api/v1/catalog/import?allow_unverified=true', {
    raw,
    headers: { 'content-type': 'application/json' },
  });
  bodyOf(imported, 200);
}

/** Asserts that foreign text has no effect on a page. */
async function expectHarmless(page: Page, name: string): Promise<void> {
  // Popups are positioned a moment after they open.
  const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
  await expect.poll(isTooWide, `${name}: too wide`).toBe(false);
  const found = await page.evaluate(`({
    ran: globalThis.ran ?? null,
    elements: document.querySelectorAll('img[src=x], [onerror], main script, main b b, a[href^="javascript:"]').length,
    turned: (document.body.innerText.match(/.{0,30}[\\u202a-\\u202e\\u2066-\\u2069\\u200b\\u0007\\u0008\\u001b].{0,10}/u) ?? [null])[0],
    tooltips: [...document.querySelectorAll('[title]')].filter(({ title }) => /[\\u202a-\\u202e\\u2066-\\u2069\\u200b\\u001b]/u.test(title)).length,
    title: /[\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069\\u200b]/u.test(document.title) || document.title.length > 140,
    isShown: /<img src=x/.test(document.body.innerText) || [...document.querySelectorAll('input, textarea')].some(({ value }) => value.includes('<img src=x')),
  })`);
  expect.soft(found, name).toEqual({
    ran: null,
    elements: 0,
    turned: null,
    tooltips: 0,
    title: false,
    isShown: true,
  });
}

test('hostile text everywhere, on every screen', async ({ open, server }) => {
  test.setTimeout(patience * 600_000);
  const { admin } = server;
  await hostileCatalogue(server);
  const red = await badlyNamed(server, 'redteam', 'R');
  const blue = await badlyNamed(server, 'soc', 'B');
  const group = { name: hostileLine(100), description: hostileLine(2000), member_ids: [red.id] };
  bodyOf(await admin.client.post('/api/v1/groups', group), 201);
  const invited = { email: `${'w'.repeat(200)}{{7*7}}@damson.test`, role: 'soc' };
  bodyOf(await admin.client.post('/api/v1/invitations', invited), 201);

  const catalog_tags = [{ kind: 'technique', external_id: 'T9001' }];
  const template = await newTestTemplate(red.client, {
    name: hostileName(200),
    ...texts('description', 'objective', 'procedure', 'cleanup_command', 'expected_detection'),
    command: `${hostileText} #{host} #{other}`,
    tags: [hostileLine(100), 'javascript:globalThis.ran=6'],
    platforms: [hostileLine(100)],
    source: hostileLine(500),
    catalog_tags,
  });
  const scenario = await newScenarioTemplate(red.client, {
    name: hostileName(200),
    description: hostileText,
    tags: [hostileLine(100)],
    catalog_tags,
    tests: [template.id],
  });
  const mission = await newMission(red.client, {
    name: hostileName(200),
    client: hostileName(200),
    description: hostileText,
    tests: 0,
    scenario_template_ids: [scenario.id],
    members: [
      [red, 'red'],
      [blue, 'blue'],
    ],
  });
  const place = placeOf(mission);
  await walk(red.client, place.missionPath, 'in_progress');
  const variables = { host: hostileLine(2000), other: null, more: hostileLine(100) };
  bodyOf(await red.client.patch(place.missionPath, { variables }), 200);
  bodyOf(await red.client.patch(`${place.path}/variables`, { variables: { more: hostileName(200) } }), 200);
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  const tool = bodyOf(await admin.client.post(tools, { name: hostileLine(200), kind: 'edr' }), 201);
  const fact = { kind: 'alerted', result: 'yes', tool: { id: tool.id }, rule_name: hostileLine(200) };
  const file = { name: `${hostileLine(100)}.txt`, caption: hostileText.slice(0, 1900) };
  const record = async () => {
    const line = hostileLine(500);
    const attack = { source_host: line, target_host: line, target_user: line, operator: line };
    bodyOf(
      await red.client.put(place.path, { ...texts('command', 'output', 'red_comment'), ...attack }),
      200,
    );
    bodyOf(await red.client.put(place.path, { attack_result: 'succeeded' }), 200);
    bodyOf(await assign(red.client, place, blue.id), 200);
    await walk(red.client, place.path, 'executed');
    bodyOf(await blue.client.put(place.path, texts('blue_comment')), 200);
    const evidence = bodyOf(await attach(red.client, place, evidenceForm(hostileText, file)), 201);
    bodyOf(await blue.client.post(`${place.path}/facts`, { ...fact, evidence_ids: [evidence.id] }), 201);
  };
  await record();
  bodyOf(await red.client.post(`${place.path}/runs`, { reason: 'retest' }), 201);
  await record();
  const expected = { kind: 'alerted', result: 'yes', tool_ids: [tool.id] };
  bodyOf(await red.client.put(`${place.path}/expectations`, { expectations: [expected] }), 200);
  const remediation = {
    title: hostileName(200),
    owner_text: hostileLine(200),
    due_on: '2026-01-02',
    test_ids: [place.test],
    ...texts('shortcoming', 'root_cause', 'measure', 'risk_if_not_done'),
  };
  bodyOf(await blue.client.post(`${place.missionPath}/remediations`, remediation), 201);

  const { items: made } = bodyOf(await blue.client.get(`${place.missionPath}/remediations`), 200);
  const finding = bodyOf(
    await red.client.post(`${place.missionPath}/findings`, {
      title: hostileName(200),
      ...texts('description', 'impact', 'root_cause', 'recommendation', 'affected'),
      references: [hostileLine(200)],
      techniques: ['T9001'],
      tests: [{ test_id: place.test, run: 1 }],
      remediation_ids: made.map(({ id }: { id: string }) => id),
    }),
    201,
  );
  const item = { what: hostileName(200), why: hostileText, test_ids: [place.test] };
  const tlpt = {
    ...texts(...tlptTexts, ...tlptNotes),
    entities: [{ name: hostileName(200), jurisdiction: hostileLine(100) }],
    functions: [{ name: hostileName(200), systems: hostileText, rationale: hostileText }],
    flags: [{ number: 1, system: hostileLine(100), objective: hostileName(200), test_ids: [place.test] }],
    leg_ups: [{ ...item, granted_by: hostileLine(100) }],
    deviations: [{ ...item, agreed_by: hostileLine(100) }],
  };
  bodyOf(await red.client.patch(`${place.missionPath}/tlpt`, tlpt), 200);
  const wordTemplate = await newReportTemplate(red.client, hostileName(200));
  const alert = {
    source: hostileLine(100),
    external_id: hostileLine(100),
    url: hostileLine(200),
    ...Object.fromEntries(
      ['title', 'tool', 'rule_name', 'rule_id'].map((field) => [field, hostileName(200)]),
    ),
    ...Object.fromEntries(['hosts', 'users', 'techniques'].map((field) => [field, [hostileLine(100)]])),
    occurred_at: new Date().toISOString(),
    process: { id: 812, command_line: hostileText },
  };
  bodyOf(await blue.client.post(`${place.missionPath}/alerts`, alert), 200);
  const sighting = {
    note: hostileText,
    ...Object.fromEntries(
      ['title', 'tool', 'rule_name', 'rule_id'].map((field) => [field, hostileName(200)]),
    ),
    ...Object.fromEntries(['hosts', 'users', 'techniques'].map((field) => [field, [hostileLine(100)]])),
    declared: { to: hostileLine(100), at: new Date().toISOString() },
  };
  bodyOf(await blue.client.post(`${place.missionPath}/sightings`, sighting), 201);
  const words = { title: hostileName(200), texts: texts('purpose', 'summary', 'gaps', 'strengths') };
  const report = await newReport(red.client, mission, {
    ...words,
    options: { classification: hostileLine(100), template_id: wordTemplate.id },
  });

  const callback = mythicCallback({
    user: hostileName(200),
    host: hostileName(200),
    process_name: hostileLine(200),
    os: hostileLine(200),
    ip: JSON.stringify([hostileLine(100)]),
  });
  const mythic = await startMythic({
    data: {
      operation: { id: 3, name: hostileLine(200) },
      callbacks: [callback],
      tasks: [
        mythicTask({ display_params: hostileText, callback }),
        mythicTask({
          id: 901,
          display_id: 13,
          status: hostileLine(100),
          display_params: hostileName(300),
          callback,
        }),
      ],
      responses: [{ id: 1, task_id: 900, bytes: Buffer.from(hostileText) }],
    },
  });
  try {
    const engagement = await newEngagement(red.client, {
      name: hostileName(200),
      client: hostileName(200),
      description: hostileText,
    });
    const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
    bodyOf(await red.client.put(`/api/engagements/${engagement.id}/c2-config`, config), 200);
    const simulation = await newSimulation(
      red.client,
      {
        name: hostileName(200),
        techniques: [{ id: 'T9001' }],
        ...texts('description', 'objective', 'command'),
      },
      engagement.id,
    );
    bodyOf(await red.client.patch(`/api/simulations/${simulation.id}`, texts('red_comment')), 200);
    bodyOf(await red.client.post(`/api/simulations/${simulation.id}/c2/tasks`, { external_id: '900' }), 201);
    bodyOf(await blue.client.patch(`/api/simulations/${simulation.id}`, texts('soc_comment')), 200);
    bodyOf(await blue.client.post(`/api/simulations/${simulation.id}/facts`, fact), 201);
    await newSimulationTemplate(red.client, {
      name: hostileName(200),
      ...texts('description', 'objective', 'command', 'expected_detection'),
    });

    const things = {
      mission,
      completed: mission,
      template,
      scenario,
      engagement,
      simulation,
      inReview: simulation,
      organisation: mission.organisation as { id: string },
      finding,
      rule: await findRule(red),
      report,
      technique: 'T9001',
      imported: await newImport(red.client, { name: `${hostileLine(100)}.csv`, text: hostileText }),
    };
    // CI takes turns: half of the places in each run, and a third of what opens there.
    const places = sample(
      pages.flatMap(([, { at, texts = [] }]) =>
        texts.map(({ as, query = '', opens = [] }) => ({ as, path: at(things) + query, opens })),
      ),
      2,
    );
    const layers = new Set(
      sample(
        places.flatMap(({ opens }) => opens),
        3,
      ),
    );
    const shown = places.map(({ opens, ...place }) => ({
      ...place,
      opens: opens.filter((opening) => layers.has(opening)),
    }));
    for (const [who, person] of Object.entries({ red, blue, admin })) {
      const page = await open.as(person, '/about');
      for (const { path, opens } of shown.filter(({ as }) => as === who)) {
        await test.step(`${who}: ${path}`, async () => {
          await visitAnew(page, path);
          await expect(
            page.getByText('<img src=x').or(page.locator('input[value*="<img src=x"]')).first(),
          ).toBeVisible();
          await expectHarmless(page, `${who}: ${path}`);
          for (const opening of opens) {
            await opening(page);
            await expect(page.getByRole('dialog')).toBeVisible();
            await expectHarmless(page, `${who}: ${path}, and what opens there`);
            await page.keyboard.press('Escape');
            // A dialog opened by the address closes too.
            if (!path.includes('?dialog=')) await expect(page.getByRole('dialog')).toHaveCount(0);
          }
        });
      }
      if (who === 'blue') {
        await page.goto(testPath(mission));
        // The plan is folded once red has begun.
        await page.getByRole('button', { name: 'Show the plan' }).click();
        for (const name of ['Suggested command', 'Command as run', 'Output']) {
          const region = page.getByRole('region', { name, exact: true });
          await expect(region).toContainText('<script>');
          await expect(region).toContainText('bill[U+202E]txt.exe');
          await expect(region).toContainText('␛[2J␛]0;owned␇␛[31mred␈');
        }
      }
      if (who !== 'red') continue;
      await page.goto(testPath(mission));
      await page
        .getByRole('button', { name: /^Preview / })
        .first()
        .click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).first().click();
      expect((await downloading).suggestedFilename()).not.toMatch(
        /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b/\\<>"]/u,
      );
    }
  } finally {
    await mythic.close();
  }
});

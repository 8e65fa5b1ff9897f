import { hostname } from 'node:os';
import { damson } from '../../support/commands/command.ts';
import { bodyOf, newReport } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import type { Answer } from '../../support/servers/server.ts';
import { expect, newTeam, runningMission, test } from '../support.ts';

test(
  'programs record an attack and its alerts, and nobody types a time',
  {
    tag: '@story',
  },
  async ({ open, server }, info) => {
    const { red, blue } = await newTeam(server);
    const mission = await runningMission({ red, blue }, { tests: 0 });
    const path = `/api/v1/missions/${mission.id}`;
    const scopes = ['mission.read', 'mission.write_red_fields'];
    const asked = { name: 'Recorder', scopes, expires_in_days: 1, mission_id: mission.id };
    const { token } = bodyOf(await red.client.post('/api/v1/tokens', asked), 201);
    const env = { DAMSON_SERVER: server.url, DAMSON_MISSION: mission.id, DAMSON_TOKEN: token };
    for (const [technique, name, words] of [
      ['T1033', 'Who am I', 'operator-console whoami'],
      ['T1087', 'Who else is here', 'domain-accounts list'],
    ] as const) {
      const command = [process.execPath, '-e', `console.log(${JSON.stringify(words)})`];
      const ran = await damson(['run', '--technique', technique, '--name', name, '--', ...command], {
        env,
        cwd: info.outputPath(),
      });
      expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: `${words}\n` });
    }

    const { scenarios } = bodyOf(await red.client.get(path), 200);
    const ids: string[] = scenarios.flatMap((scenario: { tests: { id: string }[] }) =>
      scenario.tests.map(({ id }) => id),
    );
    const tests = await Promise.all(
      ids.map(
        async (id): Promise<Answer['body']> => bodyOf(await red.client.get(`${path}/tests/${id}`), 200),
      ),
    );
    const [first, second] = tests.map(({ name, command, executed_at }) => ({ name, command, executed_at }));
    expect([first?.name, second?.name]).toEqual(['Who am I', 'Who else is here']);
    // Exports of the tools on that host.
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const hayabusa = [
      'Timestamp,RuleTitle,Level,Computer,RecordID,Details,RuleID',
      [
        first?.executed_at.replace('T', ' ').replace('Z', ' +00:00'),
        'Whoami Execution',
        'high',
        hostname(),
        '4711',
        `Cmdline: ${first?.command}`,
        '5f1e',
      ]
        .map(cell)
        .join(','),
    ].join('\n');
    const elastic = JSON.stringify({
      _id: 'a1',
      _source: {
        '@timestamp': new Date().toISOString(),
        'kibana.alert.original_time': second?.executed_at,
        'kibana.alert.uuid': 'a1',
        'kibana.alert.severity': 'medium',
        'kibana.alert.rule.name': 'Account Discovery',
        'kibana.alert.rule.rule_id': 'ef86',
        host: { name: hostname() },
        process: { command_line: second?.command },
      },
    });

    const page = await open.as(blue, `/missions/${mission.id}/alerts`);
    const alerts = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
    const choose = (name: string, content: string) =>
      page
        .getByLabel('File with alerts')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
    await expect(page.getByRole('heading', { name: 'No alerts waiting' })).toBeVisible();
    await choose('hayabusa.csv', hayabusa);
    await expect(alerts).toHaveText([/Whoami Execution.*Sure Who am I/]);
    await choose('elastic.ndjson', elastic);
    await expect(alerts).toHaveCount(2);
    await expect(alerts.filter({ hasText: 'Account Discovery' })).toContainText('Sure Who else is here');
    await page.keyboard.press('y');
    await expect(alerts).toHaveCount(1);
    await page.keyboard.press('y');
    await expect(page.getByRole('heading', { name: 'No alerts waiting' })).toBeVisible();

    for (const [index, rule_name] of ['Whoami Execution', 'Account Discovery'].entries()) {
      const facts = bodyOf(await blue.client.get(`${path}/tests/${ids[index]}/facts`), 200);
      const at = tests[index].executed_at;
      expect(facts).toMatchObject([{ kind: 'alerted', result: 'yes', at, rule_name }]);
      expect(facts[0].evidence_ids).toHaveLength(1);
    }
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Headline figures' })).toContainText('2 of 2');

    const report = await newReport(red.client, mission, { kind: 'technical' });
    const answer = await makeRendering(red.client, `${path}/reports/${report.id}`, 'html');
    expect(answer.status).toBe(200);
    for (const said of ['Whoami Execution', 'Account Discovery', 'Who else is here'])
      expect(String(answer.body)).toContain(said);
  },
);

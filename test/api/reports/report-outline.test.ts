import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ReportKind } from '../../../domain/reports.ts';
import type { ReportOutline } from '../../../server/missions/reports/contract.ts';
import { bodyOf, newMission, newReport, placeOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
let missionPath: string;
let mission: Awaited<ReturnType<typeof newMission>>;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  mission = await newMission(admin, { tests: 1 });
  const place = placeOf(mission);
  missionPath = place.missionPath;
  const executed = { status: 'executed', executed_at: '2026-11-20T09:00:00.000Z' };
  bodyOf(await admin.post(`${place.path}/transition`, executed), 200);
});
after(() => server?.close());

async function outlineOf(kind: ReportKind, texts: Record<string, string> = {}): Promise<ReportOutline> {
  const { id } = await newReport(admin, mission, { kind, texts });
  return bodyOf(await admin.get(`${missionPath}/reports/${id}/outline`), 200);
}

const filledOf = ({ items }: ReportOutline) =>
  items.filter(({ filled }) => filled).map(({ ref, name }) => (name === null ? ref : `${ref} ${name}`));

describe('the outline of a draft', () => {
  it('lists each item that the regulation asks for, in its order', async () => {
    const refs = async (kind: ReportKind) => (await outlineOf(kind)).items.map(({ ref }) => ref).join(' ');
    assert.equal(
      await refs('dora_red'),
      '(a)(i) (a)(ii) (a)(iii) (a)(iv) (a)(v) (a)(vi) (a)(vii) (b) (c)(i) (c)(ii) (c)(iii)',
    );
    assert.equal(await refs('dora_blue'), '1(a) 1(b) 2 3 4 5 6');
    assert.equal(await refs('dora_summary'), '(a) (b) (c) (d) (e) (f) (g) (h) (i) (j) (k) (l) (m) (n) (o)');
    assert.equal(await refs('dora_remediation'), '2(a) 2(b) 2(c) 2(d) 2(e)');
    assert.equal(await refs('technical'), '');
    assert.equal(await refs('replay_minutes'), '');
  });

  it('says which items the record or a text fills', async () => {
    assert.deepEqual(filledOf(await outlineOf('dora_red')), ['(a)(iv)', '(c)(ii)']);
    const texts = { deviations: 'There were none.', leg_ups: 'There were none.' };
    assert.deepEqual(filledOf(await outlineOf('dora_red', texts)), [
      '(a)(iv)',
      '(a)(vi)',
      '(a)(vii)',
      '(c)(ii)',
    ]);
    const tlpt = {
      functions: [{ name: 'Payments', systems: 'Gateway', rationale: 'Critical' }],
      flags: [{ number: 1, objective: 'Administrator', captured: null }],
      authority: 'Central bank',
      control_team_lead: 'Cy',
      red_team_provider: 'Northwind',
      testing_start: '2026-01-05',
      testing_end: '2026-04-06',
    };
    bodyOf(await admin.patch(`${missionPath}/tlpt`, tlpt), 200);
    assert.deepEqual(filledOf(await outlineOf('dora_red')), ['(a)(i)', '(a)(iv)', '(c)(ii)']);
    assert.deepEqual(filledOf(await outlineOf('dora_summary')), ['(a)', '(b)', '(c)', '(e)', '(m)']);
    const whole = { title: 'Watch it', measure: 'A rule', due_on: '2026-12-24', owner_text: 'SOC' };
    bodyOf(await admin.post(`${missionPath}/remediations`, whole), 201);
    assert.deepEqual(filledOf(await outlineOf('dora_remediation')), ['2(b) measures', '2(d) owner']);
  });

  it('has the drafted texts of sections that nobody has written', async () => {
    const { drafted } = await outlineOf('executive', { summary: 'Mine' });
    assert.equal(drafted.summary, undefined);
    const { drafted: all, items } = await outlineOf('technical');
    assert.match(all.summary ?? '', /The test was executed/);
    assert.deepEqual(items, []);
    assert.deepEqual((await outlineOf('dora_blue')).drafted, {});
  });

  it('exists only until the report is issued', async () => {
    const { id } = await newReport(admin, mission);
    bodyOf(await admin.post(`${missionPath}/reports/${id}/issue`), 200);
    assert.equal((await admin.get(`${missionPath}/reports/${id}/outline`)).status, 404);
  });
});

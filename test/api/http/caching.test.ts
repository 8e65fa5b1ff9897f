import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { endedJob } from '../../support/backups/backup-jobs.ts';
import { registry } from '../../support/http/registry.ts';
import { attach, bodyOf, newMission, placeOf } from '../../support/missions/factories.ts';
import { newReportTemplate } from '../../support/reports/report-templates.ts';
import { type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let red: Person;
before(async () => {
  server = await startTestServer({ env: { SVC_TRUST_PROXY: '1' } });
  red = await server.newPerson('redteam');
});
after(() => server.close());

/** Answers that a browser may cache: facts of ATT&CK, the same for everyone. */
const kept = new Set(['GET /api/catalog/matrix']);

describe('answers that browsers keep', () => {
  it('contain no recorded data, whatever is requested', async () => {
    const mission = await newMission(red.client);
    const place = placeOf(mission);
    const test = place.path.split('/').at(-1) as string;
    const { id: evidence } = bodyOf(await attach(red.client, place), 201);
    const template = await newReportTemplate(red.client);
    const admin = server.admin.client;
    bodyOf(await admin.post('/api/v1/backups'), 202);
    await endedJob(admin);
    const backup = bodyOf(await admin.get('/api/v1/backups'), 200).items[0];
    const known: Record<string, string> = {
      mission_id: mission.id,
      test_id: test,
      evidence_id: evidence,
      report_template_id: template.id,
      template_id: template.id,
      backup_id: backup.id,
    };
    const downloads: string[] = [];
    for (const { method, path, prefix } of registry()) {
      if (method !== 'GET' || /event|stream/.test(path)) continue;
      const target = prefix + path.replace(/:(\w+)/g, (_, name: string) => known[name] || mission.id);
      const query = /export$/.test(path) ? '?format=damson' : '';
      const answer = await server.admin.client.get(target + query);
      if (kept.has(`GET ${prefix}${path}`)) continue;
      assert.equal(answer.headers.get('cache-control'), 'no-store', `${target}: ${answer.status}`);
      if (answer.status === 200 && answer.headers.get('content-disposition') !== null) downloads.push(path);
    }
    for (const path of [/^\/evidence\/:/, /report-templates/, /\/export$/, /backups/]) {
      assert.ok(
        downloads.some((one) => path.test(one)),
        `${path} is not among ${downloads.join(' ')}`,
      );
    }
    const target = `/api/v1/evidence/${evidence}`;
    const tag = (await red.client.get(target)).headers.get('etag') as string;
    for (const headers of [{ 'if-none-match': tag }, { range: 'bytes=0-1' }, { range: 'bytes=99999999-' }]) {
      const answer = await red.client.get(target, headers as Record<string, string>);
      assert.ok([304, 206, 416].includes(answer.status));
      assert.equal(answer.headers.get('cache-control'), 'no-store', String(answer.status));
    }
    const head = await red.client.request('HEAD', target);
    assert.equal(head.headers.get('cache-control'), 'no-store');
  });
});

describe('behind a proxy that ends TLS', () => {
  const cases: [forwarded: string | null, told: boolean][] = [
    ['https', true],
    ['HTTPS', true],
    ['http, https', true],
    ['https,http', false],
    ['http', false],
    ['httpsx', false],
    ['', false],
    [null, false],
  ];
  for (const [forwarded, told] of cases) {
    it(`a browser is ${told ? '' : 'not '}told to stay with TLS if the proxy says ${forwarded}`, async () => {
      const headers: Record<string, string> = forwarded === null ? {} : { 'x-forwarded-proto': forwarded };
      for (const target of ['/', '/api/v1/health', '/api/v1/missions', '/api/nowhere', '/assets/none.js']) {
        const answer = await server.anonymous.get(target, headers);
        const expected = told ? 'max-age=31536000' : null;
        assert.equal(answer.headers.get('strict-transport-security'), expected, target);
      }
    });
  }

  it('a header is ignored if no proxy is trusted', async () => {
    const open = await startTestServer();
    try {
      const answer = await open.anonymous.get('/api/v1/health', { 'x-forwarded-proto': 'https' });
      assert.equal(answer.headers.get('strict-transport-security'), null);
    } finally {
      await open.close();
    }
  });
});

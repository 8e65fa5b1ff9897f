import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { libraryExports, missionExports } from '../../domain/interchange.ts';
import { reportFormats } from '../../domain/reports.ts';
import { buildApp } from '../../tools/build-app.ts';
import { findChromium } from '../../tools/find-chromium.ts';
import { endedJob, endedVerification } from '../support/backups/backup-jobs.ts';
import { environment, type Serving, untilListening } from '../support/commands/command.ts';
import { applyImport, newImport } from '../support/interchange/imports.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newReport,
  newTestTemplate,
  placeOf,
} from '../support/missions/factories.ts';
import { makeRendering } from '../support/reports/renderings.ts';
import { own, templateForm } from '../support/reports/report-templates.ts';
import { Client, password } from '../support/servers/server.ts';

const browser = findChromium();

// An update replaces a program in use by another version, and removes this one.

const folder = mkdtempSync(path.join(tmpdir(), 'damson-replaced-'));
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Serves a copy of the shipped program. */
async function serveCopy(name: string): Promise<{ server: Serving; program: string; token: string }> {
  const program = path.join(folder, name);
  cpSync(buildApp(), program, { recursive: true });
  const start = (...args: string[]): ChildProcess => {
    const child = spawn(process.execPath, [path.join(program, 'bin', 'damson.js'), ...args], {
      env: {
        ...environment(),
        SVC_DATA_DIR: path.join(folder, `${name}-data`),
        SVC_METRICS_PORT: '0',
        SVC_BROWSER: browser ?? 'off',
      },
      stdio: 'pipe',
    });
    children.add(child);
    return child;
  };
  const server = await untilListening(start('serve', '--port', '0'));
  const asked = start('install-token');
  let token = '';
  for await (const chunk of asked.stdout!) token += String(chunk);
  return { server, program, token: token.trim() };
}

const changes: [string, (program: string) => void][] = [
  ['removed', (program) => rmSync(program, { recursive: true })],
  [
    'replaced by another',
    (program) => {
      for (const entry of readdirSync(program, { recursive: true, withFileTypes: true })) {
        const file = path.join(entry.parentPath, entry.name);
        if (!entry.isFile()) continue;
        // Replaces the file, as installers do, instead of writing into it.
        rmSync(file);
        writeFileSync(file, 'throw new Error("this is another version");');
      }
    },
  ],
  [
    'emptied',
    (program) => {
      rmSync(program, { recursive: true });
      mkdirSync(program);
    },
  ],
];

for (const [what, change] of changes) {
  describe(`a program that is ${what} while it serves`, () => {
    test('still does each kind of job', async () => {
      const { server, program, token } = await serveCopy(what.replaceAll(' ', '-'));
      change(program);
      const anonymous = new Client(server.url, null);
      const set = await anonymous.post('/api/v1/setup', {
        install_token: token,
        email: 'ada@damson.test',
        display_name: 'Ada',
        password,
        load_catalog: true,
      });
      const client = new Client(server.url, bodyOf(set, 201).access_token);
      assert.equal(bodyOf(await client.get('/api/v1/catalog/status'), 200).version, '19.1');

      const mission = await newMission(client);
      bodyOf(await attach(client, placeOf(mission), evidenceForm('proof')), 201);
      await newTestTemplate(client);
      for (const format of missionExports)
        assert.equal(
          (await client.get(`/api/v1/missions/${mission.id}/export?format=${format}`)).status,
          200,
          format,
        );
      for (const format of libraryExports)
        assert.equal(
          (await client.get(`/api/v1/test-templates/export?format=${format}`)).status,
          200,
          format,
        );

      const report = await newReport(client, mission);
      for (const format of reportFormats) {
        if (format === 'pdf' && browser === null) continue;
        const at = `/api/v1/missions/${mission.id}/reports/${report.id}`;
        const made = await makeRendering(client, at, format);
        assert.equal(made.status, 200, `${format}: ${JSON.stringify(made.body)}`);
      }
      bodyOf(await client.request('POST', '/api/v1/report-templates', { raw: templateForm(own) }), 201);
      assert.equal((await client.get('/api/v1/report-templates/own')).status, 200);

      const read = await newImport(client);
      assert.equal(read.status, 'ready', JSON.stringify(read));
      assert.equal((await applyImport(client, read.id)).status, 'applied');

      bodyOf(await client.post('/api/v1/backups', {}), 202);
      const job = await endedJob(client);
      assert.equal(job.state, 'done', JSON.stringify(job));
      bodyOf(await client.post(`/api/v1/backups/${job.backup_id}/verify`), 202);
      assert.equal((await endedJob(client)).state, 'done');
      bodyOf(await client.post('/api/v1/verification'), 202);
      assert.equal((await endedVerification(client)).state, 'done');

      assert.equal((await client.get('/api/v1/metrics')).status, 200);
      assert.equal((await client.get('/api/openapi.json')).status, 200);
      assert.match((await anonymous.get('/')).body, /<div id="root">|<!doctype html>/i);
      assert.equal((await server.stop()).code, 0, server.text.stderr);
      assert.doesNotMatch(server.text.stdout, /"level":"(?:error|fatal)"/);
    });
  });
}

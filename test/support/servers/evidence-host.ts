import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import type { BlobRegister } from '../../../server/blobs/register.ts';
import { isoTime } from '../../../server/database/clock.ts';
import { type Db, inTransaction, openDatabase, type Trx } from '../../../server/database/database.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { DomainError } from '../../../server/errors.ts';
import { sendAttachment } from '../../../server/http/attachment.ts';
import { discardBody } from '../../../server/http/body.ts';
import { problems } from '../../../server/http/problem.ts';
import { newId } from '../../../server/ids.ts';
import { openTest } from '../../../server/missions/doors.ts';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import {
  commitEvidence,
  discardFile,
  findEvidence,
  listEvidence,
  openEvidence,
  openEvidenceRegister,
  receiveEvidence,
  removeEvidence,
} from '../../../server/missions/evidence/register.ts';
import type { OpenTest } from '../../../server/missions/mission-tests/store.ts';
import type { Principal } from '../../../server/permissions.ts';

export type EvidenceHost = {
  url: string;
  root: string;
  db: Db;
  register: BlobRegister;
  missionId: string;
  testId: string;
  /** Runs in the transaction, before the row is written. */
  beforeCommit: (trx: Trx) => Promise<void>;
  /** Errors thrown by a handler, other than refusals. */
  failures: unknown[];
  /** Everything stored, as paths below the root. */
  stored(): string[];
  close(): Promise<void>;
};

/** One host for the tests of a suite. After each test, asserts that it had no failure, and empties it. */
export function shareEvidenceHost(give: (host: EvidenceHost) => void): void {
  let host: EvidenceHost;
  before(async () => {
    host = await startEvidenceHost();
    give(host);
  });
  after(() => host.close());
  afterEach(async () => {
    assert.deepEqual(host.failures, []);
    host.beforeCommit = async () => {};
    for (const { id } of await listEvidence(host.db, host.testId)) {
      await fetch(`${host.url}/${id}`, { method: 'DELETE' });
    }
    assert.deepEqual(host.stored(), []);
  });
}

/** Asserts that neither a file nor a record is stored. */
export async function assertEmpty(host: EvidenceHost): Promise<void> {
  assert.deepEqual(host.stored(), []);
  assert.deepEqual(await listEvidence(host.db, host.testId), []);
}

/** Serves only the evidence feature, over real HTTP: POST / stores, GET and HEAD /<id> serve, DELETE /<id> removes. */
export async function startEvidenceHost(root?: string): Promise<EvidenceHost> {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-evidence-'));
  const opened = openDatabase(path.join(folder, 'damson.db'));
  await migrate(opened.sqlite, path.join(folder, 'damson.db'));
  const { db } = opened;
  const evidenceDir = root ?? path.join(folder, 'evidence');
  const register = openEvidenceRegister(db, { folder: evidenceDir, bucket: null });
  await register.prepare();
  const { missionId, testId } = await insertTest(db);
  const server = createServer();
  // As on the real server: with Node's five seconds, a slow machine may close a connection just as the next upload is sent.
  server.keepAliveTimeout = 30_000;
  const host: EvidenceHost = {
    url: '',
    root: evidenceDir,
    db,
    register,
    missionId,
    testId,
    beforeCommit: async () => {},
    failures: [],
    stored: () => filesBelow(evidenceDir),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  serve(server, host);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

function serve(server: Server, host: EvidenceHost): void {
  const { db, register } = host;
  server.on('request', async (request, response) => {
    try {
      const id = request.url?.slice(1) ?? '';
      if (request.method === 'POST') {
        const { missionId, testId } = host;
        const place = { request, missionId, testId };
        const record = await receiveEvidence(register, place, (received) =>
          inTransaction(db, async (trx) => {
            await host.beforeCommit(trx);
            return commitEvidence(trx, await openHostTest(trx, host), received, {
              id: newId(),
              side: received.side ?? 'red',
              by: uploader,
              at: isoTime(Date.now()),
            });
          }),
        );
        response.writeHead(201).end(JSON.stringify(record));
        return;
      }
      const record = await findEvidence(db, id);
      if (record === null) throw new DomainError('not_found', 'none');
      if (request.method === 'DELETE') {
        await inTransaction(db, async (trx) => removeEvidence(trx, await openHostTest(trx, host), id));
        await discardFile(register, record);
        response.writeHead(204).end();
        return;
      }
      await sendAttachment(request, response, await openEvidence(register, record));
    } catch (error) {
      if (!(error instanceof DomainError)) host.failures.push(error);
      const code = error instanceof DomainError ? error.code : 'internal';
      if (response.headersSent) {
        response.destroy();
        return;
      }
      const path = error instanceof DomainError ? error.errors?.[0]?.path : undefined;
      discardBody(request);
      response.writeHead(problems[code].status).end(JSON.stringify({ code, path }));
    }
  });
}

export const uploader: Principal = {
  id: '01920000-0000-7000-8000-00000000abcd',
  sessionId: '',
  displayName: 'Rhea Red',
  role: 'redteam',
  permissions: new Set(),
};

/** The test of a host, opened for writes. */
export function openHostTest(trx: Trx, { missionId, testId }: EvidenceHost): Promise<OpenTest> {
  return openTest(trx, { ...uploader, role: 'admin' }, { mission_id: missionId, test_id: testId });
}

/** Inserts the rows that evidence refers to, in a separate mission. */
export async function insertTest(db: Db): Promise<{ missionId: string; testId: string }> {
  const time = isoTime(0);
  const [missionId, scenarioId, testId] = [newId(), newId(), newId()];
  await db
    .insertInto('users')
    .values({
      id: uploader.id,
      display_name: uploader.displayName,
      email: 'rhea@damson.test',
      email_key: 'rhea@damson.test',
      role: uploader.role,
      password_hash: null,
      is_active: 1,
      created_at: time,
      updated_at: time,
      last_login_at: null,
      credentials_set_by_other: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('missions')
    .values({
      id: missionId,
      name: 'Mission',
      status: 'draft',
      catalog_tags_json: '[]',
      created_at: time,
      updated_at: time,
      last_change_at: time,
      count_pending: 1,
      count_skipped: 0,
      count_blocked: 0,
      count_executed: 0,
      count_reviewed: 0,
      client: null,
      description: null,
      start_date: null,
      end_date: null,
      catalog_version: null,
      created_by: null,
      deleted_at: null,
    })
    .execute();
  await db
    .insertInto('scenarios')
    .values({
      id: scenarioId,
      mission_id: missionId,
      source_template_id: null,
      name: 'Scenario',
      description: null,
      position: 0,
      catalog_tags_json: '[]',
    })
    .execute();
  await db
    .insertInto('mission_tests')
    .values({
      id: testId,
      mission_id: missionId,
      scenario_id: scenarioId,
      source_template_id: null,
      position: 0,
      name: 'Test',
      description: null,
      objective: null,
      procedure: null,
      suggested_command: null,
      cleanup_command: null,
      expected_detection: null,
      platforms_json: '[]',
      opsec: null,
      tags_json: '[]',
      catalog_tags_json: '[]',
      status: 'pending',
      command: null,
      output: null,
      red_comment: null,
      executed_at: null,
      detection_level_id: null,
      blue_comment: null,
      detected_at: null,
      last_actor_id: null,
      updated_at: time,
      evidence_count: 0,
      expectations_json: '[]',
      run_number: 1,
    })
    .execute();
  return { missionId, testId };
}

/** Paths of all files below a folder, without the folder and the bucket's owner mark. */
export function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && entry.name !== 'damson-installation')
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

export type Part = {
  name?: string;
  fileName?: string;
  type?: string;
  data: Buffer | string;
  /** Replaces the default headers. */
  headers?: string;
};

export function filePart(data: Buffer | string, fileName = 'shot.png', type = 'image/png'): Part {
  return { name: 'file', fileName, type, data };
}

export function note(text: string): Part {
  return filePart(text, 'note.txt', 'text/plain');
}

// As long as a browser's boundary.
const boundary = '----damson-form-boundary-7c3f0e91';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** A multipart body written by hand, so that it can have any fault. */
export function multipart(parts: readonly Part[], { unterminated = false } = {}): Buffer {
  const pieces: Buffer[] = [];
  for (const { name, fileName, type, data, headers } of parts) {
    const given = [
      `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ].join('\r\n');
    pieces.push(
      Buffer.from(`--${boundary}\r\n${headers ?? given}\r\n\r\n`),
      Buffer.from(data),
      Buffer.from('\r\n'),
    );
  }
  if (!unterminated) pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return Buffer.concat(pieces);
}

export type Uploaded = { status: number; body: EvidenceRecord & { code?: string; path?: string } };

export async function upload(
  url: string,
  parts: readonly Part[],
  headers: Record<string, string> = {},
): Promise<Uploaded> {
  return send(url, multipart(parts), headers);
}

export async function send(
  url: string,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<Uploaded> {
  const response = await fetch(url, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-type': multipartType, ...headers },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import {
  type CraftedMember,
  flipped,
  forge,
  membersOf,
  sealed,
  sha256Of,
  writeMembers,
} from '../../test/support/backups.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../../test/support/factories.ts';
import { Client, startTestServer, type TestServer } from '../../test/support/server.ts';
import { EvidenceFiles } from '../blobs/files.ts';
import { lockDataFolder } from '../database/data-lock.ts';
import { inTransaction, openDatabase } from '../database/database.ts';
import { BackupRefused } from '../errors.ts';
import { newId } from '../ids.ts';
import { startServer } from '../index.ts';
import type { EvidenceRecord } from '../missions/evidence/contract.ts';
import { readSettings } from '../settings.ts';
import { keepOutput, recordOutput, stageOutput } from '../simulations/outputs/service.ts';
import { headerOf } from './archive.ts';
import { FilesDamaged, makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';
import { openShelves, type Shelf, shelfFolders } from './shelves.ts';
import { verifyInstallation } from './verify.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-backup-'));
const original = path.join(folder, 'original.backup');
const uninterrupted = { interruptible: <T>(_tidy: () => void, work: () => Promise<T>) => work() };

let server: TestServer;
let records: EvidenceRecord[];
const outputText = 'what the implant said\n'.repeat(50_000);
let simulation: { id: string; engagement_id: string };

function settingsFor(dataDir: string, more: Record<string, string> = {}) {
  return readSettings({}, { SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent', ...more });
}

async function backUp(target: string, more: { force?: boolean; allowDamaged?: boolean } = {}) {
  const settings = settingsFor(server.dataDir);
  const database = openDatabase(settings.dbPath, { mustExist: true });
  try {
    return await makeBackup({ database, shelves: openShelves(shelfFolders(settings)) }, target, {
      force: false,
      allowDamaged: false,
      programVersion: '1.2.3',
      now: Date.now,
      ...uninterrupted,
      ...more,
    });
  } finally {
    await database.close();
  }
}

let targets = 0;
function newTarget(): string {
  targets += 1;
  return path.join(folder, `target-${targets}`);
}

const restore = (file: string, dataDir: string, more: Record<string, string> = {}) =>
  restoreBackup(file, settingsFor(dataDir, more), uninterrupted);

/** Refused into an absent folder and into an empty one, and both are as they were. */
async function refuses(file: string, expected = /back-up/): Promise<void> {
  const absent = newTarget();
  const empty = newTarget();
  mkdirSync(empty);
  for (const dataDir of [absent, empty]) {
    await assert.rejects(restore(file, dataDir), (error: unknown) => {
      assert.ok(error instanceof BackupRefused, String((error as Error)?.stack));
      assert.match(error.message, expected);
      return true;
    });
  }
  assert.equal(existsSync(absent), false);
  assert.deepEqual(
    readdirSync(empty).filter((name) => name !== 'damson.lock'),
    [],
  );
}

function fileOf(dataDir: string, { mission_id, test_id, sha256 }: EvidenceRecord): string {
  return path.join(dataDir, 'evidence', mission_id, test_id, sha256);
}

before(async () => {
  server = await startTestServer();
  const { client } = server.admin;
  records = [];
  for (const bytes of ['first', 'second', `${'long '.repeat(70_000)}`]) {
    const place = placeOf(await newMission(client, { tests: 2 }));
    records.push(bodyOf(await attach(client, place, evidenceForm(bytes)), 201));
    if (bytes === 'first') {
      // The same bytes twice: two records, one file.
      records.push(bodyOf(await attach(client, place, evidenceForm(bytes, { name: 'again.txt' })), 201));
    }
  }
  simulation = await simulationWithOutput(client);
  await backUp(original);
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As a task of a C2 framework leaves it. */
async function simulationWithOutput(client: Client): Promise<{ id: string; engagement_id: string }> {
  const engagement = bodyOf(await client.post('/api/engagements', { name: 'Engagement' }), 201);
  const made = bodyOf(
    await client.post(`/api/engagements/${engagement.id}/simulations`, { name: 'Simulation' }),
    201,
  );
  const owner = { id: made.id as string, engagement_id: engagement.id as string };
  const settings = settingsFor(server.dataDir);
  const { db, close } = openDatabase(settings.dbPath, { mustExist: true });
  const outputs = { db, files: new EvidenceFiles(settings.outputsDir, newId) };
  const staged = await stageOutput(outputs, outputText);
  await keepOutput(outputs, owner, staged, async () => {
    const { size, sha256 } = staged;
    const output = { task_external_id: '7', size, sha256, created_at: '2026-11-20T09:30:00.000Z' };
    await inTransaction(db, (trx) => recordOutput(trx, owner, output));
    return true;
  });
  await close();
  return owner;
}

function outputOf(dataDir: string): string {
  return path.join(
    dataDir,
    'outputs',
    simulation.engagement_id,
    simulation.id,
    sha256Of(Buffer.from(outputText)),
  );
}

describe('a back-up', () => {
  test('holds the evidence, each file once, the database, and a manifest with the digest of each', async () => {
    const members = await membersOf(original);
    const evidence = members.filter(({ name }) => name.startsWith('evidence/'));
    assert.deepEqual(
      evidence.map(({ name }) => name),
      [records[0]!, records[2]!, records[3]!].map(
        ({ mission_id, test_id, sha256 }) => `evidence/${mission_id}/${test_id}/${sha256}`,
      ),
    );
    assert.deepEqual(
      members.slice(evidence.length).map(({ name }) => name),
      [
        path.relative(server.dataDir, outputOf(server.dataDir)),
        'damson.db',
        'manifest.json',
        'manifest.sha256',
      ],
    );
    const manifest = JSON.parse(members.at(-2)!.bytes.toString());
    assert.deepEqual(manifest.counts, {
      users: 1,
      missions: 3,
      mission_tests: 6,
      evidence: 4,
      engagements: 1,
      simulations: 1,
      simulation_outputs: 1,
    });
    assert.equal(manifest.program_version, '1.2.3');
    assert.deepEqual(
      manifest.members,
      members.slice(0, -2).map(({ name, bytes }) => ({ name, size: bytes.length, sha256: sha256Of(bytes) })),
    );
    assert.equal(statSync(original).mode & 0o777, 0o600);
    assert.ok(
      !readFileSync(original).includes(
        JSON.parse(readFileSync(path.join(server.dataDir, 'secrets.json'), 'utf8')).jwt_secret,
      ),
    );
  });

  test('leaves nothing beside it, and an existing file alone unless forced', async () => {
    const file = path.join(folder, 'kept.backup');
    writeFileSync(file, 'precious');
    await assert.rejects(backUp(file), BackupRefused);
    assert.equal(readFileSync(file, 'utf8'), 'precious');
    await backUp(file, { force: true });
    await restore(file, newTarget());
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('partial')),
      [],
    );
  });

  test('takes no notice of what an interrupted one left', async () => {
    const file = path.join(folder, 'interrupted.backup');
    for (const leaving of ['.partial', '.partial.db', '.partial.db-wal', '.partial.db-shm']) {
      writeFileSync(file + leaving, 'half a back-up');
    }
    await backUp(file);
    await restore(file, newTarget());
  });

  test('is refused while evidence is damaged or missing, naming all of it, unless that is allowed', async () => {
    const [, , damaged, missing] = records as [
      EvidenceRecord,
      EvidenceRecord,
      EvidenceRecord,
      EvidenceRecord,
    ];
    const kept = new Map(
      [damaged, missing].map((record) => [record, readFileSync(fileOf(server.dataDir, record))]),
    );
    writeFileSync(fileOf(server.dataDir, damaged), 'sec0nd');
    writeFileSync(outputOf(server.dataDir), 'cut');
    rmSync(fileOf(server.dataDir, missing));
    const file = path.join(folder, 'damaged.backup');
    const sqlite = new Sqlite(path.join(server.dataDir, 'damson.db'));
    const outputId = sqlite.prepare('select id from simulation_outputs').pluck().get();
    sqlite.close();
    const expected = [
      { shelf: 'evidence', id: damaged.id },
      { shelf: 'evidence', id: missing.id },
      { shelf: 'outputs', id: outputId },
    ];
    try {
      await assert.rejects(backUp(file), (error: unknown) => {
        assert.ok(error instanceof FilesDamaged);
        assert.deepEqual(error.damaged, expected);
        return true;
      });
      assert.equal(existsSync(file), false);
      const manifest = await backUp(file, { allowDamaged: true });
      assert.deepEqual(manifest.damaged, expected);
    } finally {
      writeFileSync(outputOf(server.dataDir), outputText);
      for (const [record, bytes] of kept) {
        mkdirSync(path.dirname(fileOf(server.dataDir, record)), { recursive: true });
        writeFileSync(fileOf(server.dataDir, record), bytes);
      }
    }
    const target = newTarget();
    await restore(file, target);
    assert.equal(readFileSync(fileOf(target, records[0]!), 'utf8'), 'first');
    assert.equal(existsSync(fileOf(target, damaged)), false);
    const database = openDatabase(path.join(target, 'damson.db'), { mustExist: true });
    const findings = await verifyInstallation({
      database,
      shelves: openShelves(shelfFolders(settingsFor(target))),
    });
    await database.close();
    assert.deepEqual(findings.damaged, expected);
  });

  test('of a damaged database is refused', async () => {
    const dataDir = newTarget();
    await restore(original, dataDir);
    const sqlite = new Sqlite(path.join(dataDir, 'damson.db'));
    sqlite.pragma('foreign_keys = OFF');
    sqlite.exec("insert into sessions values ('s', 'nobody', 'now', 'then')");
    sqlite.close();
    const database = openDatabase(path.join(dataDir, 'damson.db'));
    const file = path.join(folder, 'broken.backup');
    await assert.rejects(
      makeBackup({ database, shelves: openShelves(shelfFolders(settingsFor(dataDir))) }, file, {
        force: false,
        allowDamaged: true,
        programVersion: '1.2.3',
        now: Date.now,
        ...uninterrupted,
      }),
      /database is damaged/,
    );
    await database.close();
    assert.equal(existsSync(file), false);
  });
});

describe('evidence deleted while a back-up is made', () => {
  test('is not in it when it was not read yet, and not restored when it was', async () => {
    const { client } = server.admin;
    const place = placeOf(await newMission(client));
    const add = async (bytes: string): Promise<EvidenceRecord> =>
      bodyOf(await attach(client, place, evidenceForm(bytes)), 201);
    const doomed = [await add('read already'), await add('not read yet')];
    const kept = await add('to stay');
    const settings = settingsFor(server.dataDir);
    const database = openDatabase(settings.dbPath, { mustExist: true });
    const [evidence, outputs] = openShelves(shelfFolders(settings)) as [Shelf, Shelf];
    // Evidence is read in the order of its records: when the second is asked for, the first is in the archive.
    const meanwhile: Shelf = {
      ...evidence,
      async *records(db, live) {
        for await (const record of evidence.records(db, live)) {
          const open = async () => {
            if (record.id === doomed[1]!.id) {
              for (const { id } of doomed) bodyOf(await client.delete(`/api/v1/evidence/${id}`), 204);
            }
            return record.open();
          };
          yield { ...record, open };
        }
      },
    };
    const file = path.join(folder, 'meanwhile.backup');
    const manifest = await makeBackup({ database, shelves: [meanwhile, outputs] }, file, {
      force: false,
      allowDamaged: false,
      programVersion: '1.2.3',
      now: Date.now,
      ...uninterrupted,
    });
    await database.close();
    assert.equal(manifest.counts.evidence, records.length + 1);
    const names = manifest.members.map(({ name }) => name).join('\n');
    assert.ok(names.includes(doomed[0]!.sha256), 'it was stored before it was deleted');
    assert.ok(!names.includes(doomed[1]!.sha256));

    const target = newTarget();
    await restore(file, target);
    assert.equal(readFileSync(fileOf(target, kept), 'utf8'), 'to stay');
    assert.deepEqual(readdirSync(path.dirname(fileOf(target, kept))), [kept.sha256]);
    await client.delete(`/api/v1/evidence/${kept.id}`);
  });
});

describe('a restore', () => {
  test('brings everything back, and nobody is signed in', async () => {
    const dataDir = newTarget();
    const manifest = await restore(original, dataDir);
    assert.equal(manifest.counts.evidence, 4);
    assert.deepEqual(readdirSync(dataDir).toSorted(), ['damson.db', 'damson.lock', 'evidence', 'outputs']);
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.equal(statSync(path.join(dataDir, 'damson.db')).mode & 0o777, 0o600);
    assert.equal(statSync(fileOf(dataDir, records[0]!)).mode & 0o777, 0o600);
    assert.equal(readFileSync(outputOf(dataDir), 'utf8'), outputText);

    // With the same signing secret, so that only the sessions' end can be what keeps the tokens out.
    const { jwt_secret } = JSON.parse(readFileSync(path.join(server.dataDir, 'secrets.json'), 'utf8'));
    const restored = await startServer({ ...settingsFor(dataDir), jwtSecret: jwt_secret });
    try {
      const before = new Client(restored.url, server.admin.client.token);
      assert.equal((await before.get('/api/v1/auth/me')).status, 401);
      const session = bodyOf(
        await before.post('/api/v1/auth/login', {
          email: server.admin.email,
          password: server.admin.password,
        }),
        200,
      );
      const client = new Client(restored.url, session.access_token);
      for (const record of records) {
        const answer = await client.get(`/api/v1/evidence/${record.id}`);
        assert.equal(answer.status, 200);
        assert.equal(createHash('sha256').update(answer.body).digest('hex'), record.sha256);
      }
      const mission = `/api/v1/missions/${records[0]!.mission_id}`;
      assert.deepEqual((await client.get(mission)).body, (await server.admin.client.get(mission)).body);
    } finally {
      await restored.close();
    }
  });

  test('goes where the settings say, around what is there', async () => {
    const dataDir = newTarget();
    const elsewhere = { SVC_DB_PATH: path.join(newTarget(), 'db', 'x.db'), EVIDENCE_DIR: newTarget() };
    mkdirSync(elsewhere.EVIDENCE_DIR);
    await restore(original, dataDir, elsewhere);
    assert.ok(existsSync(elsewhere.SVC_DB_PATH));
    assert.equal(readdirSync(elsewhere.EVIDENCE_DIR).filter((name) => name !== 'damson.lock').length, 3);
    assert.deepEqual(readdirSync(dataDir).toSorted(), ['damson.lock', 'outputs']);
  });

  test('removes what a database that is gone left, and what an interrupted restore left', async () => {
    const dataDir = newTarget();
    mkdirSync(path.join(dataDir, 'evidence', '.restoring', 'half'), { recursive: true });
    for (const leaving of [
      'damson.db-wal',
      'damson.db-shm',
      'damson.db.restoring',
      'damson.db.restoring-wal',
    ]) {
      writeFileSync(path.join(dataDir, leaving), 'stale');
    }
    await restore(original, dataDir);
    assert.deepEqual(readdirSync(dataDir).toSorted(), ['damson.db', 'damson.lock', 'evidence', 'outputs']);
  });

  const used: [string, (dataDir: string) => void][] = [
    ['holds a database', (dataDir) => writeFileSync(path.join(dataDir, 'damson.db'), '')],
    ['holds secrets', (dataDir) => writeFileSync(path.join(dataDir, 'secrets.json'), '{}')],
    [
      'holds evidence',
      (dataDir) => mkdirSync(path.join(dataDir, 'evidence', records[0]!.mission_id), { recursive: true }),
    ],
    ['holds anything', (dataDir) => writeFileSync(path.join(dataDir, 'notes.txt'), 'mine')],
  ];
  for (const [name, fill] of used) {
    test(`is refused into a folder that ${name}`, async () => {
      const dataDir = newTarget();
      mkdirSync(dataDir);
      fill(dataDir);
      const before = readdirSync(dataDir, { recursive: true });
      await assert.rejects(restore(original, dataDir), /is not empty/);
      assert.deepEqual(readdirSync(dataDir, { recursive: true }), before);
    });
  }

  test('is refused where the database or the evidence lies elsewhere already', async () => {
    const other = newTarget();
    await restore(original, other);
    const before = readFileSync(path.join(other, 'damson.db'));
    for (const more of [
      { SVC_DB_PATH: path.join(other, 'damson.db') },
      { EVIDENCE_DIR: path.join(other, 'evidence') },
    ]) {
      const dataDir = newTarget();
      await assert.rejects(restore(original, dataDir, more as Record<string, string>), /is not empty/);
      assert.equal(existsSync(dataDir), false);
    }
    assert.ok(before.equals(readFileSync(path.join(other, 'damson.db'))));
  });

  test('is refused while the folder is in use', async () => {
    const dataDir = newTarget();
    mkdirSync(dataDir);
    const lock = lockDataFolder(dataDir);
    await assert.rejects(restore(original, dataDir), /in use/);
    lock.release();
    await restore(original, dataDir);
  });
});

describe('a damaged back-up is refused, and nothing is touched', () => {
  const file = path.join(folder, 'damaged-copy.backup');

  test('one bit turned over, anywhere', async () => {
    const bytes = readFileSync(original);
    const marks = [
      'evidence/',
      'first',
      'damson.db',
      'SQLite format 3',
      'manifest.json',
      '"format"',
      '"sha256"',
      'manifest.sha256',
    ];
    const positions = new Set(marks.map((mark) => bytes.indexOf(mark)));
    const lengths = [1, 2, 600, 1024, 1025, 1100, 1536, 2048, 2600].map((fromEnd) => bytes.length - fromEnd);
    for (const position of lengths) positions.add(position);
    for (let position = 0; position < bytes.length; position += 9973) positions.add(position);
    assert.ok(positions.size > 100);
    for (const position of positions) {
      flipped(original, file, position);
      await assert.rejects(restore(file, newTarget()), BackupRefused, `byte ${position}`);
    }
    for (const position of lengths) {
      flipped(original, file, position);
      await refuses(file);
    }
  });

  test('cut off anywhere', async () => {
    const { size } = statSync(original);
    const ends = [
      0,
      1,
      511,
      512,
      513,
      1000,
      size >> 1,
      size - 2600,
      size - 2048,
      size - 1536,
      size - 1024,
      size - 512,
      size - 1,
    ];
    for (const end of ends) {
      cpSync(original, file);
      truncateSync(file, end);
      await refuses(file);
    }
  });

  test('continued beyond its end', async () => {
    for (const more of [Buffer.alloc(1), Buffer.alloc(512), headerOf({ name: 'damson.db', size: 0 })]) {
      writeFileSync(file, Buffer.concat([readFileSync(original), more]));
      await refuses(file);
    }
  });

  test('something else altogether', async () => {
    for (const bytes of [
      Buffer.from('PK\u0003\u0004'),
      Buffer.alloc(10_240),
      readFileSync(process.execPath).subarray(0, 100_000),
    ]) {
      writeFileSync(file, bytes);
      await refuses(file);
    }
    await assert.rejects(restore(folder, newTarget()), BackupRefused);
    await assert.rejects(restore(path.join(folder, 'absent'), newTarget()), { code: 'ENOENT' });
  });
});

describe('a back-up made to deceive is refused', () => {
  const file = path.join(folder, 'forged.backup');
  const withExtra =
    (extra: CraftedMember) =>
    (members: CraftedMember[]): CraftedMember[] => [extra, ...members];
  const content = Buffer.from('mischief');
  const isEvidence = ({ name }: CraftedMember): boolean => /^(evidence|outputs)\//.test(name);
  const isOutput = ({ name }: CraftedMember): boolean => name.startsWith('outputs/');

  test('(the forger can make a good one)', async () => {
    await forge(original, file, (members) => members);
    await restore(file, newTarget());
  });

  const id = '01900000-0000-7000-8000-00000000dead';
  const names = [
    '../escape',
    '/tmp/escape',
    'evidence/../../escape',
    `evidence/${id}/${id}/../${sha256Of(content)}`,
    `evidence/${id}/${id}/${sha256Of(content)}/more`,
    `evidence/${id}/${sha256Of(content)}`,
    `evidence//${id}/${sha256Of(content)}`,
    `evidence/${id.toUpperCase()}/${id}/${sha256Of(content)}`,
    `evidence\\${id}\\${id}\\${sha256Of(content)}`,
    `evidence/.restoring/${id}/${sha256Of(content)}`,
    `outputs/../${id}/${sha256Of(content)}`,
    `secrets/${id}/${id}/${sha256Of(content)}`,
    'secrets.json',
    'damson.db-wal',
    './damson.db',
    '',
    'evidence/',
    '\u001b[2J',
  ];
  for (const name of names) {
    test(`a member called ${JSON.stringify(name)}`, async () => {
      await forge(original, file, withExtra({ name, bytes: content }));
      await refuses(file);
      assert.equal(existsSync(path.join(folder, 'escape')), false);
    });
  }

  test('evidence whose name is not its digest', async () => {
    await forge(
      original,
      file,
      withExtra({ name: `evidence/${id}/${id}/${'0'.repeat(64)}`, bytes: content }),
    );
    await refuses(file);
  });

  test('a symbolic link, a folder, an extended header', async () => {
    for (const flag of ['2', '5', 'x']) {
      const name = `evidence/${id}/${id}/${sha256Of(Buffer.alloc(0))}`;
      const header = headerOf({ name, size: 0 });
      header.write(flag, 156);
      header.write('/etc/passwd', 157);
      header.write('        ', 148);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      await forge(original, file, withExtra({ name, bytes: Buffer.alloc(0), header }));
      await refuses(file);
    }
  });

  const shapes: [string, (members: CraftedMember[]) => CraftedMember[]][] = [
    ['a member twice', (members) => [members[0]!, ...members]],
    ['two databases', (members) => [...members, members.at(-1)!]],
    ['evidence after the database', (members) => [...members.slice(1), members[0]!]],
    ['no database', (members) => members.filter(isEvidence)],
    ['no evidence', (members) => members.filter((member) => !isEvidence(member))],
    ['evidence that is missing', (members) => members.slice(1)],
    ['an output that is missing', (members) => members.filter((member) => !isOutput(member))],
    [
      'an output passed off as evidence',
      (members) =>
        members.map((member) =>
          isOutput(member) ? { ...member, name: member.name.replace('outputs/', 'evidence/') } : member,
        ),
    ],
    ['no members', () => []],
    [
      'a database that is none',
      (members) => [...members.filter(isEvidence), { name: 'damson.db', bytes: content }],
    ],
    [
      'an empty database',
      (members) => [...members.filter(isEvidence), { name: 'damson.db', bytes: Buffer.alloc(0) }],
    ],
  ];
  for (const [name, change] of shapes) {
    test(name, async () => {
      await forge(original, file, change);
      await refuses(file);
    });
  }

  type AnyManifest = { [key: string]: unknown; members: { name: string; size: number; sha256: string }[] };
  const manifests: [string, (manifest: AnyManifest) => unknown][] = [
    ['a newer format', (manifest) => ({ ...manifest, format_version: 2, future: true })],
    ['another format', (manifest) => ({ ...manifest, format: 'tarball' })],
    ['an unknown property', (manifest) => ({ ...manifest, surprise: 1 })],
    ['a schema version that is not the database’s', (manifest) => ({ ...manifest, schema_version: 7 })],
    ['other counts', (manifest) => ({ ...manifest, counts: { users: 1, missions: 3, evidence: 5 } })],
    ['one member not listed', (manifest) => ({ ...manifest, members: manifest.members.slice(1) })],
    [
      'one listed twice instead of another',
      (manifest) => ({ ...manifest, members: [manifest.members[1], ...manifest.members.slice(1)] }),
    ],
    [
      'one listed that is not there',
      (manifest) => ({
        ...manifest,
        members: [...manifest.members, { ...manifest.members[0], name: 'more' }],
      }),
    ],
    ['null', () => null],
    ['a list', () => []],
  ];
  for (const [name, change] of manifests) {
    test(`a manifest with ${name}`, async () => {
      await forge(original, file, (members) => members, change);
      await refuses(file, name.startsWith('a newer') ? /newer program/ : /back-up/);
    });
  }

  test('a manifest that is no JSON, and a seal of another manifest', async () => {
    const members = await membersOf(original);
    const rest = members.slice(0, -2);
    const [manifest, seal] = members.slice(-2) as [CraftedMember, CraftedMember];
    const noJson = Buffer.from('{');
    for (const last of [
      [
        { ...manifest, bytes: noJson },
        { ...seal, bytes: Buffer.from(`${sha256Of(noJson)}  manifest.json\n`) },
      ],
      [manifest, { ...seal, bytes: Buffer.from(`${'0'.repeat(64)}  manifest.json\n`) }],
      [manifest],
      [seal, manifest],
      [...sealed({}), ...sealed({})],
    ]) {
      writeMembers(file, [...rest, ...last]);
      await refuses(file);
    }
  });

  const databases: [string, string | ((sqlite: Sqlite.Database) => void), RegExp?][] = [
    ['of a newer program', 'pragma user_version = 9999', /newer program/],
    ['of another program', 'pragma application_id = 1'],
    ['with a trigger', 'create trigger t after insert on users begin delete from evidence; end'],
    ['with a view', 'create view v as select * from users'],
    ['with a table more', 'create table extra (x)'],
    ['with an index less', 'drop index evidence_by_mission'],
    ['with a broken reference', "insert into sessions values ('s', 'nobody', 'now', 'then')"],
    ['whose evidence has another size', 'update evidence set size = size + 1'],
    ['whose evidence lies elsewhere', "update evidence set sha256 = '../../../../tmp/x'"],
    [
      'with a record more',
      (sqlite) => sqlite.exec('update evidence set test_id = (select id from mission_tests limit 1)'),
    ],
    [
      'with a page overwritten',
      (sqlite) => {
        // An index that disagrees with its table, in a file that is otherwise well-formed.
        sqlite.unsafeMode(true);
        sqlite.pragma('writable_schema = ON');
        sqlite.exec(
          "update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'users') where name = 'groups'",
        );
      },
    ],
  ];
  for (const [name, change, expected] of databases) {
    test(`a database ${name}`, async () => {
      await forge(original, file, (members) => {
        const scratch = path.join(folder, 'scratch.db');
        writeFileSync(scratch, members.at(-1)!.bytes);
        const sqlite = new Sqlite(scratch);
        sqlite.pragma('journal_mode = DELETE');
        sqlite.pragma('foreign_keys = OFF');
        if (typeof change === 'string') sqlite.exec(change);
        else change(sqlite);
        sqlite.close();
        const bytes = readFileSync(scratch);
        rmSync(scratch);
        return [...members.slice(0, -1), { name: 'damson.db', bytes }];
      });
      await refuses(file, expected);
    });
  }
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type Sqlite from 'better-sqlite3';
import { startBackupWorld } from '../../test/support/backups/backup-world.ts';
import {
  type CraftedMember,
  forge,
  forgeDatabase,
  membersOf,
  sealed,
  sha256Of,
  writeMembers,
} from '../../test/support/backups/backups.ts';
import { makeHeader } from './archive.ts';

const world = await startBackupWorld();
after(() => world.close());

describe('a backup made to deceive is refused', () => {
  const file = path.join(world.folder, 'forged.backup');
  const withExtra =
    (extra: CraftedMember) =>
    (members: CraftedMember[]): CraftedMember[] => [extra, ...members];
  const content = Buffer.from('mischief');
  const isEvidence = ({ name }: CraftedMember): boolean =>
    /^(evidence|outputs|simulation_evidence)\//.test(name);
  const isOutput = ({ name }: CraftedMember): boolean => name.startsWith('outputs/');

  test('(the forger can make a good one)', async () => {
    await forge(world.original, file, (members) => members);
    await world.restore(file, world.newTarget());
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
      await forge(world.original, file, withExtra({ name, bytes: content }));
      await world.refuses(file);
      assert.equal(existsSync(path.join(world.folder, 'escape')), false);
    });
  }

  test('evidence whose name is not its digest', async () => {
    await forge(
      world.original,
      file,
      withExtra({ name: `evidence/${id}/${id}/${'0'.repeat(64)}`, bytes: content }),
    );
    await world.refuses(file);
  });

  test('a symbolic link, a folder, an extended header', async () => {
    for (const flag of ['2', '5', 'x']) {
      const name = `evidence/${id}/${id}/${sha256Of(Buffer.alloc(0))}`;
      const header = makeHeader({ name, size: 0 });
      header.write(flag, 156);
      header.write('/etc/passwd', 157);
      header.write('        ', 148);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      await forge(world.original, file, withExtra({ name, bytes: Buffer.alloc(0), header }));
      await world.refuses(file);
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
      await forge(world.original, file, change);
      await world.refuses(file);
    });
  }

  type AnyManifest = { [key: string]: unknown; members: { name: string; size: number; sha256: string }[] };
  const manifests: [string, (manifest: AnyManifest) => unknown][] = [
    ['a newer format', (manifest) => ({ ...manifest, format_version: 2, future: true })],
    ['another format', (manifest) => ({ ...manifest, format: 'tarball' })],
    ['an unknown property', (manifest) => ({ ...manifest, surprise: 1 })],
    ['a schema version that is not the database’s', (manifest) => ({ ...manifest, schema_version: 1 })],
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
      await forge(world.original, file, (members) => members, change);
      await world.refuses(file, name.startsWith('a newer') ? /newer program/ : /back-?up/);
    });
  }

  test('a manifest that is no JSON, and a seal of another manifest', async () => {
    const members = await membersOf(world.original);
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
      await world.refuses(file);
    }
  });

  const databases: [string, string | ((sqlite: Sqlite.Database) => void), RegExp?][] = [
    ['of a newer program', 'pragma user_version = 9999', /newer program/],
    ['of another program', 'pragma application_id = 1'],
    ['with a trigger', 'create trigger t after insert on users begin delete from evidence; end'],
    ['with a view', 'create view v as select * from users'],
    ['with a table more', 'create table extra (x)'],
    ['with an index less', 'drop index evidence_by_mission'],
    [
      'with a broken reference',
      "insert into sessions (id, user_id, created_at, expires_at) values ('s', 'nobody', 'now', 'then')",
    ],
    ['whose evidence has another size', 'update evidence set size = size + 1'],
    ['whose evidence lies elsewhere', "update evidence set sha256 = '../../../../tmp/x'"],
    [
      'with a record more',
      (sqlite) => sqlite.exec('update evidence set test_id = (select id from mission_tests limit 1)'),
    ],
    [
      'with a page overwritten',
      (sqlite) => {
        // An index that disagrees with its table, in an otherwise well-formed file.
        sqlite.exec(
          "update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'users') where name = 'groups'",
        );
      },
    ],
  ];
  for (const [name, change, expected] of databases) {
    test(`a database ${name}`, async () => {
      await forgeDatabase(world.original, file, change);
      await world.refuses(file, expected);
    });
  }
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { listReachableAddresses } from '../server/reachable-addresses.ts';
import { selfSignedCertificate } from '../test/support/http/self-signed.ts';
import { readCertificate } from './server/share-address.ts';
import { findOpenableFiles, makeRelaunchArguments, moveSettings, readLaunch } from './settings.ts';
import { findBackupFile, judgeKind, nameRestoreFolder, OpenedBundles } from './window/opened-files.ts';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'damson-launch-')));
after(() => rmSync(root, { recursive: true, force: true }));
const applications = path.join(root, 'config');

describe('the command line of the application', () => {
  const files: [string[], string[]][] = [
    [['damson'], []],
    [['damson', 'exercise.damson'], [path.join(root, 'exercise.damson')]],
    [
      ['damson', '/media/Exercise.DAMSON', 'bundle.json'],
      ['/media/Exercise.DAMSON', path.join(root, 'bundle.json')],
    ],
    [['electron', '/opt/app/main/main.js', 'a.damson'], [path.join(root, 'a.damson')]],
    [['damson', 'file:///media/a%20b.damson'], ['/media/a b.damson']],
    [['damson', 'file://elsewhere/a.damson'], [path.join(root, 'file:/elsewhere/a.damson')]],
    [['damson', '--data-dir', 'x.json'], []],
    [['damson', '--data-dir=x.json', '--flag.json', 'notes.txt'], []],
  ];
  for (const [argv, expected] of files) {
    it(`opens ${JSON.stringify(expected)} for ${argv.join(' ')}`, () => {
      assert.deepEqual(findOpenableFiles(argv, root), expected);
    });
  }

  for (const argv of [
    ['damson', '--data-dir', 'mine'],
    ['damson', '--data-dir=mine'],
    ['damson', '--no-sandbox', '--data-dir', path.join(root, 'mine'), 'a.damson'],
  ]) {
    it(`takes the data folder of ${argv.join(' ')}`, () => {
      assert.equal(readLaunch(argv, root, applications).settings.dataDir, path.join(root, 'mine'));
    });
  }

  it('listens on loopback only, at a free port', () => {
    const { settings } = readLaunch(['damson', '--host', '0.0.0.0', '--port=80'], root, applications);
    assert.equal(settings.host, '127.0.0.1');
    assert.equal(settings.port, 0);
    assert.deepEqual(settings.publicHosts, []);
    assert.equal(settings.trustProxy, 0);
  });

  it('has one profile for each data folder, whatever its name and whether it exists yet', () => {
    const profileOf = (dataDir: string) =>
      readLaunch(['damson', '--data-dir', dataDir], root, applications).profile;
    mkdirSync(path.join(root, 'real'));
    symlinkSync(path.join(root, 'real'), path.join(root, 'other-name'), 'junction');
    const profile = profileOf('real/data');
    assert.equal(profileOf('other-name/data'), profile);
    mkdirSync(path.join(root, 'real', 'data'));
    assert.equal(profileOf('other-name/data/'), profile);
    assert.equal(profileOf(path.join(root, 'real', 'x', '..', 'data')), profile);
    assert.notEqual(profileOf('real/data2'), profile);
    assert.ok(profile.startsWith(applications));
    const elsewhere = readLaunch(
      ['damson', '--data-dir=real/data', '--user-data-dir=profiles'],
      root,
      applications,
    );
    assert.ok(elsewhere.profile.startsWith(path.join(root, 'profiles') + path.sep));
  });

  it('is kept when it restarts over another folder, without the opened files', () => {
    assert.deepEqual(
      makeRelaunchArguments(
        [
          'electron',
          '/opt/app',
          '--no-sandbox',
          '--data-dir',
          'old',
          'a.damson',
          '--user-data-dir',
          'p.json',
          '--data-dir=older',
        ],
        '/new folder',
      ),
      ['/opt/app', '--no-sandbox', '--user-data-dir', 'p.json', '--data-dir', '/new folder'],
    );
  });

  it('keeps everything of another data folder in that folder', () => {
    const { settings } = readLaunch(['damson', '--data-dir', 'mine'], root, applications);
    const other = moveSettings({ ...settings, dbPath: '/elsewhere/x.db' }, path.join(root, 'restored'));
    for (const place of [
      other.dataDir,
      other.dbPath,
      other.evidenceDir,
      other.outputsDir,
      other.simulationEvidenceDir,
      other.reportsDir,
    ]) {
      assert.ok(place.startsWith(path.join(root, 'restored')), place);
    }
  });
});

describe('files that are opened', () => {
  const kinds: [string, string | null][] = [
    ['/x/exercise.damson', 'backup'],
    ['/x/EXERCISE.Damson', 'backup'],
    ['/x/enterprise-attack-19.1.json', 'bundle'],
    ['/x/damson', null],
    ['/x/a.damson.exe', null],
    ['/x/a.txt', null],
  ];
  for (const [file, kind] of kinds) {
    it(`${file}: ${kind}`, () => assert.equal(judgeKind(file), kind));
  }

  it('unpacks a backup into a new folder beside the data, called after it', () => {
    const dataDir = path.join(root, 'share', 'damson');
    const now = new Date('2026-11-21T18:39:09.123Z');
    const first = nameRestoreFolder(dataDir, '/media/My exercise (2).damson', now);
    assert.equal(first, path.join(root, 'share', 'damson-My-exercise-2-20261121-183909'));
    mkdirSync(first, { recursive: true });
    assert.equal(nameRestoreFolder(dataDir, '/media/My exercise (2).damson', now), `${first}-2`);
    const strange = nameRestoreFolder(dataDir, '/media/..\u202e;$(rm -rf).damson', now);
    assert.equal(path.dirname(strange), path.join(root, 'share'));
    assert.match(path.basename(strange), /^damson-[\w.-]+-20261121-183909$/);
    assert.match(nameRestoreFolder(dataDir, '/media/💥.damson', now), /damson-restored-/);
  });

  it('finds the backup that a page names in the folder of the server, and nowhere else', () => {
    const folder = path.join(root, 'backups');
    const id = '01900000-0000-7000-8000-000000000001';
    const gone = findBackupFile(folder, id);
    assert.equal(path.dirname(gone), folder);
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `damson-20261121-183909-${id}.damson`);
    writeFileSync(file, '');
    assert.equal(findBackupFile(folder, id), file);
    assert.equal(
      findBackupFile(folder, '01900000-0000-7000-8000-000000000002'),
      gone.replace(/1\.damson$/, '2.damson'),
    );
  });

  it('hands a bundle over once, by an id that nobody can guess', async () => {
    const bundles = new OpenedBundles();
    const file = path.join(root, 'bundle.json');
    writeFileSync(file, '{"type":"bundle"}');
    const offered = bundles.offer(file);
    assert.ok(typeof offered === 'object');
    assert.deepEqual({ ...offered, id: '' }, { kind: 'bundle', id: '', name: 'bundle.json', size: 17 });
    assert.equal(await bundles.take('00000000-0000-4000-8000-000000000000'), null);
    assert.equal(Buffer.from((await bundles.take(offered.id)) ?? []).toString(), '{"type":"bundle"}');
    assert.equal(await bundles.take(offered.id), null);
  });

  it('are refused with a reason if they are no bundle, and ignored once gone', async () => {
    const bundles = new OpenedBundles();
    assert.match(String(bundles.offer(path.join(root, 'absent.json'))), /does not exist/);
    assert.match(String(bundles.offer(root)), /does not exist/);
    const file = path.join(root, 'gone.json');
    writeFileSync(file, '{}');
    const offered = bundles.offer(file);
    rmSync(file);
    assert.ok(typeof offered === 'object');
    assert.equal(await bundles.take(offered.id), null);
  });
});

describe('addresses others could reach', () => {
  it('exclude loopback and link-local addresses, with IPv4 first', () => {
    const of = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
      ({ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 }) as never;
    assert.deepEqual(
      listReachableAddresses({
        lo: [of('127.0.0.1', 'IPv4', true), of('::1', 'IPv6', true)],
        eth0: [of('fd00::2', 'IPv6'), of('192.168.7.10', 'IPv4'), of('fe80::1', 'IPv6')],
        usb0: [of('169.254.3.4', 'IPv4')],
        down: undefined,
      }),
      [
        { address: '192.168.7.10', interface: 'eth0', family: 4 },
        { address: 'fd00::2', interface: 'eth0', family: 6 },
      ],
    );
  });
});

describe('a certificate that was chosen', () => {
  const now = Date.now();
  const good = selfSignedCertificate({ commonName: 'Damson', names: ['Damson.lan', '192.168.7.10'] });
  const other = selfSignedCertificate({ names: ['other.lan'] });
  const old = selfSignedCertificate({ notBefore: new Date(now - 800 * 86_400_000) });

  it('is read with its key, its names and its end', () => {
    const read = readCertificate(good.cert, good.key, now);
    assert.ok(typeof read === 'object');
    assert.deepEqual(read.names, ['damson.lan', '192.168.7.10']);
    assert.equal(read.subject, 'CN=Damson');
    assert.ok(Date.parse(read.expiresAt) > now);
  });

  const refused: [string, string | null, string | null, RegExp][] = [
    ['that is none', 'hello', good.key, /no certificate/],
    ["that can't be read", null, good.key, /no certificate/],
    ['whose key is none', good.cert, 'hello', /no private key/],
    ["whose key can't be read", good.cert, null, /no private key/],
    ['with the key of another', good.cert, other.key, /different certificate/],
    ['that has ended', old.cert, old.key, /expired on/],
  ];
  for (const [what, cert, key, why] of refused) {
    it(`is refused in a sentence: one ${what}`, () => {
      assert.match(String(readCertificate(cert, key, now)), why);
    });
  }
});

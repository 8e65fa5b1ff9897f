import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { selfSignedCertificate } from '../http/self-signed.ts';
import { until } from '../servers/until.ts';

const program = '/usr/sbin/slapd';
const modules = '/usr/lib/ldap';
const schemas = '/etc/ldap/schema';

export const hasSlapd = (): boolean => existsSync(program);

/** Said by a test where OpenLDAP is missing. */
export const slapdMissing = 'The tests need OpenLDAP. Debian: apt install slapd ldap-utils';

/** OpenLDAP on loopback, with a certificate of its own, StartTLS, and this content (LDIF). */
export class Slapd {
  readonly base = 'dc=example,dc=org';
  readonly bindDn = 'cn=damson,dc=example,dc=org';
  readonly bindPassword = 'the-password-of-damson-itself';
  /** The root's own. */
  readonly rootDn = 'cn=root,dc=example,dc=org';
  readonly rootPassword = 'the-password-of-the-root';
  readonly folder: string;
  /** File with the certificate to trust. */
  readonly ca: string;
  ldaps = '';
  ldap = '';
  #child: ChildProcess | null = null;

  private constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), 'damson-slapd-'));
    this.ca = path.join(this.folder, 'ca.pem');
  }

  static async start(content: string): Promise<Slapd> {
    const slapd = new Slapd();
    const certificate = selfSignedCertificate({ commonName: 'localhost', names: ['localhost', '127.0.0.1'] });
    writeFileSync(slapd.ca, certificate.cert);
    writeFileSync(path.join(slapd.folder, 'key.pem'), certificate.key, { mode: 0o600 });
    mkdirSync(path.join(slapd.folder, 'db'));
    const files = ['core', 'cosine', 'inetorgperson', 'nis'].map(
      (name) => `include ${schemas}/${name}.schema`,
    );
    writeFileSync(
      path.join(slapd.folder, 'slapd.conf'),
      `${files.join('\n')}
modulepath ${modules}
moduleload back_mdb
moduleload memberof
pidfile ${slapd.folder}/slapd.pid
TLSCertificateFile ${slapd.ca}
TLSCertificateKeyFile ${slapd.folder}/key.pem
sizelimit unlimited
database mdb
suffix "${slapd.base}"
rootdn "${slapd.rootDn}"
rootpw ${slapd.rootPassword}
directory ${slapd.folder}/db
maxsize 268435456
dbnosync
index objectClass,uid,mail,entryUUID,member,uniqueMember eq
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`,
    );
    const ldif = path.join(slapd.folder, 'content.ldif');
    writeFileSync(ldif, `${slapd.#root()}\n${content}`);
    slapd.#run('slapadd', ['-q', '-f', path.join(slapd.folder, 'slapd.conf'), '-l', ldif]);
    const [secure, plain] = [await findPort(), await findPort()];
    slapd.ldaps = `ldaps://localhost:${secure}`;
    slapd.ldap = `ldap://localhost:${plain}`;
    await slapd.resume();
    return slapd;
  }

  #root(): string {
    return `dn: ${this.base}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${this.bindDn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: damson
userPassword: ${this.bindPassword}
`;
  }

  /** Applies a change (LDIF) as the root does. */
  modify(change: string): void {
    const args = ['-x', '-H', this.ldap, '-D', this.rootDn, '-w', this.rootPassword];
    const done = spawnSync('ldapmodify', args, { input: change, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`ldapmodify: ${done.stderr}`);
  }

  #run(command: string, args: string[]): void {
    const done = spawnSync(path.join(path.dirname(program), command), args, { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${command}: ${done.stderr}`);
  }

  async resume(): Promise<void> {
    const addresses = `${this.ldaps}/ ${this.ldap}/`;
    const args = ['-d', '0', '-h', addresses, '-f', path.join(this.folder, 'slapd.conf')];
    this.#child = spawn(program, args, { stdio: 'ignore' });
    const { port } = new URL(this.ldap);
    await until(
      () =>
        spawnSync('ldapsearch', ['-x', '-H', `ldap://localhost:${port}`, '-b', '', '-s', 'base', '1.1'])
          .status === 0,
    );
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

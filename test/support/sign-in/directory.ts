import type { Slapd } from './slapd.ts';

const people = 'ou=people,dc=example,dc=org';
export const groups = 'ou=groups,dc=example,dc=org';
export const personDn = (uid: string): string => `uid=${uid},${people}`;
export const groupDn = (cn: string): string => `cn=${cn},${groups}`;
export const directoryPassword = (uid: string): string => `the directory's password of ${uid}`;

export function personEntry(uid: string): string {
  return `dn: ${personDn(uid)}
objectClass: inetOrgPerson
objectClass: shadowAccount
uid: ${uid}
cn: ${uid}
sn: ${uid}
displayName: ${uid} of the directory
mail: ${uid}@example.org
userPassword: ${directoryPassword(uid)}

`;
}

export function groupEntry(cn: string, members: readonly string[]): string {
  return `dn: ${groupDn(cn)}
objectClass: groupOfNames
cn: ${cn}
${members.map((member) => `member: ${member}`).join('\n')}

`;
}

export const units = `dn: ${people}
objectClass: organizationalUnit
ou: people

dn: ${groups}
objectClass: organizationalUnit
ou: groups

`;

/** Settings of a directory, with a table that names a group for each role. */
export function ldapProvider(slapd: Slapd, more: object = {}) {
  return {
    id: 'directory',
    name: 'Directory',
    kind: 'ldap',
    urls: [slapd.ldaps],
    bind_dn: slapd.bindDn,
    base: slapd.base,
    table: [
      { group: groupDn('bosses'), role: 'admin' },
      { group: groupDn('red'), role: 'redteam' },
      { group: groupDn('soc'), role: 'soc' },
    ],
    ...more,
  };
}

/** The environment of a server with these directories, which all have the same password unless `secrets` says otherwise. */
export function ldapSettings(
  slapd: Slapd,
  providers: readonly { id: string }[],
  secrets: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    SVC_SIGN_IN: JSON.stringify({ providers }),
    SVC_LDAP_CA: slapd.ca,
    ...Object.fromEntries(
      providers.map(({ id }) => [
        `SVC_SIGN_IN_${id.toUpperCase().replaceAll('-', '_')}_SECRET`,
        secrets[id] ?? slapd.bindPassword,
      ]),
    ),
  };
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grant, Provider } from './providers.ts';
import { judgeGroups, listManagedGroups, takesAway } from './rules.ts';

const row = (group: string, role: Grant['role'], ...groups: string[]): Grant => ({ group, role, groups });
const oidc = (...table: Grant[]): Pick<Provider, 'kind' | 'table'> => ({ kind: 'oidc', table });
const ldap = (...table: Grant[]): Pick<Provider, 'kind' | 'table'> => ({ kind: 'ldap', table });

describe('groups of the organisation give', () => {
  const table = oidc(
    row('/red', 'redteam', 'Leads'),
    row('/soc', 'soc'),
    row('/boss', 'admin'),
    row('/all', null, 'Readers'),
  );
  const cases: [string, string[], ReturnType<typeof judgeGroups>][] = [
    ['nothing without a group', [], null],
    ['nothing by a group that the table does not name', ['/other', 'red', '/RED'], null],
    ['nothing by a row without a role', ['/all'], null],
    ['the role of their row', ['/soc'], { role: 'soc', groups: [] }],
    [
      'the role of the first row, and the groups of all',
      ['/all', '/soc', '/red'],
      { role: 'redteam', groups: ['Leads', 'Readers'] },
    ],
    ['never the administrator, unless the table says so', ['admin', 'Administrators', 'domain admins'], null],
    ['the administrator where it does', ['/boss'], { role: 'admin', groups: [] }],
  ];
  for (const [what, groups, expected] of cases) {
    it(what, () => assert.deepEqual(judgeGroups(table, groups), expected));
  }
  it('compares names of a directory as a directory does', () => {
    const directory = ldap(row('CN=Red Team, OU=Groups,DC=example,DC=org', 'redteam'));
    assert.equal(judgeGroups(directory, ['cn=red team,ou=groups,dc=example,dc=org'])?.role, 'redteam');
    assert.equal(judgeGroups(directory, ['cn=red team,ou=other,dc=example,dc=org']), null);
    assert.equal(judgeGroups(ldap(row('Red Team', 'admin')), ['', 'Red Team', 'red team']), null);
  });
  it('lists the groups it manages once', () => {
    assert.deepEqual(listManagedGroups(oidc(row('a', 'soc', 'X', 'Y'), row('b', null, 'Y'))), ['X', 'Y']);
  });
});

describe('a change of rights', () => {
  const of = (role: Grant['role'] & string, ...groupIds: string[]) => ({ role, groupIds }) as const;
  it('takes away with another role or a lost group', () => {
    assert.ok(takesAway(of('admin'), of('soc')));
    assert.ok(takesAway(of('soc'), of('redteam')));
    assert.ok(takesAway(of('soc', 'a', 'b'), of('soc', 'b')));
  });
  it('takes nothing away with more groups', () => {
    assert.ok(!takesAway(of('soc', 'a'), of('soc', 'b', 'a')));
  });
});

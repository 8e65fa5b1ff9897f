import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { listItems, type ReportItem, type reportItems } from '../../../domain/report-items.ts';
import type { ReportOutline } from '../../../server/missions/reports/contract.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { fetchBytes, makeRendering } from '../../support/reports/renderings.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

type Kind = keyof typeof reportItems;

/** Words in the section of each item of Regulation (EU) 2025/1190, by its number and name, from the record below. */
const shown: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  // Annex V
  dora_red: {
    '(a)(i)': ['Instant payments', 'Settlement gateway'],
    '(a)(ii)': ['From a web server to the ledger', 'A shell on the web server leads to the ledger.'],
    '(a)(iii)': ['Read the ledger', 'Captured', 'Delete the backups', 'Not captured'],
    '(a)(iv)': ['1.1 Dump the memory', 'Succeeded', '1.2 Dump the memory', 'Failed'],
    '(a)(v)': ['T1003', '1.1', '1.2'],
    '(a)(vi)': ['Backups were left out', 'A restore was running', 'Control team'],
    '(a)(vii)': ['An account of a clerk', 'Mail was stopped', 'Cy Grant'],
    '(b)': ['The account was locked after an hour.'],
    '(c)(i)': ['Keys can be read', 'Critical', 'The web server reads a key that signs.'],
    '(c)(ii)': ['1.1', 'Succeeded', 'Left over from a migration'],
    '(c)(iii)': ['Move the keys', 'Critical'],
  },
  // Annex VI
  dora_blue: {
    '1(a)': ['1.2 Dump the memory', 'Alerted', 'Rule of memory'],
    '1(b)': ['Event 10 of Sysmon', 'sysmon.txt'],
    '2': ['We agree with the testers.'],
    '3': ['sysmon.txt'],
    '4': ['1.1', 'Left over from a migration'],
    '5': ['Move the keys', 'Into the vault'],
    '6': ['Persistence at night'],
  },
  // Annex VII
  dora_summary: {
    '(a)': ['Central bank', 'Control team lead Henrik Vale', 'Thistle Security'],
    '(b)': [
      'Active red team test',
      '5 Jan 2026',
      '6 Apr 2026',
      'Blue team informed (Article 12(1)) 8 Apr 2026',
      'Red team test report passed on (Article 12(3)) 6 May 2026',
      'Red team test report 12(2) 4 May 2026 Done on 4 May 2026',
      'Blue team test report passed on (Article 12(4)) 16 Jun 2026',
      'Notification by the authority (Article 12(7)) 1 Jul 2026',
      'Replay of attack and defence 12(5) 15 Jun 2026 Done on 10 Jun 2026',
      'Test summary report 12(7) 26 Aug 2026',
    ],
    '(c)': ['Instant payments', 'An outage stops payments.'],
    '(d)': ['From a web server to the ledger', 'A shell on the web server leads to the ledger.'],
    '(e)': ['1.1 Dump the memory', 'T1003'],
    '(f)': ['Read the ledger', 'Captured', 'Delete the backups', 'Not captured'],
    '(g)': ['Backups were left out', 'A restore was running'],
    '(h)': ['Prevented or detected', '1 of 2', 'Rule of memory'],
    '(i)': ['Replay of the memory dump.'],
    '(j)': ['An account of a clerk', 'Mail was stopped'],
    '(k)': ['Tests stopped at noon.'],
    '(l)': ['Keys can be read', 'Critical'],
    '(m)': ['1.1', 'Left over from a migration'],
    '(n)': ['F-1 Keys can be read', 'Left over from a migration', 'Move the keys', 'Critical'],
    '(o)': ['Red team', 'Call each other sooner.', 'Blue team', 'Tell us the hosts.'],
  },
  // Article 13
  dora_remediation: {
    '2(a)': ['Shortcoming', 'A key lies on the web server.'],
    '2(b)': ['Measure', 'Into the vault', 'Critical', '24 Dec 2026'],
    '2(c)': ['Root cause', 'Left over from a migration'],
    '2(d)': ['Owner', 'Payments team'],
    '2(e)': ['Payments can be forged.'],
  },
  // Article 12
  replay_minutes: {
    '12(5) replayed': ['1.1 Dump the memory', 'Nothing at the time', 'A rule by July'],
    '12(5) topics': ['Red team', 'Keys in memory', 'Blue team', 'Persistence at night'],
  },
};

const texts: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  dora_red: { blue_actions: 'The account was locked after an hour.' },
  dora_blue: { assessment: 'We agree with the testers.' },
  dora_summary: {
    purple: 'Replay of the memory dump.',
    risk_management: 'Tests stopped at noon.',
  },
  dora_remediation: { risks: 'Payments can be forged.' },
  replay_minutes: {},
};

describe('Regulation (EU) 2025/1190', () => {
  let server: TestServer;
  let admin: Client;
  let at: string;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
    const test = { name: 'Dump the memory', catalog_tags: [{ kind: 'technique', external_id: 'T1003' }] };
    const { id } = await newTestTemplate(admin, test);
    const scenario = await newScenarioTemplate(admin, {
      name: 'From a web server to the ledger',
      description: 'A shell on the web server leads to the ledger.',
      tests: [id, id],
    });
    const mission = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
    const [missed, seen] = [placeOf(mission), placeOf(mission, 1)];
    at = missed.missionPath;
    for (const [place, attack_result] of [
      [missed, 'succeeded'],
      [seen, 'failed'],
    ] as const) {
      bodyOf(await admin.put(place.path, { attack_result }), 200);
      await walk(admin, place.path, 'executed');
    }
    const log = evidenceForm('seen', { side: 'blue', name: 'sysmon.txt' });
    const evidence_ids = [bodyOf(await attach(admin, seen, log), 201).id];
    const alert = { kind: 'alerted', result: 'yes', rule_name: 'Rule of memory', note: 'Event 10 of Sysmon' };
    bodyOf(await admin.post(`${seen.path}/facts`, { ...alert, evidence_ids }), 201);
    for (const kind of ['alerted', 'logged'])
      bodyOf(await admin.post(`${missed.path}/facts`, { kind, result: 'no' }), 201);
    const remediation = {
      title: 'Move the keys',
      shortcoming: 'A key lies on the web server.',
      root_cause: 'Left over from a migration',
      measure: 'Into the vault',
      risk_if_not_done: 'Payments can be forged.',
      priority: 'critical',
      due_on: '2026-12-24',
      owner_text: 'Payments team',
      test_ids: [missed.test],
    };
    const { id: measure } = bodyOf(await admin.post(`${at}/remediations`, remediation), 201);
    const finding = {
      title: 'Keys can be read',
      severity: 'critical',
      status: 'confirmed',
      description: 'The web server reads a key that signs.',
      root_cause: 'Left over from a migration',
      recommendation: 'Keep keys in a vault.',
      tests: [{ test_id: missed.test, run: 1 }],
      remediation_ids: [measure],
    };
    bodyOf(await admin.post(`${at}/findings`, finding), 201);
    const tlpt = {
      authority: 'Central bank',
      control_team_lead: 'Henrik Vale',
      red_team_provider: 'Thistle Security',
      functions: [
        { name: 'Instant payments', systems: 'Settlement gateway', rationale: 'An outage stops payments.' },
      ],
      testing_start: '2026-01-05',
      testing_end: '2026-04-06',
      blue_informed_on: '2026-04-08',
      red_report_on: '2026-05-04',
      red_passed_on: '2026-05-06',
      blue_passed_on: '2026-06-16',
      notified_on: '2026-07-01',
      red_topics: 'Keys in memory',
      blue_topics: 'Persistence at night',
      red_feedback: 'Call each other sooner.',
      blue_feedback: 'Tell us the hosts.',
      flags: [
        { number: 1, objective: 'Read the ledger', captured: true, test_ids: [missed.test] },
        { number: 2, objective: 'Delete the backups', captured: false },
      ],
      leg_ups: [{ what: 'An account of a clerk', why: 'Mail was stopped', granted_by: 'Cy Grant' }],
      deviations: [
        { what: 'Backups were left out', why: 'A restore was running', agreed_by: 'Control team' },
      ],
    };
    bodyOf(await admin.patch(`${at}/tlpt`, tlpt), 200);
    bodyOf(await admin.patch(at, { replay_opened: true }), 200);
    const held = { started_at: '2026-06-10T08:00:00.000Z', ended_at: '2026-06-10T11:00:00.000Z' };
    bodyOf(await admin.patch(`${at}/replay`, held), 200);
    const answers = { seen: 'Nothing at the time', decision: 'A rule by July', run: 1, discussed: true };
    bodyOf(await admin.patch(`${at}/replay/tests/${missed.test}`, answers), 200);
  });
  after(() => server?.close());

  it('is told in the docs item by item, with report, section and source', () => {
    const page = readFileSync(new URL('../../../docs/reports.md', import.meta.url), 'utf8');
    const told = [...page.matchAll(/^\| (.*) \| `(\w+)` \| `(\w+)` \| (.*) \| .* \|$/gm)].map(
      ([, item, kind, section, sources]) => ({ item, kind, section, sources: sources?.replaceAll('`', '') }),
    );
    const prefixes: Readonly<Record<Kind, string>> = {
      dora_red: 'V ',
      dora_blue: 'VI ',
      dora_summary: 'VII ',
      dora_remediation: '13',
      replay_minutes: '',
    };
    const expected = (Object.keys(prefixes) as Kind[]).flatMap((kind) =>
      listItems(kind).map(({ ref, name, section, sources }) => ({
        item: `${prefixes[kind]}${kind === 'dora_remediation' ? ref.replace(/^\d/, '($&)') : ref}${name === null ? '' : ` \`${name}\``}`,
        kind,
        section,
        sources: sources.join(', ') || '–',
      })),
    );
    const inOrder = (list: readonly { item?: string | undefined }[]) =>
      list.toSorted((one, other) => (`${one.item}` < `${other.item}` ? -1 : 1));
    assert.deepEqual(inOrder(told), inOrder(expected));
  });

  for (const kind of Object.keys(shown) as Kind[]) {
    it(`finds each of its items in the section named for it, filled from the record: ${kind}`, async () => {
      const draft = { kind, title: 'Report', texts: texts[kind] };
      const { id } = bodyOf(await admin.post(`${at}/reports`, draft), 201);
      const { items } = bodyOf(await admin.get(`${at}/reports/${id}/outline`), 200) as ReportOutline;
      assert.deepEqual(
        items.filter(({ filled }) => !filled).map(({ ref }) => ref),
        [],
      );
      assert.deepEqual(listItems(kind).map(nameItem).sort(), Object.keys(shown[kind]).sort());
      assert.equal((await makeRendering(admin, `${at}/reports/${id}`, 'html')).status, 200);
      const html = (await fetchBytes(admin, `${at}/reports/${id}/renderings/html`)).toString();
      for (const item of items) {
        const said = readSection(html, item.section);
        for (const words of shown[kind][nameItem(item)] ?? [])
          assert.ok(said.includes(words), `${item.ref}: “${words}” in “${item.section}”: ${said}`);
      }
    });
  }
});

/** Items of Article 12 share their number. */
function nameItem({ ref, name }: Pick<ReportItem, 'ref' | 'name'>): string {
  return ref.startsWith('12') ? `${ref} ${name}` : ref;
}

/** The text of a section, by its key. */
function readSection(html: string, key: string): string {
  const start = html.indexOf(`data-section="${key}"`);
  assert.notEqual(start, -1, key);
  return html
    .slice(start, html.indexOf('</section>', start))
    .replace(/^[^>]*>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
}

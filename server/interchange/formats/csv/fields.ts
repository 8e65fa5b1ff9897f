import type { TableTarget } from '../../../../domain/interchange.ts';

type Field = {
  name: string;
  label: string;
  /** Of a test that was planned or run, which no template has. */
  isOfTest: boolean;
  /** What heads of columns call it beside name and label, in small letters and digits alone. */
  heads: readonly string[];
};

const toField =
  (isOfTest: boolean) =>
  (name: string, label: string, heads = ''): Field => ({ name, label, isOfTest, heads: heads.split(' ') });
const both = toField(false);
const test = toField(true);

/** What a column of a table can be for, in the order in which a person is shown them. */
const fields: readonly Field[] = [
  both('id', 'ID', 'testid testcaseid uid guid uuid key number nr no'),
  test('mission', 'Mission', 'assessment exercise campaign operation project'),
  test('organisation', 'Organisation', 'organization company'),
  test('client', 'Client', 'customer'),
  test('scenario', 'Scenario', 'phase stage group chain'),
  both('name', 'Name', 'test testname testcase title procedurename variant'),
  test('status', 'Status', 'state teststatus'),
  both(
    'techniques',
    'Techniques',
    'technique techniqueid mitre mitreid mitreattack attackid attack ttp ttps',
  ),
  both('tactics', 'Tactics', 'tactic tacticid killchainphase'),
  both('platforms', 'Platforms', 'platform os operatingsystem operatingsystems supportedplatforms'),
  both('tags', 'Tags', 'tag labels label keywords'),
  both('opsec', 'Noise', 'opseclevel'),
  both('description', 'Description', 'details summary'),
  both('objective', 'Objective', 'goal purpose aim'),
  both('procedure', 'Procedure', 'steps instructions howto guidance'),
  both('command', 'Suggested command', 'plannedcommand commandtemplate'),
  both('cleanup_command', 'Clean-up command', 'cleanup cleanupcommands'),
  both('expected_detection', 'Expected detection', 'expectedresult expecteddetections detectionguidance'),
  both('expectations', 'Expectations'),
  both('variables', 'Variables', 'arguments inputarguments parameters'),
  both('source', 'Source', 'reference references url link'),
  test('run_command', 'Command', 'commandasrun executedcommand commands commandline attackcommand'),
  test('output', 'Output', 'commandoutput result results console'),
  test(
    'red_comment',
    'Red comment',
    'rednotes redteamnotes attackernotes redteamcomment notes comment comments',
  ),
  test('executed_at', 'Executed', 'executiontime executiondate date time timestamp when datetime'),
  test('started_at', 'Started', 'start starttime startdate begin'),
  test('ended_at', 'Ended', 'end endtime enddate stop stoptime'),
  test('source_host', 'Source host', 'source sources sourceip attacker attackerhost from'),
  test(
    'target_host',
    'Target host',
    'target targets host hostname victim asset targetasset destination targetip',
  ),
  test('target_user', 'Target user', 'user username account'),
  test('operator', 'Operator', 'redteamer executedby tester attackername who'),
  test('attack_result', 'Attack result', 'success attacksuccess'),
  test('level', 'Outcome', 'detectionlevel detection'),
  test('prevented', 'Prevented', 'blocked prevention'),
  test('alerted', 'Alerted', 'alert alertraised'),
  test('logged', 'Logged', 'log logs telemetry'),
  test('detected', 'Detected', 'detectedbyblue'),
  test('responded', 'Responded', 'response'),
  test('alerted_at', 'Alert time', 'alerttimestamp'),
  test('detected_at', 'Detection time', 'timedetected'),
  test('tool', 'Tool', 'tools defensivetool detectiontool product securitytool detectedby'),
  test('rule_name', 'Rule', 'detectionrule alertname usecase'),
  test('severity', 'Severity', 'alertseverity'),
  test('facts', 'Facts'),
  test(
    'blue_comment',
    'Blue comment',
    'bluenotes blueteamnotes defendernotes blueteamcomment detectionnotes',
  ),
];

/** The fields that rows of a kind have; where a test came from is what it was run from, a host. */
export function listFields(into: TableTarget): { name: string; label: string; needed: boolean }[] {
  return fields
    .filter(({ name, isOfTest }) => (into === 'tests' ? name !== 'source' : !isOfTest))
    .map(({ name, label }) => ({ name, label, needed: name === 'name' }));
}

/** The label of a field, which our own table has as its head. */
export function labelOf(name: string): string {
  return fields.find((field) => field.name === name)?.label ?? name;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
/** A template has one command, which is what is suggested. */
const commands = ['command', 'commands', 'commandline'];
/** What templates are called a source of, and tests a host. */
const ofBoth = [...commands, 'source'];

/** What rows are, as the heads of their columns tell: tests where one of them is of tests alone. */
export function guessTarget(heads: readonly string[]): TableTarget {
  const telling = heads.filter((head) => !ofBoth.includes(plain(head)));
  return telling.some((head) => findField(head, 'tests')?.isOfTest === true) ? 'tests' : 'templates';
}

/** For each head, the field that its name tells, or null; no field is told twice, and who says it in our own words goes first. */
export function guessFields(heads: readonly string[], into: TableTarget): (string | null)[] {
  const guessed = heads.map((head) => findField(head, into));
  const isOurs = heads.map((head, index) => plain(guessed[index]?.label ?? '') === plain(head));
  const firsts = new Map<string, number>();
  for (const wanted of [true, false]) {
    for (const [index, field] of guessed.entries()) {
      if (field !== undefined && isOurs[index] === wanted && !firsts.has(field.name))
        firsts.set(field.name, index);
    }
  }
  return guessed.map((field, index) => (field && firsts.get(field.name) === index ? field.name : null));
}

function findField(head: string, into: TableTarget): Field | undefined {
  const word = plain(head);
  if (word === '') return undefined;
  const wanted = into === 'templates' && commands.includes(word) ? 'suggestedcommand' : word;
  const allowed = new Set(listFields(into).map(({ name }) => name));
  const possible = fields.filter(({ name }) => allowed.has(name));
  return (
    possible.find(({ label }) => plain(label) === wanted) ??
    possible.find(({ name, heads }) => plain(name) === wanted || heads.includes(wanted))
  );
}

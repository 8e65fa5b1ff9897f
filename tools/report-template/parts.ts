import { type Column, chart, each, optional, p, paragraph, run, table, when } from './markup.ts';

const fields = table(
  'fields',
  [
    ['', 2, '{label}'],
    ['value', 7, '{value}'],
  ],
  { hasHead: false, mayBeLong: true },
);

const levels: Column[] = [
  ['Run', 2, '{run}'],
  ['Prevented', 2.6, '{prevented}'],
  ['Alerted', 2.2, '{alerted}'],
  ['Logged', 2.2, '{logged}'],
  ['Not detected', 2.6, '{not_detected}'],
  ['Not judged', 2.4, '{open}'],
];

const rates = table('rates', [
  ['', 5, '{name}'],
  ['Yes', 1.6, '{yes}'],
  ['Partly', 1.6, '{partly}'],
  ['Of', 1.6, '{of}'],
  ['Rate', 5, '{rate}'],
]);

const facts = table(
  'facts',
  [
    ['What', 2.2, '{what}'],
    ['Seen', 1.7, '{seen}'],
    ['Time', 3.2, '{time}', '{delay}'],
    ['Tool', 2.6, '{tool}'],
    ['Rule and alert', 3.4, '{rule}'],
    ['Details', 4, '{note}', '{analyst}'],
  ],
  { mayBeLong: true },
);

const codes = each('codes', p('Label', '{label}'), p('Code', '{code}'));
export const prose = (list: string) => each(list, optional('Label', 'label'), p('BodyText', '{paragraph}'));

const record = [
  when('has_fields', fields),
  codes,
  when('has_facts', facts),
  prose('comments'),
  each(
    'pictures',
    paragraph('Picture', run('{picture}')),
    optional('Quiet', 'unreadable'),
    optional('Caption', 'caption'),
    p('CaptionQuiet', '{file}, SHA-256 {sha256}'),
  ),
  each(
    'files',
    when(
      'content',
      p('File', '{file}, {size}{#caption}: {caption}{/caption}'),
      p('FileDigest', 'SHA-256 {sha256}'),
      p('Code', '{content}'),
    ),
    when(
      'is_listed',
      p('BodyText', '{file}, {size}{#caption}: {caption}{/caption}'),
      p('CaptionQuiet', 'SHA-256 {sha256}'),
    ),
  ),
];

const test = each(
  'tests',
  p('Heading3', '{number} {name}'),
  p(
    'Marks',
    '{outcome}{#as_expected} · {as_expected}{/as_expected}{#techniques} · {techniques}{/techniques}{#tactics} · {tactics}{/tactics}',
  ),
  prose('paragraphs'),
  codes,
  prose('expected_detection'),
  when('has_fields', fields),
  each('runs', when('run', p('Run', '{run}: {outcome}')), each('sides', p('Side', '{side}'), ...record)),
);

export const part = [
  optional('Heading2', 'part_title'),
  optional('Quiet', 'nothing'),
  optional('BodyText', 'intro'),
  when('has_fields', fields),
  when(
    'is_people',
    table('people', [
      ['Name', 3, '{name}'],
      ['Role', 3, '{role}'],
    ]),
  ),
  when(
    'is_outcome',
    when('headline', p('Headline', '{name}: {rate}')),
    chart(1, 4.2, 'What became of the tests; the table has the numbers'),
    table('outcomes', [
      ['Outcome', 3, '{outcome}'],
      ['Tests', 3, '{tests}'],
    ]),
  ),
  when('is_within', chart(2, 5, 'How many tests were detected in time; the table has the numbers'), rates),
  when(
    'is_by_tactic',
    chart(3, 9, 'What became of the tests by tactic; the table has the numbers'),
    table('tactics', [['Tactic', 4.5, '{tactic}'], ...levels]),
  ),
  when(
    'is_change',
    table('changes', [
      ['', 4, '{name}'],
      ['Previous mission', 3, '{before}'],
      ['This mission', 3, '{now}'],
    ]),
  ),
  when(
    'is_gaps',
    table('gaps', [
      ['Test', 4.6, '{number} {name}', '{techniques}'],
      ['Expected severity', 2, '{severity}'],
      ['Remediation', 3.8, '{remediation}'],
      ['Priority', 1.6, '{priority}'],
      ['Owner', 2.2, '{owner}'],
      ['Due', 2.2, '{due}'],
    ]),
  ),
  when(
    'is_strengths',
    table('strengths', [
      ['Technique', 5, '{technique}'],
      ['Tests', 1.5, '{tests}'],
      ['Detected by', 4, '{tools}'],
    ]),
  ),
  when(
    'is_remediation_status',
    table('states', [
      ['Priority', 2, '{priority}'],
      ['Open', 1.6, '{unstarted}'],
      ['In progress', 2, '{in_progress}'],
      ['Fixed', 1.6, '{fixed}'],
      ['Verified', 1.8, '{verified}'],
      ['Risk accepted', 2.2, '{risk_accepted}'],
      ['Declined', 1.8, '{declined}'],
    ]),
    when(
      'has_to_do',
      table('to_do', [
        ['Unresolved', 5, '{title}'],
        ['Priority', 1.8, '{priority}'],
        ['State', 2, '{status}'],
        ['Owner', 2.4, '{owner}'],
        ['Due', 2.4, '{due}'],
      ]),
    ),
  ),
  when(
    'is_method',
    table('terms', [
      ['Word', 2.4, '{term}'],
      ['What it means', 7, '{meaning}'],
    ]),
  ),
  when(
    'is_figures',
    rates,
    table('times', [
      ['From execution to', 4, '{name}'],
      ['Median', 2.5, '{median}'],
      ['90th percentile', 2.5, '{most}'],
      ['Tests', 1.5, '{tests}'],
      ['Without a time', 2.2, '{without}'],
    ]),
    when(
      'has_categories',
      p('Heading3', 'Categories of detections'),
      table('categories', [
        ['Category', 5, '{category}'],
        ['Tests', 5, '{tests}'],
      ]),
    ),
    when(
      'has_severities',
      p('Heading3', 'By severity'),
      table('severities', [['Severity', 4.5, '{severity}'], ...levels.slice(1)]),
    ),
    each(
      'groups',
      p('Heading3', '{group}'),
      table('members', [
        ['{first}', 4, '{name}'],
        ['Run', 1.5, '{run}'],
        ['Prevented', 2.9, '{prevented}'],
        ['Alerted', 2.3, '{alerted}'],
        ['Logged', 2.2, '{logged}'],
        ['Not detected', 2.7, '{not_detected}'],
        ['Not judged', 2.3, '{open}'],
        ['Detected', 2.7, '{detected}'],
        ['Missed', 2.3, '{missed}'],
      ]),
    ),
  ),
  when('is_heat_map', table('techniques', [['Technique', 4.8, '{id} {name}', '{tactics}'], ...levels])),
  when(
    'is_expected',
    table('expectations', [
      ['Test', 4, '{number} {name}'],
      ['Kind', 2, '{kind}'],
      ['Expected', 4, '{expected}'],
      ['Actual', 3.6, '{came}'],
      ['', 1.8, '{met}'],
    ]),
  ),
  when(
    'is_timeline',
    table('moments', [
      ['Time', 3.2, '{time}'],
      ['Side', 1.4, '{side}'],
      ['Test', 4.6, '{number} {name}', '{run}'],
      ['What', 2.6, '{what}'],
      ['Tool', 2.6, '{tool}'],
    ]),
  ),
  when(
    'is_scenarios',
    each(
      'scenarios',
      p('Heading3', '{number} {name}'),
      optional('BodyText', 'description'),
      p('Quiet', '{tests}'),
    ),
  ),
  when(
    'is_attack_paths',
    table('steps', [
      ['Step', 4.4, '{number} {name}', '{scenario}'],
      ['Technique', 2.2, '{techniques}'],
      ['Executed', 3, '{executed}'],
      ['Target', 2.4, '{target}'],
      ['Attack result', 2.2, '{attack}'],
      ['Outcome', 2.2, '{outcome}'],
    ]),
  ),
  when(
    'is_detections',
    table('detections', [
      ['Action', 4, '{number} {name}', '{executed}'],
      ['What', 2.2, '{what}'],
      ['Seen', 1.7, '{seen}'],
      ['Time', 3, '{time}', '{delay}'],
      ['Tool', 2.4, '{tool}'],
      ['Rule and alert', 3, '{rule}'],
    ]),
  ),
  when(
    'is_tests',
    each('scenarios_in_full', p('Heading2', '{number} {name}'), optional('BodyText', 'description'), test),
  ),
  when(
    'is_misses',
    each(
      'misses',
      p('Heading3', '{number} {name}'),
      optional('Marks', 'techniques'),
      when('has_fields', fields),
    ),
  ),
  when(
    'is_causes',
    table(
      'causes',
      [
        ['Attack result', 4, '{number} {name}'],
        ['Result', 2.2, '{attack}'],
        ['Outcome', 2.2, '{outcome}'],
        ['Root cause', 5, '{cause}'],
      ],
      { mayBeLong: true },
    ),
  ),
  when(
    'is_remediation_plan',
    each('remediations', p('Heading3', '{number} {title}'), p('Marks', '{priority} · {status}'), fields),
  ),
  when(
    'is_not_run',
    table(
      'not_run',
      [
        ['Test', 4, '{number} {name}'],
        ['State', 2, '{status}'],
        ['Reason', 5, '{reason}'],
      ],
      { mayBeLong: true },
    ),
  ),
  when(
    'is_all_tests',
    table('all_tests', [
      ['Test', 5, '{number} {name}'],
      ['Techniques', 2.4, '{techniques}'],
      ['Executed', 3, '{executed}'],
      ['Outcome', 2.4, '{outcome}'],
      ['Expected', 1.8, '{as_expected}'],
    ]),
  ),
  when(
    'is_evidence',
    table('evidence', [
      ['Test', 1.5, '{number}', '{run}'],
      ['Side', 1.2, '{side}'],
      ['File', 6.4, '{file}', '{caption}', '{sha256}'],
      ['Size', 1.6, '{size}'],
      ['Added', 3, '{added}', '{by}'],
    ]),
  ),
  when(
    'is_tools',
    table('tools', [
      ['Tool', 3, '{name}'],
      ['Vendor', 3, '{vendor}'],
      ['Kind', 2.4, '{kind}'],
      ['Detected', 3, '{saw}'],
    ]),
  ),
  codes,
  optional('BodyText', 'outro'),
].join('');

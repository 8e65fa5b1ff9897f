import type { Translate } from '../../domain/words/translate.ts';
import { writeFigures } from './figure-parts.ts';
import {
  type Column,
  chart,
  each,
  optional,
  p,
  paragraph,
  run,
  table,
  unnumbered,
  when,
  writeCaption,
} from './markup.ts';
import { writeTlptParts } from './tlpt-parts.ts';

export const prose = (list: string) => each(list, optional('Label', 'label'), p('BodyText', '{paragraph}'));

/** Writes the content of a section's part, with labels in the template's language. */
export function writePart(t: Translate): string {
  const caption = (style: string, kind: 'figure' | 'table', title: string) =>
    writeCaption(style, t(`reports.caption.${kind}`, { number: '«number»', title: '«title»' }), title);
  const figure = (title: string) => caption('FigureCaption', 'figure', title);
  const captioned = (title: string, list: string, columns: Column[], options = {}) =>
    `${caption('TableCaption', 'table', title)}${table(list, columns, options)}`;

  const fields = table(
    'fields',
    [
      ['', 2, '{label}'],
      ['value', 7, '{value}'],
    ],
    { hasHead: false, mayBeLong: true },
  );

  const levels: Column[] = [
    [t('reports.executed'), 2.2, '{run}'],
    [t('names.outcome.prevented'), 2.25, '{prevented}'],
    [t('names.outcome.alerted'), 1.95, '{alerted}'],
    [t('names.outcome.logged'), 2.45, '{logged}'],
    [t('names.outcome.not_detected'), 1.75, '{not_detected}'],
    [t('names.outcome.open'), 1.9, '{open}'],
  ];

  const rates = captioned(t('reports.rates'), 'rates', [
    [t('reports.outcome'), 6, '{name}'],
    [t('reports.rate'), 5, '{rate}'],
  ]);

  const facts = table(
    'facts',
    [
      [t('reports.what'), 2.2, '{what}'],
      [t('reports.seen'), 1.7, '{seen}'],
      [t('reports.time'), 2.8, '{time}', '{delay}'],
      [t('reports.tool'), 2.3, '{tool}'],
      [t('reports.rule_and_alert'), 2.9, '{rule}'],
      [t('reports.says'), 5.2, '{note}', '{analyst}'],
    ],
    { mayBeLong: true },
  );

  /** A table with the column of outcomes, and the one without it for a report that has none. */
  const judged = (make: (outcome: (column: Column) => Column[]) => string) => [
    when(
      'has_outcomes',
      make((column) => [column]),
    ),
    when(
      'has_results_alone',
      make(() => []),
    ),
  ];

  const listTests = (...last: Column[]) =>
    captioned(t('report_parts.title.all_tests'), 'all_tests', [
      [t('reports.test'), 5, '{number} {name}'],
      [t('reports.techniques'), 2.4, '{techniques}'],
      [t('reports.executed'), 3, '{executed}'],
      ...last,
    ]);

  const codes = each('codes', p('Label', '{label}'), p('Code', '{code}'));

  const record = [
    when('has_fields', fields),
    codes,
    when('has_facts', facts),
    prose('comments'),
    each(
      'pictures',
      paragraph('Picture', run('{picture}')),
      when('unreadable', p('Quiet', '{unreadable}'), optional('Caption', 'caption')),
      when('picture', figure('{title}')),
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

  return [
    optional('Heading2', 'part_title'),
    optional('Quiet', 'nothing'),
    when('intro', paragraph('BodyText', run('{intro}'), '<w:keepNext/>')),
    when('has_fields', fields),
    each('drawings', paragraph('Picture', run('{drawing}')), figure('{drawing_title}')),
    when(
      'is_people',
      captioned(t('report_parts.title.people'), 'people', [
        [t('reports.name'), 3, '{name}'],
        [t('reports.part_in_exercise'), 3, '{role}'],
      ]),
    ),
    when(
      'is_outcome',
      when(
        'headline',
        p('Headline', `${t('reports.labelled', { label: '{name}' })} {rate}{#beside} ({beside}){/beside}`),
      ),
      chart(1, 4.2, t('reports.chart.outcomes_alt')),
      figure(t('reports.chart.outcomes')),
      captioned(t('report_parts.title.outcome'), 'outcomes', [
        [t('reports.outcome'), 3, '{outcome}'],
        [t('reports.tests'), 3, '{tests}'],
      ]),
      each('run_changes', p('Heading3', '{title}'), p('BodyText', '{tests}')),
    ),
    when('is_within', chart(2, 5, t('reports.chart.within_alt')), figure(t('reports.chart.within')), rates),
    when(
      'is_by_tactic',
      chart(3, 9, t('reports.chart.tactics_alt')),
      figure(t('reports.chart.tactics')),
      captioned(t('report_parts.title.by_tactic'), 'tactics', [
        [t('reports.tactic'), 4.5, '{tactic}'],
        ...levels,
      ]),
    ),
    when(
      'is_change',
      captioned(t('report_parts.title.change'), 'changes', [
        [t('reports.outcome'), 4, '{name}'],
        [t('reports.change.last'), 3, '{before}'],
        [t('reports.change.this'), 3, '{now}'],
      ]),
    ),
    when(
      'is_gaps',
      captioned(t('report_parts.title.gaps'), 'gaps', [
        [t('reports.test'), 4.6, '{number} {name}', '{techniques}'],
        [t('reports.gap_why'), 4.6, '{why}', '{state}', '{finding}'],
        [t('reports.expected_severity'), 2.4, '{severity}'],
        [
          t('reports.remediation'),
          4.6,
          '{remediation}',
          '{#priority}{priority}{#owner}, {owner}{/owner}{#due}, {due}{/due}{/priority}',
        ],
      ]),
    ),
    when(
      'is_top_findings',
      captioned(t('report_parts.title.top_findings'), 'top_findings', [
        [t('reports.finding'), 4.4, '{number} {title}'],
        [t('reports.severity'), 3, '{severity}'],
        [t('reports.state'), 2.4, '{status}'],
        [t('reports.shown_by'), 4, '{tests}'],
        [t('reports.remediation'), 4.2, '{remediation}'],
      ]),
    ),
    when(
      'is_findings',
      each('findings', p('Heading3', '{number} {title}'), p('Marks', '{severity} · {status}'), fields),
    ),
    when(
      'is_strengths',
      captioned(t('report_parts.title.strengths'), 'strengths', [
        [t('reports.technique'), 5, '{technique}'],
        [t('reports.tests'), 1.5, '{tests}'],
        [t('reports.seen_by'), 4, '{tools}'],
      ]),
    ),
    when(
      'is_remediation_status',
      captioned(t('report_parts.title.remediation_status'), 'states', [
        [t('reports.priority'), 2, '{priority}'],
        [t('names.remediation_status.open'), 1.6, '{unstarted}'],
        [t('names.remediation_status.in_progress'), 2, '{in_progress}'],
        [t('names.remediation_status.fixed'), 1.6, '{fixed}'],
        [t('names.remediation_status.verified'), 1.8, '{verified}'],
        [t('names.remediation_status.risk_accepted'), 2.2, '{risk_accepted}'],
        [t('names.remediation_status.declined'), 1.8, '{declined}'],
      ]),
      when(
        'has_to_do',
        captioned(t('reports.to_be_done'), 'to_do', [
          [t('reports.to_be_done'), 5, '{title}'],
          [t('reports.priority'), 1.8, '{priority}'],
          [t('report_sheets.status'), 2, '{status}'],
          [t('reports.owner'), 2.4, '{owner}'],
          [t('reports.due'), 2.4, '{due}'],
        ]),
      ),
    ),
    when(
      'is_method',
      captioned(t('report_parts.title.method'), 'terms', [
        [t('reports.term'), 2.4, '{term}'],
        [t('reports.meaning'), 7, '{meaning}'],
      ]),
    ),
    writeFigures(t, { captioned, rates, levels }),
    when(
      'is_heat_map',
      captioned(t('report_parts.title.heat_map'), 'techniques', [
        [t('reports.technique'), 4.5, '{id} {name}', '{tactics}'],
        ...levels,
      ]),
    ),
    when(
      'is_expected',
      captioned(t('report_parts.title.expected'), 'expectations', [
        [t('reports.test'), 4, '{number} {name}'],
        [t('reports.kind'), 2, '{kind}'],
        [t('reports.expected'), 4, '{expected}'],
        [t('reports.came'), 3.6, '{came}'],
        [t('reports.seen'), 1.8, '{met}'],
      ]),
    ),
    when(
      'is_timeline',
      captioned(t('report_parts.title.timeline'), 'moments', [
        [t('reports.time'), 4.1, '{time}'],
        [t('reports.side'), 1.4, '{side}'],
        [t('reports.test'), 4.6, '{number} {name}', '{run}'],
        [t('reports.what'), 2.6, '{what}'],
        [t('reports.tool'), 2.6, '{tool}'],
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
      ...judged((outcome) =>
        captioned(t('report_parts.title.attack_paths'), 'steps', [
          [t('reports.step'), 4, '{number} {name}', '{scenario}'],
          [t('reports.technique'), 2.1, '{techniques}'],
          [t('reports.executed'), 2.8, '{executed}'],
          [t('reports.target'), 2.2, '{target}'],
          [t('record.field.attack_result'), 2.9, '{attack}'],
          ...outcome([t('reports.outcome'), 2.7, '{outcome}']),
        ]),
      ),
    ),
    when(
      'is_detections',
      captioned(t('report_parts.title.detections'), 'detections', [
        [t('reports.action'), 4, '{number} {name}', '{executed}'],
        [t('reports.what'), 2.2, '{what}'],
        [t('reports.seen'), 1.7, '{seen}'],
        [t('reports.time'), 3, '{time}', '{delay}'],
        [t('reports.tool'), 2.4, '{tool}'],
        [t('reports.rule_and_alert'), 3, '{rule}'],
      ]),
    ),
    when(
      'is_tests',
      each(
        'scenarios_in_full',
        paragraph('Heading2', run('{number} {name}'), unnumbered),
        optional('BodyText', 'description'),
        test,
      ),
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
      ...judged((outcome) =>
        captioned(
          t('report_parts.title.causes'),
          'causes',
          [
            [t('reports.attack_column'), 4, '{number} {name}'],
            [t('reports.came_to'), 2.2, '{attack}'],
            ...outcome([t('reports.outcome'), 2.2, '{outcome}']),
            [t('reports.root_cause'), 5, '{cause}'],
          ],
          { mayBeLong: true },
        ),
      ),
    ),
    when(
      'is_remediation_plan',
      each(
        'remediations',
        optional('Label', 'group'),
        p('Heading3', '{number} {title}'),
        p('Marks', '{priority} · {status}'),
        fields,
      ),
    ),
    when(
      'is_not_run',
      captioned(
        t('report_parts.title.not_run'),
        'not_run',
        [
          [t('reports.test'), 4, '{number} {name}'],
          [t('report_sheets.status'), 2, '{status}'],
          [t('reports.reason'), 5, '{reason}'],
        ],
        { mayBeLong: true },
      ),
    ),
    when(
      'is_all_tests',
      when(
        'has_outcomes',
        listTests([t('reports.outcome'), 2.4, '{outcome}'], [t('reports.expected'), 1.8, '{as_expected}']),
      ),
      when('has_results_alone', listTests([t('record.field.attack_result'), 2.4, '{outcome}'])),
    ),
    when(
      'is_evidence',
      captioned(t('report_parts.title.evidence'), 'evidence', [
        [t('reports.test'), 1.5, '{number}', '{run}'],
        [t('reports.side'), 1.2, '{side}'],
        [t('reports.file'), 6.4, '{file}', '{caption}', '{sha256}'],
        [t('reports.size'), 1.6, '{size}'],
        [t('reports.added'), 3, '{added}', '{by}'],
      ]),
    ),
    when(
      'is_tools',
      captioned(t('report_parts.title.tools'), 'tools', [
        [t('reports.tool'), 3, '{name}'],
        [t('reports.vendor'), 3, '{vendor}'],
        [t('reports.kind'), 2.4, '{kind}'],
        [t('reports.saw_something'), 1.8, '{saw}'],
        [t('reports.saw_expected'), 2.4, '{expected}'],
      ]),
    ),
    ...writeTlptParts(t, fields, facts),
    codes,
    optional('BodyText', 'outro'),
  ].join('');
}

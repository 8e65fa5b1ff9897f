import type { Translate } from '../../domain/words/translate.ts';
import { each, p, table, when } from './markup.ts';

/** Parts of threat-led penetration tests, sightings and replays; `fields` and `facts` are the tables of these lists. */
export function writeTlptParts(t: Translate, fields: string, facts: string): string[] {
  const events = (list: 'leg_ups' | 'deviations', by: string) =>
    when(
      `is_${list}`,
      table(
        list,
        [
          [t('tlpt.item.what'), 4, '{what}'],
          [t('tlpt.item.why'), 4, '{why}'],
          [by, 2.4, '{by}'],
          [t('report_parts.date'), 2, '{date}'],
          [t('tlpt.item.test_ids'), 3.6, '{tests}'],
        ],
        { mayBeLong: true },
      ),
    );
  return [
    when(
      'is_functions',
      table(
        'functions',
        [
          [t('report_parts.function'), 3, '{name}'],
          [t('tlpt.item.systems'), 4, '{systems}'],
          [t('tlpt.item.rationale'), 4, '{rationale}'],
        ],
        { mayBeLong: true },
      ),
    ),
    when(
      'is_phases',
      table('phases', [
        [t('report_parts.phase'), 4, '{phase}'],
        [t('tlpt.starts'), 2.5, '{start}'],
        [t('tlpt.ends'), 2.5, '{end}'],
      ]),
    ),
    when(
      'is_deadlines',
      table('deadlines', [
        [t('tlpt.deadline'), 4, '{delivery}'],
        [t('tlpt.article'), 1.5, '{article}'],
        [t('tlpt.due'), 2.5, '{due}'],
        [t('reports.state'), 3, '{state}'],
      ]),
    ),
    when(
      'is_flags',
      table('flags', [
        [t('tlpt.item.number'), 2.1, '{number}'],
        [t('tlpt.item.objective'), 4.1, '{objective}'],
        [t('tlpt.item.system'), 2.6, '{system}'],
        [t('reports.state'), 2.2, '{captured}'],
        [t('report_parts.date'), 2.2, '{date}'],
        [t('tlpt.item.test_ids'), 3.6, '{tests}'],
      ]),
    ),
    events('leg_ups', t('tlpt.item.granted_by')),
    events('deviations', t('tlpt.item.agreed_by')),
    when(
      'is_ttps',
      table('ttps', [
        [t('reports.technique'), 4.6, '{technique}', '{tactics}'],
        [t('report_parts.success'), 2.6, '{success}'],
        [t('report_parts.no_success'), 2.6, '{no_success}'],
        [t('reports.not_named'), 2.6, '{open}'],
      ]),
    ),
    when(
      'is_log_entries',
      each(
        'log_entries',
        p('Heading3', '{number} {name}'),
        p('Marks', '{outcome}'),
        when('has_fields', fields),
        when('has_facts', facts),
      ),
    ),
    when(
      'is_finding_plan',
      table(
        'finding_plan',
        [
          [t('reports.finding'), 3.6, '{finding}', '{severity}'],
          [t('reports.root_cause'), 4.4, '{cause}'],
          [t('reports.remediation'), 4.4, '{remediation}'],
          [t('reports.priority'), 1.9, '{priority}'],
          [t('reports.due'), 3, '{due}', '{owner}'],
        ],
        { mayBeLong: true },
      ),
    ),
    when(
      'is_sightings',
      table(
        'sightings',
        [
          [t('reports.time'), 2.4, '{time}'],
          [t('sightings.field.title'), 5, '{title}'],
          [t('sightings.field.kind'), 2, '{kind}'],
          [t('sightings.field.declared'), 2.6, '{declared}'],
          [t('reports.state'), 3, '{became}'],
        ],
        { mayBeLong: true },
      ),
    ),
    when(
      'is_replay_steps',
      table(
        'replay_steps',
        [
          [t('reports.test'), 3, '{test}'],
          [t('mission_replay.seen'), 3.5, '{seen}'],
          [t('mission_replay.should_have'), 3.5, '{should_have}'],
          [t('mission_replay.why_not'), 3.5, '{why_not}'],
          [t('mission_replay.decision'), 3.5, '{decision}'],
        ],
        { mayBeLong: true },
      ),
    ),
  ];
}

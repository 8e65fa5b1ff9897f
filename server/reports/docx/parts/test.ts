import type { Side } from '../../../../domain/sides.ts';
import { describeNothing } from '../../content/parts.ts';
import type { Room } from '../../content/pictures.ts';
import {
  describeClosing,
  describeFact,
  describeRest,
  describeUnshown,
  listBlue,
  listPlanned,
  listRed,
  pickTechniques,
  type Run,
} from '../../content/tests.ts';
import { type Field, toText } from '../../content/words.ts';
import type { ReportEvidence, ReportTest } from '../../model.ts';
import { Later } from '../later.ts';
import { type Part, type Report, toCodes, toFields, toParagraphs, toPlace, toRich } from '../report.ts';
import { type Data, toPicture } from '../values.ts';
import { nameOutcome, nameVerdict, toFact } from './tests.ts';

const pictureRoom: Room = { width: 600, height: 640 };

export const testsInFull: Part = async (report) =>
  report.model.scenarios.length === 0
    ? null
    : {
        scenarios_in_full: report.model.scenarios.map(({ name, description, tests }, index) => ({
          number: String(index + 1),
          name,
          description: toRich(
            description ?? (tests.length === 0 ? describeNothing('tests', report.wording) : null),
          ),
          tests: tests.map(
            (test) =>
              new Later(() => {
                report.progress(report.tests.indexOf(test) / report.tests.length);
                return toTest(report, test);
              }),
          ),
        })),
      };

async function toTest(report: Report, test: ReportTest): Promise<Data> {
  const runs: Data[] = [await toRun(report, test, null)];
  for (const run of [...test.closed_runs].reverse()) {
    runs.push(await toRun(report, run, toText(describeClosing(run, report.wording))));
  }
  const { t } = report.wording;
  return {
    number: toPlace(test.number, report.places.get(test.number), false),
    name: test.name,
    outcome: nameOutcome(report, test),
    as_expected: nameVerdict(report, test),
    status: t(`names.test_status.${test.status}`),
    techniques: pickTechniques(test)
      .map(({ external_id, name }) => `${external_id} ${name}`)
      .join('; '),
    tactics: test.tactics.map(({ name }) => name).join(', '),
    ...toPlan(report, test),
    runs,
  };
}

/** The plan of a test; nothing in a report without plans. */
function toPlan(report: Report, test: ReportTest): Data {
  if (report.model.report.options.plans === false)
    return { paragraphs: [], codes: [], expected_detection: [], has_fields: false, fields: [] };
  const { t } = report.wording;
  const fields = toFields(listPlanned(test, report.wording));
  return {
    paragraphs: [
      ...toParagraphs(null, test.description),
      ...toParagraphs(t('reports.objective'), test.objective),
      ...toParagraphs(t('reports.procedure'), test.procedure),
    ],
    codes: toCodes([
      [
        t('reports.suggested_command'),
        test.suggested_command === test.command ? null : test.suggested_command,
      ],
      [t('reports.cleanup'), test.cleanup_command],
    ]),
    expected_detection: toParagraphs(t('reports.expected_detection'), test.expected_detection),
    has_fields: fields.length > 0,
    fields,
  };
}

async function toRun(report: Report, run: Run, title: string | null): Promise<Data> {
  const { wording } = report;
  const { t } = wording;
  const withRest = (name: 'command' | 'output' | 'red_comment' | 'blue_comment') =>
    addRest(run[name], describeRest(run.left_out[name], wording));
  const sides = [
    await toSide(report, run, 'red', {
      fields: listRed(run, report.model.report.options.side, wording),
      codes: toCodes([
        [t('reports.command'), withRest('command')],
        [t('reports.output'), withRest('output')],
      ]),
      comment: withRest('red_comment'),
      facts: [],
    }),
    await toSide(report, run, 'blue', {
      fields: listBlue(run, wording),
      codes: [],
      comment: withRest('blue_comment'),
      facts: run.facts.map((fact) => ({
        ...toFact(report, fact, run.executed_at),
        note: [...describeFact(fact, wording), fact.note].filter((line) => line !== null).join('\n'),
        analyst: fact.analyst?.display_name ?? null,
      })),
    }),
  ];
  return {
    run: title,
    outcome: nameOutcome(report, run),
    sides: sides.filter((side) => side !== null),
  };
}

function addRest(text: string | null, rest: string | null): string | null {
  return rest === null ? text : `${text ?? ''}\n… ${rest}`.trim();
}

type Recorded = { fields: Field[]; codes: Data[]; comment: string | null; facts: Data[] };

/** Record of a team for a run; null when it is empty. */
async function toSide(
  report: Report,
  { evidence }: Run,
  side: Side,
  { fields, codes, comment, facts }: Recorded,
): Promise<Data | null> {
  const { t } = report.wording;
  const said = toFields(fields);
  const comments = toParagraphs(t('reports.comment'), comment);
  const files = evidence.filter((file) => file.side === side);
  if ([said, codes, comments, facts, files].every((list) => list.length === 0)) return null;
  const shown = files.filter((file) => isShown(report, file));
  const pictures: Data[] = [];
  for (const file of shown) pictures.push(await toPictureData(report, file));
  return {
    side: t(`reports.side.${side}`),
    has_fields: said.length > 0,
    fields: said,
    codes,
    has_facts: facts.length > 0,
    facts,
    comments,
    pictures,
    files: files.filter((file) => !shown.includes(file)).map((file) => toFile(report, file)),
  };
}

function isShown({ model }: Report, { mime_type }: ReportEvidence): boolean {
  return model.report.options.evidence !== 'list' && /^image\//.test(mime_type);
}

async function toPictureData({ wording, openPicture }: Report, file: ReportEvidence): Promise<Data> {
  const bytes = await openPicture(file);
  const title = file.caption ?? file.file_name;
  const picture = toPicture(bytes, title, pictureRoom, wording.t('reports.picture.continued', { title }));
  return {
    picture,
    unreadable: picture === null ? describeUnshown(file, bytes, wording) : null,
    title,
    caption: file.caption,
    file: `${file.file_name}, ${wording.size(file.size)}`,
    sha256: file.sha256,
  };
}

function toFile({ wording }: Report, file: ReportEvidence): Data {
  return {
    file: file.file_name,
    size: wording.size(file.size),
    sha256: file.sha256,
    caption: file.caption,
    is_listed: file.content === null,
    content: addRest(
      file.content,
      file.content === null ? null : describeRest(file.content_left_out, wording),
    ),
  };
}

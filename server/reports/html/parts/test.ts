import { wasRun } from '../../../../domain/missions.ts';
import type { Side } from '../../../../domain/sides.ts';
import { isPictureType } from '../../../../domain/written-pictures.ts';
import { listFindings } from '../../content/findings.ts';
import { describeActual, describeExpectation } from '../../content/results.ts';
import {
  describeClosing,
  describeDelay,
  describeFact,
  describeRest,
  describeRule,
  listBlue,
  listPlanned,
  listRed,
  pickTechniques,
  type Run,
} from '../../content/tests.ts';
import { type Field, listLines, listSaid, toText } from '../../content/words.ts';
import type { ReportEvidence, ReportTest } from '../../model.ts';
import {
  writeName,
  writeOutcome,
  writeResult,
  writeSeverity,
  writeTechniques,
  writeVerdict,
} from '../marks.ts';
import { type Content, type Html, html } from '../markup.ts';
import { writeCode, writeFields, writeNote, writeProse } from '../prose.ts';
import { joinParts, type Report, writeWords } from '../report.ts';

/** A test up to its first picture; the pictures of each run follow it. */
export function* writeTest(report: Report, test: ReportTest): Generator<Html | ReportEvidence> {
  const { wording } = report;
  const { t } = wording;
  const { side, plans } = report.model.report.options;
  yield html`<article class="test ${isLong(test) && 'long'}" id="test-${test.number}"><h4><span class="test-number">${test.number}</span> ${writeName(test.name)}</h4>
<p class="marks">${writeOutcome(test, report)}${writeVerdict(test.expectation_met, wording)}${
    wasRun(test.status) &&
    side !== 'red' &&
    html`<span class="quiet">${t(`names.test_status.${test.status}`)}</span>`
  }${writeTechniques(pickTechniques(test))}${
    test.tactics.length > 0 &&
    html`<span class="quiet">${test.tactics.map(({ name }) => name).join(', ')}</span>`
  }</p>${plans !== false && writePlan(report, test)}`;
  const findings: Row = [t('reports.findings'), writeFindings(report, test)];
  const notMet: Row = [t('names.verdict.missed'), writeNotMet(report, test)];
  // A report of one team has no place for what the other one saw.
  yield* writeRun(
    report,
    test,
    side === 'red' ? { red: [findings], blue: [] } : { red: [], blue: [notMet, findings] },
  );
  for (const run of [...test.closed_runs].reverse()) {
    yield html`<p class="run">${writeWords(report, describeClosing(run, report.wording))} ${writeOutcome(run, report)}</p>`;
    yield* writeRun(report, run);
  }
  yield html`</article>`;
}

/** Longer than most of a page, so that it may start on any. */
function isLong({ evidence, closed_runs, output, command }: ReportTest): boolean {
  const letters = [output, command, ...evidence.map(({ content }) => content)];
  const length = letters.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  const pictures = evidence.filter(({ mime_type }) => isPictureType(mime_type)).length;
  return closed_runs.length > 0 || pictures > 1 || length > longTexts;
}

const longTexts = 2500;

type Row = readonly [label: string, content: Content];

/** Texts of the plan, shown only if the report's options say so. */
function writePlan({ wording }: Report, test: ReportTest): Html {
  const { t } = wording;
  const long = (text: string | null) => text !== null && text.trim() !== '' && writeProse(text);
  const code = (text: string | null) => text !== null && text !== '' && writeCode(text);
  const fields = listSaid(listPlanned(test, wording)).map(
    ([label, value]) => [label, toText(value)] as const,
  );
  return html`<div class="plan">${writeFields([
    [t('reports.finding.description'), long(test.description)],
    [t('reports.objective'), long(test.objective)],
    [t('reports.procedure'), long(test.procedure)],
    [t('reports.suggested_command'), test.suggested_command !== test.command && code(test.suggested_command)],
    [t('reports.cleanup'), code(test.cleanup_command)],
    [t('reports.expected_detection'), long(test.expected_detection)],
    ...fields,
  ])}</div>`;
}

/** Expectations that the current run did not meet, one line each. */
function writeNotMet(report: Report, test: ReportTest): Html | null {
  const { wording } = report;
  const missed = test.expectations.filter(({ met }) => met === 'missed');
  if (missed.length === 0) return null;
  return joinLines(
    missed.map((expectation) => [
      wording.t('reports.expectation_not_met', {
        kind: wording.t(`names.fact_kind.${expectation.kind}`),
        expected: toText(describeExpectation(expectation, wording)),
        actual: toText(describeActual(test, expectation, wording)),
      }),
    ]),
  );
}

function writeFindings(report: Report, { id }: ReportTest): Html | null {
  const shown = listFindings(report).filter(({ tests }) => tests.some(({ test }) => test.id === id));
  if (shown.length === 0) return null;
  return joinLines(
    shown.map((finding) => [
      report.nameFinding(finding),
      ' ',
      writeSeverity(finding.severity, report.wording),
    ]),
  );
}

function* writeRun(
  report: Report,
  run: Run,
  judged: Readonly<Record<Side, readonly Row[]>> = { red: [], blue: [] },
): Generator<Html | ReportEvidence> {
  for (const [side, line, rows] of [
    [
      'red',
      writeLine(report, listRed(run, report.model.report.options.side, report.wording)),
      [...listRedRows(report, run), ...judged.red],
    ],
    ['blue', writeSeen(report, run), [...listBlueRows(report, run), ...judged.blue]],
  ] as const) {
    const evidence = run.evidence.filter((file) => file.side === side);
    const { pictures, files } = partEvidence(report, evidence);
    const known = rows.filter(([, content]) => content !== null);
    if (line === null && known.length === 0 && evidence.length === 0) continue;
    yield html`<div class="side ${side}"><dl class="record">${[
      [report.wording.t(`reports.side.${side}`), line] as const,
      ...known,
      ...(files === null ? [] : [[report.wording.t('reports.evidence'), files] as const]),
    ].map(
      ([label, content], index) =>
        html`<div><dt class="${index === 0 ? 'side-name' : ''}">${label}</dt><dd dir="auto">${content}</dd></div>`,
    )}</dl>`;
    yield* pictures;
    yield html`</div>`;
  }
}

/** Fields one after another, each after its label; null when all are empty. */
function writeLine(report: Report, fields: readonly Field[]): Html | null {
  const said = listSaid(fields);
  if (said.length === 0) return null;
  return html`<p class="line">${said.map(
    ([label, value]) => html`<span><span class="quiet">${label}</span> ${writeWords(report, value)}</span> `,
  )}</p>`;
}

function listRedRows({ wording }: Report, { command, output, red_comment, left_out }: Run): Row[] {
  const { t } = wording;
  return [
    [t('reports.command'), writeCommand(command, describeRest(left_out.command, wording))],
    [t('reports.output'), writeCommand(output, describeRest(left_out.output, wording))],
    [t('reports.comment'), writeLong(red_comment, describeRest(left_out.red_comment, wording))],
  ];
}

function listBlueRows({ wording }: Report, { blue_comment, left_out }: Run): Row[] {
  const rest = describeRest(left_out.blue_comment, wording);
  return [[wording.t('reports.comment'), writeLong(blue_comment, rest)]];
}

/** Time of detection, and a line for each fact; null when there is neither. */
function writeSeen(report: Report, run: Run): Html | null {
  const { wording } = report;
  return joinParts(
    writeLine(report, listBlue(run, wording)),
    run.facts.length === 0
      ? null
      : html`<ul class="facts">${run.facts.map((fact) => writeFact(report, run, fact))}</ul>`,
  );
}

/** A fact, and what documents it. */
export function writeFact(
  report: Report,
  { executed_at }: Run,
  fact: Run['facts'][number],
  documents: Content = null,
): Html {
  const { wording } = report;
  const delay = describeDelay(executed_at, fact.at, wording);
  const said: Content[] = [
    fact.tool !== null && writeName(fact.tool.name),
    ...listLines(describeRule(fact, wording)).map((line) => writeWords(report, line)),
    ...describeFact(fact, wording),
    fact.at !== null && [wording.time(fact.at), delay !== null && html` <b>${delay}</b>`],
    fact.analyst !== null && html`<span class="quiet">${writeName(fact.analyst.display_name)}</span>`,
  ].filter((part) => part !== false);
  return html`<li><span class="kind">${wording.t(`names.fact_kind.${fact.kind}`)}</span> ${writeResult(fact.result, wording)} <span>${said.map(
    (part, index) => [index > 0 && ' · ', part],
  )}${fact.note !== null && html`<span class="kept note" dir="auto">${fact.note}</span>`}${documents}</span></li>`;
}

function joinLines(lines: readonly Content[]): Html {
  const known = lines.filter((line) => line !== null && line !== false);
  return html`${known.map((line, index) => [index > 0 && html`<br>`, line])}`;
}

/** Pictures to show, and the list of all other files. */
function partEvidence(
  report: Report,
  evidence: readonly ReportEvidence[],
): { pictures: ReportEvidence[]; files: Html | null } {
  const showsPictures = report.model.report.options.evidence !== 'list';
  const isShown = ({ mime_type }: ReportEvidence) => showsPictures && isPictureType(mime_type);
  const files = evidence.filter((file) => !isShown(file));
  return {
    pictures: evidence.filter(isShown),
    files:
      files.length === 0
        ? null
        : html`<ul class="files">${files.map((file) => writeFile(report, file))}</ul>`,
  };
}

function writeFile(report: Report, file: ReportEvidence): Html {
  const { wording } = report;
  const { file_name, size, caption, content, content_left_out } = file;
  return html`<li>${writeName(file_name)}, ${wording.size(size)}${
    caption !== null && html`<span class="kept" dir="auto"> ${caption}</span>`
  }${writeDigest(report, file)}${content !== null && writeCode(content, describeRest(content_left_out, wording))}</li>`;
}

/** Digest of a file, if no appendix lists all of them. */
function writeDigest({ model }: Report, { sha256 }: ReportEvidence): Html | null {
  if (model.sections.some(({ parts }) => parts.includes('evidence'))) return null;
  return html` <span class="quiet">SHA-256 <code class="digest">${sha256}</code></span>`;
}

/** Caption of a picture, or its replacement if it can't be shown. */
export function writeCaption(report: Report, file: ReportEvidence): Html {
  const { file_name, size, caption } = file;
  return html`<figcaption>${caption !== null && html`<span class="kept" dir="auto">${caption}</span> `}<span class="quiet">${writeName(file_name)}, ${report.wording.size(size)}</span>${writeDigest(report, file)}</figcaption>`;
}

/** A text, and a note on its omitted rest. */
function writeLong(text: string | null, rest: string | null): Html | null {
  if ((text === null || text.trim() === '') && rest === null) return null;
  return html`${text !== null && writeProse(text)}${writeNote(rest)}`;
}

/** A command or an output, and a note on its omitted rest. */
function writeCommand(text: string | null, rest: string | null): Html | null {
  if (text === null || text === '') return writeNote(rest);
  return writeCode(text, rest);
}

import { wasRun } from '../../../../domain/missions.ts';
import {
  describeClosing,
  describeFact,
  describeRest,
  describeRule,
  listBlue,
  listPlanned,
  listRed,
  pickTechniques,
  type Run,
} from '../../content/tests.ts';
import type { ReportEvidence, ReportTest } from '../../model.ts';
import { writeName, writeOutcome, writeResult, writeTechniques, writeVerdict } from '../marks.ts';
import { type Content, type Html, html } from '../markup.ts';
import { isPictureType } from '../pictures.ts';
import { writeCode, writeNote, writeProse, writeTable } from '../prose.ts';
import { type Report, writeFieldsOf, writeWords } from '../report.ts';
import { writeMoment } from './tests.ts';

/** A test up to its first picture; the pictures of each run follow it. */
export function* writeTest(report: Report, test: ReportTest): Generator<Html | ReportEvidence> {
  const { wording } = report;
  const { t } = wording;
  const { side } = report.model.report.options;
  yield html`<article class="test" id="test-${test.number}"><h4><span class="test-number">${test.number}</span> ${writeName(test.name)}</h4>
<p class="marks">${writeOutcome(test, report)}${writeVerdict(test.expectation_met, wording)}${
    wasRun(test.status) &&
    side !== 'red' &&
    html`<span class="quiet">${t(`names.test_status.${test.status}`)}</span>`
  }${writeTechniques(pickTechniques(test))}${
    test.tactics.length > 0 &&
    html`<span class="quiet">${test.tactics.map(({ name }) => name).join(', ')}</span>`
  }</p>${test.description !== null && writeProse(test.description)}${writeLong(t('reports.objective'), test.objective)}${writeLong(t('reports.procedure'), test.procedure)}${
    test.suggested_command !== test.command &&
    writeCommand(t('reports.suggested_command'), test.suggested_command)
  }${writeCommand(t('reports.cleanup'), test.cleanup_command)}${writeLong(t('reports.expected_detection'), test.expected_detection)}${writeFieldsOf(report, listPlanned(test, wording))}`;
  yield* writeRun(report, test);
  for (const run of [...test.closed_runs].reverse()) {
    yield html`<p class="run">${writeWords(report, describeClosing(run, report.wording))} ${writeOutcome(run, report)}</p>`;
    yield* writeRun(report, run);
  }
  yield html`</article>`;
}

function* writeRun(report: Report, run: Run): Generator<Html | ReportEvidence> {
  const red = writeRed(report, run);
  const blue = writeBlue(report, run);
  for (const [side, record] of [
    ['red', red],
    ['blue', blue],
  ] as const) {
    const evidence = run.evidence.filter((file) => file.side === side);
    if (record.text === '' && evidence.length === 0) continue;
    yield html`<div class="side ${side}"><p class="side-name">${report.wording.t(`reports.side.${side}`)}</p>${record}`;
    yield* writeEvidence(report, evidence);
    yield html`</div>`;
  }
}

function writeRed(report: Report, run: Run): Html {
  const { wording } = report;
  const { t } = wording;
  const { left_out } = run;
  return html`${writeFieldsOf(report, listRed(run, wording))}${writeCommand(
    t('reports.command'),
    run.command,
    describeRest(left_out.command, wording),
  )}${writeCommand(t('reports.output'), run.output, describeRest(left_out.output, wording))}${writeLong(
    t('reports.comment'),
    run.red_comment,
    describeRest(left_out.red_comment, wording),
  )}`;
}

function writeBlue(report: Report, run: Run): Html {
  const { wording } = report;
  const { t } = wording;
  return html`${writeFieldsOf(report, listBlue(run, wording))}${run.facts.length > 0 && writeFacts(report, run)}${writeLong(
    t('reports.comment'),
    run.blue_comment,
    describeRest(run.left_out.blue_comment, wording),
  )}`;
}

function writeFacts(report: Report, { facts, executed_at }: Run): Html {
  const { wording } = report;
  const { t } = wording;
  return writeTable(
    [
      { name: t('reports.what'), kind: 'word' },
      { name: t('reports.seen'), kind: 'word' },
      { name: t('reports.time'), kind: 'narrow' },
      t('reports.tool'),
      t('reports.rule_and_alert'),
      { name: t('reports.says'), kind: 'wide' },
    ],
    facts.map((fact) => [
      t(`names.fact_kind.${fact.kind}`),
      writeResult(fact.result, wording),
      writeMoment(report, fact.at, executed_at),
      fact.tool !== null && writeName(fact.tool.name),
      writeWords(report, describeRule(fact, wording)),
      joinLines([
        ...describeFact(fact, wording),
        fact.note !== null && html`<span class="kept" dir="auto">${fact.note}</span>`,
        fact.analyst !== null && html`<span class="quiet">${writeName(fact.analyst.display_name)}</span>`,
      ]),
    ]),
    { caption: t('reports.what_was_seen'), isSmall: true },
  );
}

function joinLines(lines: readonly Content[]): Html {
  const known = lines.filter((line) => line !== null && line !== false);
  return html`${known.map((line, index) => [index > 0 && html`<br>`, line])}`;
}

function* writeEvidence(report: Report, files: readonly ReportEvidence[]): Generator<Html | ReportEvidence> {
  const { options } = report.model.report;
  const listed: Html[] = [];
  for (const file of files) {
    if (options.evidence !== 'list' && isPictureType(file.mime_type)) yield file;
    else listed.push(writeFile(report, file));
  }
  if (listed.length > 0)
    yield html`<p class="label">${report.wording.t('reports.evidence')}</p><ul class="files">${listed}</ul>`;
}

function writeFile(
  { wording }: Report,
  { file_name, size, sha256, caption, content, content_left_out }: ReportEvidence,
): Html {
  return html`<li>${writeName(file_name)}, ${wording.size(size)}${
    caption !== null && html`<span class="kept" dir="auto"> ${caption}</span>`
  }<br><code class="digest">${sha256}</code>${
    content !== null && writeCode(content, describeRest(content_left_out, wording))
  }</li>`;
}

/** Caption of a picture, or its replacement where it cannot be shown. */
export function writeCaption(
  { wording }: Report,
  { file_name, size, sha256, caption }: ReportEvidence,
): Html {
  return html`<figcaption>${caption !== null && html`<span class="kept" dir="auto">${caption}</span> `}<span class="quiet">${writeName(file_name)}, ${wording.size(size)}, SHA-256 <code class="digest">${sha256}</code></span></figcaption>`;
}

/** A text under its label, and what is said of the rest that is not here. */
function writeLong(label: string, text: string | null, rest: string | null = null): Html | null {
  if ((text === null || text.trim() === '') && rest === null) return null;
  return html`<p class="label">${label}</p>${text !== null && writeProse(text)}${writeNote(rest)}`;
}

/** A command or an output under its label, likewise. */
function writeCommand(label: string, text: string | null, rest: string | null = null): Html | null {
  if ((text === null || text === '') && rest === null) return null;
  return html`<p class="label">${label}</p>${text === null || text === '' ? writeNote(rest) : writeCode(text, rest)}`;
}

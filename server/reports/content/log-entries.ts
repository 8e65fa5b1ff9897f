import type { Wording } from '../dates.ts';
import type { ReportEvidence, ReportTest } from '../model.ts';
import type { Source } from './source.ts';
import { inOrderOfExecution, listCausesOf, listTechniques } from './tests.ts';
import type { Field, Words } from './words.ts';

type Fact = ReportTest['facts'][number];
type LoggedTest = {
  test: ReportTest;
  facts: { fact: Fact; files: ReportEvidence[] }[];
  fields: Field[];
};

/** Executed tests in order of execution, each with its facts in order of time, their files, and the root causes of what was not detected. */
export function listLoggedTests(source: Source): LoggedTest[] {
  const { t, time } = source.wording;
  return inOrderOfExecution(source.tests).map((test) => {
    const files = new Map(test.evidence.map((file) => [file.id, file]));
    return {
      test,
      facts: test.facts.toSorted(byTime).map((fact) => ({
        fact,
        files: fact.evidence_ids.flatMap((id) => files.get(id) ?? []),
      })),
      fields: [
        [t('reports.techniques'), listTechniques(test)],
        [t('reports.executed'), test.executed_at && time(test.executed_at)],
        [t('reports.target'), test.target_host === null ? null : { name: test.target_host }],
        [t('reports.root_cause'), describeCauses(source, test)],
      ],
    };
  });
}

/** Facts without a time come last. */
function byTime(one: Fact, other: Fact): number {
  if (one.at === null || other.at === null) return Number(one.at === null) - Number(other.at === null);
  return Date.parse(one.at) - Date.parse(other.at);
}

/** Root causes of a test that was not alerted; of a missed one also that none is recorded. */
function describeCauses(source: Source, test: ReportTest): Words {
  if (test.class !== 'not_detected' && test.class !== 'logged') return null;
  const causes = listCausesOf(source, test);
  if (causes.length > 0) return { prose: causes.map(({ text }) => text).join('\n\n') };
  return test.class === 'not_detected' ? source.wording.t('reports.not_named') : null;
}

/** A file as a log entry. */
export function nameLogFile({ file_name, sha256 }: ReportEvidence, { tell }: Wording): Words {
  return tell('report_parts.log_file', { file: { name: file_name }, sha256: { code: sha256 } });
}

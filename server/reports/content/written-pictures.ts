import { isPictureType } from '../../../domain/written-pictures.ts';
import type { ReportEvidence, ReportModel } from '../model.ts';

/**
 * Takes a model, returns the pictures that its texts may show by their digests: evidence that the report contains, of the latest run
 * first; none in a report that only lists files.
 */
export function listWrittenPictures({ report, scenarios }: ReportModel): Map<string, ReportEvidence> {
  if (report.options.evidence === 'list') return new Map();
  const files = scenarios.flatMap(({ tests }) =>
    tests.flatMap((test) => [test, ...test.closed_runs].flatMap(({ evidence }) => evidence)),
  );
  const pictures = new Map<string, ReportEvidence>();
  for (const file of files) {
    if (isPictureType(file.mime_type) && !pictures.has(file.sha256)) pictures.set(file.sha256, file);
  }
  return pictures;
}

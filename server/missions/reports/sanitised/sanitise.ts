import type { PhrasingContent, RootContent } from 'mdast';
import { parseMarkdown, textOf, toPhrases } from '../../../../domain/markdown.ts';
import { textFields } from '../../../../domain/test-record.ts';
import { findsBeginnings, findsWords, type Withholding } from '../../../../domain/withheld.ts';
import { dropPictures } from '../../../../domain/written-pictures.ts';
import type { ReportEvidence, ReportModel, ReportTest } from '../../../reports/model.ts';
import { mapTexts } from './texts.ts';

/**
 * Takes the model of a report and what to withhold, returns the model without it: words and whole fields are replaced in every
 * text, also where a name stands again, and evidence and the logo are left out, except for released files.
 */
export function sanitise(
  model: ReportModel,
  { withheld_words, withheld_fields, released_files }: Withholding,
  placeholder: string,
): ReportModel {
  const { places, values } = listWhole(model, withheld_fields);
  const found = findsWords(withheld_words);
  const holds = (text: string) => {
    if (found === null) return false;
    found.lastIndex = 0;
    return found.test(text);
  };
  const shownDigests = listDigests(model, released_files);
  const withhold = (text: string): string => {
    if (found === null) return text;
    const rest = text.normalize('NFC').replace(found, placeholder);
    return hasReference.test(rest) && holds(readPlain(rest)) ? placeholder : rest;
  };
  const shown = mapTexts(
    leaveOutFiles(endWhole(model, findsBeginnings(withheld_words)), released_files),
    (text, { place }) =>
      places.has(place) || values.has(text)
        ? placeholder
        : withhold(dropPictures(text, (sha256) => shownDigests.has(sha256))),
  );
  return { ...shown, brand: { ...shown.brand, logo: null } };
}

/** Where whole fields stand, and their texts, because a name may stand again without its object. */
function listWhole(model: ReportModel, fields: readonly string[]) {
  const places = new Set(fields);
  const values = new Set<string>();
  if (places.size === 0) return { places, values };
  mapTexts(model, (text, { place }) => {
    if (places.has(place)) values.add(text);
    return text;
  });
  return { places, values };
}

/** A letter of HTML by its name or number, which Markdown shows as that letter. */
const hasReference = /&#?\w+;/;

/** A text as a reader of its Markdown sees it. */
function readPlain(text: string): string {
  const read = (node: PhrasingContent | RootContent): string =>
    'children' in node
      ? toPhrases(node as RootContent)
          .map(read)
          .join('')
      : textOf(node);
  return parseMarkdown(text).map(read).join('\n').normalize('NFC');
}

type Run = Pick<ReportTest, (typeof textFields)[number] | 'left_out' | 'evidence'>;

/** Takes the beginning of a word away from texts that were cut off within it. */
function endWhole(model: ReportModel, cut: RegExp | null): ReportModel {
  if (cut === null) return model;
  const end = <Text extends string | null>(text: Text) => text?.normalize('NFC').replace(cut, '');
  const endRun = <Of extends Run>(run: Of): Of => ({
    ...run,
    ...Object.fromEntries(
      textFields.map((field) => [field, run.left_out[field] ? end(run[field]) : run[field]]),
    ),
    evidence: run.evidence.map((file) =>
      file.content_left_out ? { ...file, content: end(file.content) } : file,
    ),
  });
  return mapRuns(model, endRun);
}

/** Digests of released evidence. */
function listDigests({ scenarios }: ReportModel, released: readonly string[]): Set<string> {
  const files = scenarios.flatMap(({ tests }) =>
    tests.flatMap((test) => [test, ...test.closed_runs].flatMap(({ evidence }) => evidence)),
  );
  return new Set(files.filter(({ id }) => released.includes(id)).map(({ sha256 }) => sha256));
}

function leaveOutFiles(model: ReportModel, released: readonly string[]): ReportModel {
  const isShown = ({ id }: Pick<ReportEvidence, 'id'>) => released.includes(id);
  const leave = <Of extends Pick<ReportTest, 'evidence' | 'facts'>>(run: Of): Of => ({
    ...run,
    evidence: run.evidence.filter(isShown),
    facts: run.facts.map((fact) => ({
      ...fact,
      evidence_ids: fact.evidence_ids.filter((id) => released.includes(id)),
    })),
  });
  const { findings } = model;
  return {
    ...mapRuns(model, leave),
    ...(findings && {
      findings: findings.map((finding) => ({ ...finding, evidence: finding.evidence.filter(isShown) })),
    }),
  };
}

function mapRuns(
  model: ReportModel,
  map: <Of extends Run & Pick<ReportTest, 'facts'>>(run: Of) => Of,
): ReportModel {
  return {
    ...model,
    scenarios: model.scenarios.map((scenario) => ({
      ...scenario,
      tests: scenario.tests.map((test) => ({
        ...map(test),
        closed_runs: test.closed_runs.map((run) => map(run)),
      })),
    })),
  };
}

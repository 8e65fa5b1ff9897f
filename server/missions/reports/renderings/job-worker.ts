import { flushCompileCache } from 'node:module';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';
import { largestRendering, largestShownFile } from '../../../../domain/limits.ts';
import { openBlobStore } from '../../../blobs/place.ts';
import { stageAt } from '../../../blobs/staging-folder.ts';
import type { BlobKey, StagedBlob } from '../../../blobs/store.ts';
import type { Db } from '../../../database/database.ts';
import { openInUse } from '../../../database/in-use.ts';
import { DomainError } from '../../../errors.ts';
import { readTemplateOf } from '../../../report-templates/service.ts';
import type { ReportEvidence, ReportModel } from '../../../reports/model.ts';
import type { Renderer } from '../../../reports/renderer.ts';
import { renderers } from '../../../reports/renderers.ts';
import { buildReportModel } from '../build.ts';
import { toPresentModel } from '../model/older.ts';
import { ScaledPictures } from '../previews/scaled-pictures.ts';
import type { Rendered, RenderTask, ThreadMessage } from './job.ts';

const { task } = workerData as { task: RenderTask };
const port = parentPort!;
const evidence = openBlobStore(task.evidence);
const scaled = new ScaledPictures(
  task.previewKey && {
    store: evidence,
    key: task.previewKey,
    onMade: (preview) => say({ preview }),
  },
);

/** Often enough for a progress bar. */
const reportEveryMilliseconds = 100;
let reported = Number.NEGATIVE_INFINITY;
/** Estimated share of the model in the whole work. */
const shareOfModel = 0.2;

function say(message: ThreadMessage): void {
  port.postMessage(message);
}

function tell(share: number): void {
  const now = performance.now();
  if (now - reported < reportEveryMilliseconds) return;
  reported = now;
  say({ progress: Math.min(1, Math.max(0, share)) });
}

/** Input of renderers: the model, and a custom template if requested. */
type Read = { model: ReportModel; template: Buffer | null };

async function read(): Promise<Read> {
  const { from } = task;
  const given = task.template === null ? null : Buffer.from(task.template);
  if ('model' in from) {
    const opened = await openBlobStore(from.reports).open(from.model);
    if (opened === null) {
      throw new DomainError('evidence_corrupt', 'The model of the report is missing or damaged');
    }
    try {
      const model = await toPresentModel(JSON.parse(await text(opened.stream())));
      return { model, template: given };
    } finally {
      await opened.close();
    }
  }
  const database = await openInUse(from.database, { readonly: true });
  try {
    const openText = openEvidenceOf(from.report.missionId);
    const model = await buildReportModel(database.db, { ...from.report, openText });
    return { model, template: given ?? (await readChosen(database.db, from.template)) };
  } finally {
    await database.close();
  }
}

async function readChosen(db: Db, chosen: { id: string; sha256: string } | null): Promise<Buffer | null> {
  if (chosen === null || !task.files.some(({ format }) => format === 'docx')) return null;
  const template = await readTemplateOf(db, chosen);
  if (template !== null) return template;
  throw new DomainError('rendering_failed', 'The template was changed or deleted in the meantime: try again');
}

/** The file of a record in the model of a mission. */
function findFile(missionId: string, { id, test_id, sha256 }: ReportEvidence): BlobKey {
  return { folder: task.from.folders[id] ?? `${missionId}/${test_id}`, sha256 };
}

/** Opens the evidence of a mission by its record in the model. */
function openEvidenceOf(missionId: string): Open {
  return async (file) => evidence.read(findFile(missionId, file), largestShownFile);
}

type Open = (file: ReportEvidence) => Promise<Buffer | null>;

/** Enough for every thread that scales them. */
const openedAhead = 3;

/** Opens the next pictures while one is written, because other processors scale them. */
function openAhead({ scenarios }: ReportModel, open: Open): Open {
  const pictures = scenarios
    .flatMap(({ tests }) => tests)
    .flatMap((test) => [test, ...test.closed_runs].flatMap(({ evidence }) => evidence))
    .filter(({ mime_type }) => mime_type.startsWith('image/'));
  const places = new Map(pictures.map(({ id }, index) => [id, index]));
  const opened = new Map<string, Promise<Buffer | null>>();
  return (file) => {
    const place = places.get(file.id) ?? pictures.length;
    const wanted = new Set<string>();
    for (const next of pictures.slice(place, place + openedAhead)) {
      wanted.add(next.id);
      if (opened.has(next.id)) continue;
      const bytes = open(next);
      // A failure is that of the picture when it is asked for.
      bytes.catch(() => {});
      opened.set(next.id, bytes);
    }
    const bytes = opened.get(file.id) ?? open(file);
    wanted.delete(file.id);
    for (const id of opened.keys()) if (!wanted.has(id)) opened.delete(id);
    return bytes;
  };
}

async function renderFile(
  { model, template }: Read,
  renderer: Renderer,
  place: string,
  progress: (share: number) => void,
): Promise<StagedBlob> {
  const writer = await stageAt(place, largestRendering);
  const open = openEvidenceOf(model.mission.id);
  const openScaled: Open = async (file) => {
    const bytes = await open(file);
    return bytes && scaled.scale(bytes, findFile(model.mission.id, file));
  };
  try {
    await renderer(model, {
      openPicture: openAhead(model, openScaled),
      openWritten: openScaled,
      template,
      // The writer takes over its memory.
      write: (chunk) => writer.write(Buffer.from(chunk as Uint8Array)),
      progress,
    });
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function work(): Promise<Rendered> {
  const found = await read();
  tell(shareOfModel);
  const files: StagedBlob[] = [];
  for (const [index, { format, place }] of task.files.entries()) {
    const renderer = await renderers[format]();
    const rest = (1 - shareOfModel) / task.files.length;
    const begun = shareOfModel + rest * index;
    files.push(await renderFile(found, renderer, place, (share) => tell(begun + rest * share)));
  }
  return { files, history: found.model.history };
}

async function answer(): Promise<ThreadMessage> {
  try {
    return { rendered: await work() };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message } = error;
    if (code !== 'too_large') return { refusal: { code, message } };
    const most = `${largestRendering / 1024 / 1024} MiB`;
    return {
      refusal: {
        code: 'rendering_failed',
        message: `It is larger than ${most}: leave out pictures or texts`,
      },
    };
  }
}

const message = await answer();
// The thread is ended as soon as it has answered.
flushCompileCache();
say(message);

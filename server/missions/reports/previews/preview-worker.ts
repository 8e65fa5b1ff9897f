import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { largestShownFile } from '../../../../domain/limits.ts';
import { openBlobStore } from '../../../blobs/place.ts';
import { measurePicture } from '../../../reports/content/pictures.ts';
import { mayShrink, shrinkPictureHere } from '../../../reports/shrink-picture.ts';
import { findPreview, type PreviewPlace, tellPreview } from './scaled-pictures.ts';
import type { PreviewMessage, PreviewTask } from './service.ts';

/** Larger pictures are scaled when a report shows them, because decoding one takes a lot of memory. */
const mostPixels = 12_500_000;

const { task } = workerData as { task: PreviewTask };
const say = (message: PreviewMessage) => parentPort?.postMessage(message);
const store = openBlobStore(task.place);
const place: PreviewPlace = { store, key: task.key, onMade: (preview) => say({ preview }) };

for (const of of task.pictures) {
  const bytes = await store.read(of, largestShownFile);
  if (bytes === null || !mayShrink(bytes) || (await findPreview(place, of)) !== null) continue;
  const { width, height } = measurePicture(bytes) ?? { width: 0, height: 0 };
  if (width * height > mostPixels) continue;
  tellPreview(place, of, { bytes, scaled: await shrinkPictureHere(bytes) });
}
// The thread is ended as soon as it has answered.
flushCompileCache();
say({ done: true });

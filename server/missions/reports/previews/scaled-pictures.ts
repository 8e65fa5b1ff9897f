import type { BlobKey, BlobStore } from '../../../blobs/store.ts';
import { measurePicture } from '../../../reports/content/pictures.ts';
import { mayShrink, shrinkPicture } from '../../../reports/shrink-picture.ts';
import { largestPreview, openPreview, sealPreview } from './seal.ts';

/** A sealed preview of a picture, on its way from a thread to the register. */
export type MadePreview = { of: BlobKey; sealed: Uint8Array };

/** Where previews are found, and what is done with new ones. */
export type PreviewPlace = { store: BlobStore; key: Uint8Array; onMade: (made: MadePreview) => void };

/** Scaled at the same time; a larger picture is scaled alone. */
const pixelsAtOnce = 25_000_000;

/** Pictures as a page shows them: by the preview that is kept beside each, or else scaled now. */
export class ScaledPictures {
  readonly #place: PreviewPlace | null;
  readonly #waiting: (() => void)[] = [];
  #pixels = 0;

  /** Without a place, each is scaled. */
  constructor(place: PreviewPlace | null) {
    this.#place = place;
  }

  /** Takes the bytes of a stored picture, returns it as a page shows it; the same bytes for one that is shown as it is. */
  async scale(bytes: Buffer, of: BlobKey): Promise<Buffer> {
    if (!mayShrink(bytes)) return bytes;
    const known = await findPreview(this.#place, of);
    if (known !== null) return known.length === 0 ? bytes : known;
    const scaled = await this.#inTurn(bytes, () => shrinkPicture(bytes));
    tellPreview(this.#place, of, { bytes, scaled });
    return scaled;
  }

  async #inTurn(bytes: Buffer, scale: () => Promise<Buffer>): Promise<Buffer> {
    const { width, height } = measurePicture(bytes) ?? { width: 0, height: 0 };
    const pixels = width * height;
    while (this.#pixels > 0 && this.#pixels + pixels > pixelsAtOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#pixels += pixels;
    try {
      return await scale();
    } finally {
      this.#pixels -= pixels;
      for (const go of this.#waiting.splice(0)) go();
    }
  }
}

/** The intact preview of a picture, empty for one that is shown as it is; null without any. */
export async function findPreview(place: PreviewPlace | null, of: BlobKey): Promise<Buffer | null> {
  if (place === null) return null;
  // A picture can be scaled anew, whatever the store says.
  const sealed = await place.store.readPreview(of, largestPreview).catch(() => null);
  return sealed && openPreview(place.key, of.sha256, sealed);
}

/** Hands a new preview over; an empty one for a picture that is shown as it is. */
export function tellPreview(
  place: PreviewPlace | null,
  of: BlobKey,
  { bytes, scaled }: { bytes: Buffer; scaled: Buffer },
): void {
  if (place === null) return;
  place.onMade({
    of,
    sealed: sealPreview(place.key, of.sha256, scaled === bytes ? Buffer.alloc(0) : scaled),
  });
}

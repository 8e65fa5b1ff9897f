import { type QueryClient, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { type EvidenceFile, evidenceBytes, printedPictureKey } from '../../api/missions/evidence.ts';
import { t } from '../../words.ts';
import { choosePreview } from './preview-kinds.ts';
import { thumbnailLimit } from './thumbnail.tsx';

/** In pixels, on the longer side: enough for print resolution. */
const longestSide = 1600;
/** Pictures that unpack to more are not drawn. */
const mostPixels = 60_000_000;

/** Pictures by file id, drawn in advance because printing waits for nothing. */
export type Pictures = ReadonlyMap<string, HTMLImageElement>;

const isPrinted = (file: EvidenceFile) => choosePreview(file) === 'image' && file.size <= thumbnailLimit;

const printedPicture = (queryClient: QueryClient, file: EvidenceFile) =>
  queryOptions({
    queryKey: printedPictureKey(file),
    queryFn: async () => drawPicture(await queryClient.fetchQuery(evidenceBytes(file)), file.mime_type),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

/** Pictures among these files that are already loaded. */
export function usePrintedPictures(files: readonly EvidenceFile[]): Pictures {
  const queryClient = useQueryClient();
  const wanted = files.filter(isPrinted);
  const drawn = useQueries({ queries: wanted.map((file) => printedPicture(queryClient, file)) });
  return new Map(
    wanted.flatMap((file, index) => {
      const image = drawn[index]?.data;
      return image === undefined ? [] : [[file.id, image]];
    }),
  );
}

/** Reads displayable pictures, one after the other. */
export async function readPictures(
  queryClient: QueryClient,
  files: readonly EvidenceFile[],
): Promise<Pictures> {
  const pictures = new Map<string, HTMLImageElement>();
  for (const file of files.filter(isPrinted)) {
    const image = await queryClient.fetchQuery(printedPicture(queryClient, file)).catch(() => null);
    if (image !== null) pictures.set(file.id, image);
  }
  return pictures;
}

async function drawPicture(bytes: Blob, type: string): Promise<HTMLImageElement> {
  const image = await loadImage(new Blob([bytes], { type }));
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height > mostPixels) throw new Error(t('shared.picture_too_large'));
  const scale = longestSide / Math.max(width, height);
  if (scale >= 1) return image;
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const context = canvas.getContext('2d');
  if (context === null) return image;
  // Transparent areas would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return loadImage(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 }));
}

async function loadImage(blob: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

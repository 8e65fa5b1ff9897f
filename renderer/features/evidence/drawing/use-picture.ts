import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type EvidenceFile, evidenceBytes } from '../../../api/missions/evidence.ts';
import { t } from '../../../words.ts';

export type Picture = { bitmap: ImageBitmap | null; problem: string | null };

/** The decoded picture of a file; released when it is no longer shown. */
export function usePicture(record: EvidenceFile): Picture {
  const bytes = useQuery(evidenceBytes(record));
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (bytes.data === undefined) return;
    let made: ImageBitmap | null = null;
    let isLeft = false;
    createImageBitmap(bytes.data).then(
      (decoded) => {
        if (isLeft) return decoded.close();
        made = decoded;
        setBitmap(decoded);
      },
      () => setBroken(true),
    );
    return () => {
      isLeft = true;
      made?.close();
      setBitmap(null);
    };
  }, [bytes.data]);
  return {
    bitmap,
    problem: bytes.error?.message ?? (isBroken ? t('evidence.draw.broken_picture') : null),
  };
}

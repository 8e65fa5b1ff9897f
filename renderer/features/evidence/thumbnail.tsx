import { IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type EvidenceFile, evidenceBytes } from '../../api/missions/evidence.ts';
import { useObjectUrl } from '../../ui/text/use-object-url.ts';
import { choosePreview } from './preview-kinds.ts';

/** Larger pictures are fetched only when opened. */
export const thumbnailLimit = 5 * 1024 * 1024;

/** A thumbnail of a picture, or a file icon. */
export function Thumbnail({ record }: { record: EvidenceFile }) {
  const wanted = choosePreview(record) === 'image' && record.size <= thumbnailLimit;
  const bytes = useQuery({ ...evidenceBytes(record), enabled: wanted });
  const url = useObjectUrl(bytes.data, record.mime_type);
  const [broken, setBroken] = useState(false);
  if (url === null || broken) return <IconFile size={18} stroke={1.4} aria-hidden />;
  return <img src={url} alt="" onError={() => setBroken(true)} />;
}

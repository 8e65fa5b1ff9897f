import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { largestShownFile } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { evidenceBytes, writtenPicture } from '../../api/missions/evidence.ts';
import { t } from '../../words.ts';
import { PicturesOf } from './pictures-of.ts';
import { useObjectUrl } from './use-object-url.ts';
import styles from './written.module.css';

type Props = { sha256: string; alt: string };

/** A picture of the mission's evidence in a text; its words if this person does not see that. */
export function ShownPicture({ sha256, alt }: Props) {
  const missionId = useContext(PicturesOf);
  if (missionId === null || sha256 === '') return <NotShown alt={alt} />;
  return <Found missionId={missionId} sha256={sha256} alt={alt} />;
}

function Found({ missionId, sha256, alt }: Props & { missionId: string }) {
  const found = useQuery(writtenPicture(missionId, sha256));
  if (found.isPending) return <Waiting alt={alt} />;
  const record = found.data ?? null;
  if (record === null || record.size > largestShownFile) return <NotShown alt={alt} />;
  return <Picture key={record.id} record={record} alt={alt} />;
}

function Picture({ record, alt }: { record: EvidenceRecord; alt: string }) {
  const bytes = useQuery(evidenceBytes(record));
  const url = useObjectUrl(bytes.data, record.mime_type);
  const [broken, setBroken] = useState(false);
  if (broken || bytes.isError) return <NotShown alt={alt} />;
  if (url === null) return <Waiting alt={alt} />;
  const said = toVisibleText(alt || (record.caption ?? record.file_name));
  return <img className={styles.picture} src={url} alt={said} title={said} onError={() => setBroken(true)} />;
}

function Waiting({ alt }: { alt: string }) {
  return <span className={styles.waiting}>{toVisibleText(alt)}</span>;
}

function NotShown({ alt }: { alt: string }) {
  const why = t('writing.picture_not_shown');
  return (
    <span className={styles.waiting}>
      <IconPhotoOff size={15} stroke={1.5} role="img" aria-label={why} title={why} /> {toVisibleText(alt)}
    </span>
  );
}

import { toVisibleText } from '../../../domain/visible-text.ts';
import type { EvidenceFile } from '../../api/missions/evidence.ts';
import { type SheetColumn, SheetTable } from '../../ui/print/sheet-parts.tsx';
import { formatFileSize } from '../../ui/text/file-size.ts';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import styles from './evidence-sheet.module.css';
import type { Pictures } from './printed-pictures.ts';

const columns = (): readonly SheetColumn<EvidenceFile>[] => [
  { head: t('shared.evidence'), cell: ({ file_name }) => file_name },
  { head: t('evidence.caption'), cell: ({ caption }) => caption ?? '' },
  { head: t('evidence.sheet.size'), width: '17mm', cell: ({ size }) => formatFileSize(size) },
  { head: t('evidence.sheet.digest'), width: '46mm', cell: ({ sha256 }) => sha256 },
  {
    head: t('evidence.sheet.added'),
    width: '32mm',
    cell: ({ uploaded_at }) => <Moment at={uploaded_at} bare />,
  },
];

/** Evidence on paper: pictures with their details below, other files with one line each. */
export function EvidenceSheet({ files, pictures }: { files: readonly EvidenceFile[]; pictures: Pictures }) {
  const others = files.filter(({ id }) => !pictures.has(id));
  return (
    <>
      {others.length === 0 ? null : <SheetTable columns={columns()} rows={others} />}
      {files.map((file) => {
        const image = pictures.get(file.id);
        return image === undefined ? null : <Figure key={file.id} file={file} image={image} />;
      })}
    </>
  );
}

function Figure({ file, image }: { file: EvidenceFile; image: HTMLImageElement }) {
  return (
    <figure className={styles.figure}>
      <div ref={(place) => place?.replaceChildren(image)} className={styles.picture} />
      <figcaption>
        {file.caption === null ? null : <div>{toVisibleText(file.caption)}</div>}
        <div className={styles.file}>
          {toVisibleText(file.file_name)}, {formatFileSize(file.size)}, <Moment at={file.uploaded_at} />
        </div>
        <div className={styles.file}>{t('evidence.digest.line', { digest: file.sha256 })}</div>
      </figcaption>
    </figure>
  );
}

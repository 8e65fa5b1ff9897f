import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { DamagedFile } from '../../../../server/backup/contract.ts';
import { rich } from '../../../rich.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './backup.module.css';

/** Missing or damaged stored files, each with the test or simulation where it can be replaced. */
export function DamagedFiles({ files, total }: { files: readonly DamagedFile[]; total: number }) {
  return (
    <>
      <ul className={styles.damaged} aria-label={t('administration.missing_or_damaged_files')}>
        {files.map((file) => (
          <li key={file.id}>{describeFile(file)}</li>
        ))}
      </ul>
      {total > files.length ? (
        <p className={styles.more}>{t('administration.and_total_more', { total: total - files.length })}</p>
      ) : null}
    </>
  );
}

function describeFile({ file_name, mission, test, engagement, simulation }: DamagedFile) {
  const name = <Name>{file_name ?? t('administration.output_of_a_c2_task')}</Name>;
  const [outer, inner] = mission !== null ? [mission, test] : [engagement, simulation];
  if (outer === null) return name;
  if (inner === null) {
    return rich('administration.file_of', {
      name,
      place: (
        <Anchor component={Link} to={`/missions/${outer.id}`} size="sm">
          <Name>{outer.name}</Name>
        </Anchor>
      ),
    });
  }
  const to =
    mission !== null
      ? `/missions/${outer.id}/tests/${inner.id}`
      : `/engagements/${outer.id}/simulations/${inner.id}`;
  return rich('administration.file_in', {
    name,
    place: (
      <Anchor component={Link} to={to} size="sm">
        <Name>{inner.name}</Name>
      </Anchor>
    ),
    whole: <Name>{outer.name}</Name>,
  });
}

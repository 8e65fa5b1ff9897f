import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { DamagedFile } from '../../../../server/backup/contract.ts';
import { Name } from '../../../ui/text/name.tsx';
import styles from './backup.module.css';

/** The stored files that are missing or damaged, each with the test or simulation where it can be replaced. */
export function DamagedFiles({ files, total }: { files: readonly DamagedFile[]; total: number }) {
  return (
    <>
      <ul className={styles.damaged} aria-label="Missing or damaged files">
        {files.map((file) => (
          <li key={file.id}>
            <Name>{file.file_name ?? 'Output of a C2 task'}</Name>
            {findPlace(file)}
          </li>
        ))}
      </ul>
      {total > files.length ? <p className={styles.more}>and {total - files.length} more</p> : null}
    </>
  );
}

function findPlace({ mission, test, engagement, simulation }: DamagedFile) {
  const [outer, inner] = mission !== null ? [mission, test] : [engagement, simulation];
  if (outer === null) return null;
  if (inner === null) {
    return (
      <>
        {' of '}
        <Anchor component={Link} to={`/missions/${outer.id}`} size="sm">
          <Name>{outer.name}</Name>
        </Anchor>
      </>
    );
  }
  const to =
    mission !== null
      ? `/missions/${outer.id}/tests/${inner.id}`
      : `/engagements/${outer.id}/simulations/${inner.id}`;
  return (
    <>
      {' in '}
      <Anchor component={Link} to={to} size="sm">
        <Name>{inner.name}</Name>
      </Anchor>
      {' of '}
      <Name>{outer.name}</Name>
    </>
  );
}

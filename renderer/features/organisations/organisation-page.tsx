import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { organisation as organisationQuery } from '../../api/organisations.ts';
import { isGone } from '../../api/problem.ts';
import { useMay } from '../../api/session.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { DeleteOrganisationDialog } from './delete-organisation-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { OrganisationDialog } from './organisation-dialog.tsx';
import { OrganisationView } from './organisation-view.tsx';

export function OrganisationPage() {
  const { organisationId = '' } = useParams();
  return <OneOrganisation key={organisationId} organisationId={organisationId} />;
}

function OneOrganisation({ organisationId }: { organisationId: string }) {
  const mayWrite = useMay('mission.update');
  const organisation = useQuery(organisationQuery(organisationId));
  const dialog = useDialog(['rename', 'merge'], { may: mayWrite });
  const [isDeleting, setDeleting] = useState(false);
  if (organisation.data === undefined || isGone(organisation.error)) {
    if (organisation.error === null) return <SkeletonRows />;
    return (
      <ProblemNote error={organisation.error} what="organisation" onRetry={() => organisation.refetch()} />
    );
  }
  const shown = organisation.data;
  return (
    <>
      <OrganisationView
        organisation={shown}
        actions={
          mayWrite
            ? {
                rename: () => dialog.open('rename'),
                merge: () => dialog.open('merge'),
                remove: () => setDeleting(true),
              }
            : null
        }
      />
      {dialog.name === 'rename' ? (
        <OrganisationDialog organisation={shown} onClose={dialog.close} onSaved={dialog.close} />
      ) : null}
      {dialog.name === 'merge' ? <MergeDialog organisation={shown} onClose={dialog.close} /> : null}
      {isDeleting ? (
        <DeleteOrganisationDialog
          organisation={shown}
          onMerge={() => {
            setDeleting(false);
            dialog.open('merge');
          }}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  );
}

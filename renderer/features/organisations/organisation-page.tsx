import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Tool } from '../../../server/organisations/contract.ts';
import { isGone } from '../../api/connection/problem.ts';
import { organisation as organisationQuery, toolsOf } from '../../api/organisations.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { t } from '../../words.ts';
import { BrandDialog } from './brand-dialog.tsx';
import { DeleteOrganisationDialog } from './delete-organisation-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { OrganisationDialog } from './organisation-dialog.tsx';
import { OrganisationView } from './organisation-view.tsx';
import { DeleteToolDialog } from './tools/delete-tool-dialog.tsx';
import { ToolDialog } from './tools/tool-dialog.tsx';

export function OrganisationPage() {
  const { organisationId = '' } = useParams();
  return <OneOrganisation key={organisationId} organisationId={organisationId} />;
}

function OneOrganisation({ organisationId }: { organisationId: string }) {
  const organisation = useQuery(organisationQuery(organisationId));
  const mayChange = organisation.data?.may_change ?? false;
  const tools = useQuery(toolsOf(organisationId));
  const dialog = useDialog(['rename', 'brand', 'merge', 'tool'], {
    may: mayChange,
    list: { items: tools.data, read: () => Promise.reject(new Error(t('organisations.tool_gone'))) },
  });
  const [deletedTool, setDeletedTool] = useState<Tool | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  if (organisation.data === undefined || isGone(organisation.error)) {
    if (organisation.error === null) return <SkeletonRows />;
    return (
      <ProblemNote
        error={organisation.error}
        what={t('organisations.organisation')}
        onRetry={() => organisation.refetch()}
      />
    );
  }
  const shown = organisation.data;
  return (
    <>
      <OrganisationView
        organisation={shown}
        actions={
          mayChange
            ? {
                rename: () => dialog.open('rename'),
                brand: () => dialog.open('brand'),
                merge: () => dialog.open('merge'),
                remove: () => setDeleting(true),
                tools: { edit: (tool) => dialog.open('tool', tool), remove: setDeletedTool },
              }
            : null
        }
      />
      {dialog.name === 'rename' ? (
        <OrganisationDialog organisation={shown} onClose={dialog.close} onSaved={dialog.close} />
      ) : null}
      {dialog.name === 'brand' ? <BrandDialog organisation={shown} onClose={dialog.close} /> : null}
      {dialog.name === 'merge' ? <MergeDialog organisation={shown} onClose={dialog.close} /> : null}
      {dialog.name === 'tool' && dialog.item !== null ? (
        <ToolDialog
          key={dialog.item.id}
          organisationId={organisationId}
          tool={dialog.item}
          onClose={dialog.close}
        />
      ) : null}
      {deletedTool === null ? null : (
        <DeleteToolDialog
          organisationId={organisationId}
          tool={deletedTool}
          onClose={() => setDeletedTool(null)}
        />
      )}
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

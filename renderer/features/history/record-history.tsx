import { Drawer, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import type { HistorySource } from '../../api/history.ts';
import { t } from '../../words.ts';
import { HistoryFilterBar } from './history-filters.tsx';
import { HistoryList, useHistory } from './history-list.tsx';
import { type Restoration, RestoreDialog, type Restorer } from './restore-dialog.tsx';
import { useHistoryFilters } from './use-history-filters.ts';
import { usePeople } from './use-people.ts';

/** The history of one test or simulation next to its page, with its own address; closing it leads to `to`. */
export function RecordHistory({
  title,
  to,
  source,
  of,
  levels,
  members,
  restorer,
}: {
  title: string;
  to: string;
  source: HistorySource;
  /** Part of the source, as a filter for the server. */
  of: Readonly<Record<string, string>>;
  levels: readonly DetectionLevel[];
  members?: readonly { id: string; display_name: string }[] | undefined;
  restorer: Restorer;
}) {
  const navigate = useNavigate();
  const filters = useHistoryFilters();
  const found = useHistory(source, { ...filters.filter, ...of });
  const people = usePeople(found.entries, members);
  const [restoration, setRestoration] = useState<Restoration | null>(null);
  return (
    <Drawer
      opened
      onClose={() => void navigate(to, { replace: true, preventScrollReset: true })}
      // A dialog above is closed first.
      closeOnEscape={restoration === null}
      position="right"
      size="min(760px, 100vw)"
      title={title}
      closeButtonProps={{ 'aria-label': t('shared.close') }}
    >
      <Stack gap="sm">
        <HistoryFilterBar filters={filters} people={people.choices} />
        <HistoryList
          source={source}
          found={found}
          known={{ levels, people: people.named }}
          restorer={restorer}
          onRestore={setRestoration}
          isFiltered={filters.active}
          onClear={filters.clear}
        />
      </Stack>
      {restoration !== null ? (
        <RestoreDialog restorer={restorer} restoration={restoration} onClose={() => setRestoration(null)} />
      ) : null}
    </Drawer>
  );
}

import { Button, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTargetArrow } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isArchived } from '../../../../domain/missions.ts';
import { type TlptList, tlptLists } from '../../../../domain/tlpt.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { useMay } from '../../../api/connection/session.ts';
import { changeList, changeTlpt, missionTlpt } from '../../../api/missions/tlpt.ts';
import { writeWithUndo } from '../../../ui/dialogs/undo.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PrintSheet } from '../../../ui/print/print-sheet.tsx';
import { t } from '../../../words.ts';
import { useMissionTab } from '../mission-tabs.ts';
import { Dates, DatesDialog } from './dates.tsx';
import { type Deadline, Deadlines } from './deadlines.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { listItems, nameItem, type TlptItem } from './item-fields.ts';
import { ItemList } from './item-list.tsx';
import { Notes, NotesDialog } from './notes.tsx';
import { Parties, PartiesDialog } from './parties.tsx';
import styles from './tlpt.module.css';
import { TlptSheet } from './tlpt-sheet.tsx';

/** A mission as a threat-led penetration test. */
export function TlptTab() {
  const { mission } = useMissionTab();
  const tlpt = useQuery(missionTlpt(mission.id));
  if (tlpt.data !== undefined) return <Record tlpt={tlpt.data} mission={mission} />;
  if (tlpt.error !== null) {
    return <ProblemNote error={tlpt.error} what={t('tlpt.record')} onRetry={() => tlpt.refetch()} />;
  }
  return (
    <div className={styles.layout} aria-busy="true" role="status" aria-label={t('tlpt.loading')}>
      <Skeleton height={220} />
      <Skeleton height={220} />
    </div>
  );
}

function Record({ tlpt, mission }: { tlpt: Tlpt; mission: Mission }) {
  const may = useMay('mission.update') && !isArchived(mission.status);
  const items = tlptLists.flatMap((list) => listItems(tlpt, list));
  const dialog = useDialog(
    [
      'tlpt-parties',
      'tlpt-dates',
      'tlpt-notes',
      'tlpt-item',
      'new-entities',
      'new-functions',
      'new-flags',
      'new-leg_ups',
      'new-deviations',
    ],
    {
      may,
      list: { items, read: () => Promise.reject(new Error(t('tlpt.gone'))) },
    },
  );
  const writes = useWrites(mission);
  const close = () => void dialog.close();
  const added = tlptLists.find((list) => dialog.name === `new-${list}`);
  const dialogs = (
    <>
      {dialog.name === 'tlpt-parties' ? <PartiesDialog tlpt={tlpt} onClose={close} /> : null}
      {dialog.name === 'tlpt-dates' ? <DatesDialog tlpt={tlpt} onClose={close} /> : null}
      {dialog.name === 'tlpt-notes' ? <NotesDialog tlpt={tlpt} onClose={close} /> : null}
      {added === undefined ? null : (
        <ItemDialog mission={mission} tlpt={tlpt} list={added} item={null} onClose={close} />
      )}
      {dialog.name !== 'tlpt-item' || dialog.item === null ? null : (
        <ItemDialog
          key={dialog.item.id}
          mission={mission}
          tlpt={tlpt}
          list={dialog.item.list}
          item={dialog.item.item}
          onClose={close}
        />
      )}
    </>
  );
  const openParties = may ? () => void dialog.open('tlpt-parties') : null;
  if (tlpt.updated_at === null) {
    return (
      <>
        <EmptyState
          icon={IconTargetArrow}
          title={t('tlpt.empty.title')}
          hint={may ? t('tlpt.empty.hint') : t('tlpt.empty.read_only')}
          action={openParties === null ? null : <Button onClick={openParties}>{t('tlpt.start')}</Button>}
        />
        {dialogs}
      </>
    );
  }
  const showList = (list: TlptList) => (
    <ItemList
      key={list}
      list={list}
      tlpt={tlpt}
      mission={mission}
      onAdd={may ? () => void dialog.open(`new-${list}`) : null}
      onEdit={may ? (item) => void dialog.open('tlpt-item', item) : null}
      onRemove={may ? writes.remove : null}
    />
  );
  return (
    <>
      <div className={styles.layout}>
        <Stack gap="sm">
          <Deadlines tlpt={tlpt} onDone={may ? writes.markDone : null} />
          <Dates tlpt={tlpt} onEdit={may ? () => void dialog.open('tlpt-dates') : null} />
          {showList('flags')}
        </Stack>
        <Stack gap="sm">
          <Parties tlpt={tlpt} onEdit={openParties} />
          {tlptLists.filter((list) => list !== 'flags').map(showList)}
          <Notes tlpt={tlpt} onEdit={may ? () => void dialog.open('tlpt-notes') : null} />
        </Stack>
      </div>
      {dialogs}
      <PrintSheet>{() => <TlptSheet mission={mission} tlpt={tlpt} />}</PrintSheet>
    </>
  );
}

function sayRefused({ message }: Error): void {
  notifications.show({ color: 'red', title: t('tlpt.not_saved'), message, autoClose: false });
}

/** Writes made with one click; each can be undone. */
function useWrites({ id }: Mission) {
  const queryClient = useQueryClient();
  const put = async (write: Promise<unknown>) => {
    await write;
    return [];
  };
  return {
    markDone: (deadline: Deadline) => {
      const field = `${deadline.key}_on` as const;
      const today = new Date().toISOString().slice(0, 10);
      void writeWithUndo(async (offer) => {
        await changeTlpt(queryClient, id, { [field]: today });
        offer({
          what: t('tlpt.marked', { deadline: t(`tlpt.deadline.${deadline.key}`) }),
          undo: () => put(changeTlpt(queryClient, id, { [field]: null })),
        });
      }).catch(sayRefused);
    },
    remove: (removed: TlptItem) => {
      const { list, item } = removed;
      void writeWithUndo(async (offer) => {
        let place = 0;
        await changeList(queryClient, id, list, (items) => {
          place = items.findIndex((one) => one.id === item.id);
          return items.filter((one) => one.id !== item.id);
        });
        offer({
          what: t('tlpt.removed', { item: toVisibleText(nameItem(removed)) }),
          undo: () =>
            put(changeList(queryClient, id, list, (items) => items.toSpliced(place, 0, item as never))),
        });
      }).catch(sayRefused);
    },
  };
}

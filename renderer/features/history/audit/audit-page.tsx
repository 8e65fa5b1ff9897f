import { Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { recordedObjects, recordedVerbs } from '../../../../domain/history.ts';
import { largestPage } from '../../../../domain/limits.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { AuditEntry, Entry } from '../../../../server/history/contract.ts';
import { detectionLevels } from '../../../api/catalogue/detection-levels.ts';
import { useMay } from '../../../api/connection/session.ts';
import { audit, auditHead, readWholeHistory, wholeEntry } from '../../../api/history.ts';
import { missionList } from '../../../api/missions/missions.ts';
import { rich } from '../../../rich.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { listFieldsWithContent } from '../entry-item.tsx';
import { FilterSelect, HistoryFilterBar } from '../history-filters.tsx';
import { HistoryList, useHistory } from '../history-list.tsx';
import { useHistoryFilters } from '../use-history-filters.ts';
import { usePeople } from '../use-people.ts';
import { labelObject, labelVerb } from '../words.ts';
import { EraseDialog } from './erase-dialog.tsx';

const nothing = () => undefined;
const listObjects = () => choicesOf(recordedObjects, labelObject);
const listVerbs = () => choicesOf(recordedVerbs, labelVerb);

/** The whole history, for people who manage the server. */
export function AuditPage() {
  const queryClient = useQueryClient();
  const filters = useHistoryFilters(['object_type', 'verb', 'mission_id']);
  const found = useHistory(audit, filters.filter);
  const levels = useQuery(detectionLevels);
  const missions = useQuery({ ...missionList({ limit: largestPage }), enabled: useMay('mission.read') });
  const people = usePeople(found.entries);
  const entries = useMemo(() => found.entries.map(withId), [found.entries]);
  const dialog = useDialog(['erase'], {
    list: {
      items: found.query.data === undefined ? undefined : entries,
      read: async (seq) => withId(await queryClient.fetchQuery(wholeEntry(audit, Number(seq)))),
    },
  });
  const names = useMemo(
    () => new Map((missions.data?.items ?? []).map(({ id, name }) => [id, name])),
    [missions.data],
  );
  const { values, set } = filters;
  return (
    <Stack gap="md">
      <Head />
      <HistoryFilterBar filters={filters} people={people.named}>
        <FilterSelect
          label={t('audit.object')}
          placeholder={t('audit.anything')}
          value={values.object_type}
          data={listObjects()}
          onChange={(object_type) => set({ object_type })}
        />
        <FilterSelect
          label={t('audit.what_was_done')}
          placeholder={t('audit.any_action')}
          value={values.verb}
          data={listVerbs()}
          onChange={(verb) => set({ verb })}
        />
        <FilterSelect
          label={t('shared.mission')}
          placeholder={t('history.any_mission')}
          width={220}
          value={values.mission_id}
          data={[...names].map(([value, name]) => ({ value, label: toVisibleText(name) }))}
          onChange={(mission_id) => set({ mission_id })}
        />
      </HistoryFilterBar>
      <HistoryList
        source={audit}
        found={found}
        known={{ levels: levels.data ?? [], people: people.named }}
        restorer={null}
        onRestore={nothing}
        isFiltered={filters.active}
        onClear={filters.clear}
        where={(entry) => <Where entry={entry as AuditEntry} people={people.named} missions={names} />}
        actions={(entry) =>
          entry.changes === null || listFieldsWithContent(entry).length === 0 ? null : (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={t('audit.erase_what_entry_seq_says_was', { seq: entry.seq })}
              onClick={() => dialog.open('erase', withId(entry))}
            >
              {t('audit.erase')}
            </Button>
          )
        }
      />
      {dialog.name === 'erase' && dialog.item !== null ? (
        <EraseDialog key={dialog.item.id} entry={dialog.item} onClose={dialog.close} />
      ) : null}
    </Stack>
  );
}

/** The entry with an id, as dialogs in the address need it. */
const withId = (entry: Entry) => ({ ...entry, id: String(entry.seq) });

function choicesOf<Value extends string>(values: readonly Value[], label: (value: Value) => string) {
  return values
    .map((value) => ({ value, label: label(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

type Names = ReadonlyMap<string, string>;

/** Subject of an entry, and its number. */
function Where({ entry, people, missions }: { entry: AuditEntry; people: Names; missions: Names }) {
  const { seq, actor, object_type, object_id, mission_id, test_id, test_name } = entry;
  const { engagement_id, simulation_id, simulation_name } = entry;
  const named =
    test_name !== null
      ? { name: test_name, to: `/missions/${mission_id}/tests/${test_id}/history` }
      : simulation_name !== null
        ? { name: simulation_name, to: `/engagements/${engagement_id}/simulations/${simulation_id}/history` }
        : null;
  const user = object_type === 'user' && object_id !== actor?.id ? people.get(object_id ?? '') : undefined;
  const mission = missions.get(mission_id ?? '');
  return (
    <>
      {user === undefined ? null : (
        <>
          (<Name>{user}</Name>){' '}
        </>
      )}
      {named === null ? null : (
        <>
          <Anchor component={Link} inherit to={named.to}>
            <Name>{named.name}</Name>
          </Anchor>{' '}
        </>
      )}
      {mission === undefined ? null : (
        <>
          {rich('history.in_anchor', {
            anchor: (
              <Anchor component={Link} inherit to={`/missions/${mission_id}/history`}>
                <Name>{mission}</Name>
              </Anchor>
            ),
          })}{' '}
        </>
      )}
      <Text span size="xs" c="dimmed">
        #{seq}
      </Text>
    </>
  );
}

/** The newest entry, to be noted elsewhere, and the whole history as a file. */
function Head() {
  const { data } = useQuery(auditHead);
  const exporting = useMutation({
    mutationFn: async () => saveFile('damson-history.jsonl', await readWholeHistory()),
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: t('audit.the_history_could_not_be_exported'),
        message: error.message,
      }),
  });
  return (
    <Stack gap={6}>
      <Title order={2}>{t('audit.title')}</Title>
      <Text size="sm" maw={760}>
        {rich('audit.every_write_sign_in_and_download', { code: (parts) => <Code>{parts}</Code> })}
      </Text>
      <Group gap="xs">
        <Code aria-label={t('audit.newest_entry')} style={{ overflowWrap: 'anywhere' }}>
          {data?.anchor ?? '…'}
        </Code>
        <CopyButton value={data?.anchor ?? ''}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              disabled={data === undefined}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('shared.copied') : t('shared.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {t('audit.export_as_json_lines')}
        </Button>
      </Group>
    </Stack>
  );
}

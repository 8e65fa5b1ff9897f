import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { type EvidenceFile, evidenceRecord } from '../../../api/missions/evidence.ts';
import { missionTest } from '../../../api/missions/mission-tests.ts';
import { closedRuns } from '../../../api/missions/runs.ts';
import { ChoicePopover } from '../../../ui/pick/choice-popover.tsx';
import { LabelLine } from '../../../ui/record/fields.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { EvidencePreview } from '../../evidence/evidence-preview.tsx';
import { Thumbnail } from '../../evidence/thumbnail.tsx';
import { UnlinkButton, useLinks } from './finding-links.tsx';
import { readTestId } from './finding-record.ts';
import type { FindingViewProps } from './finding-view-props.ts';
import styles from './findings.module.css';

/** The files that show the finding, each with a preview. */
export function FindingEvidence(props: FindingViewProps) {
  const { field, ids, add, remove } = useLinks(props, 'evidence_ids');
  const found = useQueries({ queries: ids.map((id) => evidenceRecord(id)) });
  const records = found.flatMap(({ data }) => data ?? []);
  const [shown, setShown] = useState<EvidenceFile | null>(null);
  return (
    <section aria-label={field.label}>
      <LabelLine {...field} />
      {records.length === 0 ? null : (
        <ul className={styles.files}>
          {records.map((record) => (
            <li key={record.id}>
              <button type="button" className={styles.file} onClick={() => setShown(record)}>
                <span className={styles.thumb}>
                  <Thumbnail record={record} />
                </span>
                <Name line>{record.file_name}</Name>
              </button>
              {field.readOnly ? null : (
                <UnlinkButton name={toVisibleText(record.file_name)} onUnlink={() => remove(record.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {field.readOnly ? (
        ids.length === 0 ? (
          <span className={styles.quiet}>{t('shared.none')}</span>
        ) : null
      ) : (
        <EvidenceChoice
          {...props}
          picked={ids}
          onPick={(id, isPicked) => (isPicked ? add(id) : remove(id))}
        />
      )}
      {shown === null ? null : (
        <EvidencePreview
          records={records}
          record={shown}
          onShow={setShown}
          onClose={() => setShown(null)}
          readOnly
          onDrawn={null}
        />
      )}
    </section>
  );
}

type ChoiceProps = FindingViewProps & {
  picked: readonly string[];
  onPick: (id: string, isPicked: boolean) => void;
};

/** Picks from the evidence of the finding's tests. */
function EvidenceChoice(props: ChoiceProps) {
  return (
    <ChoicePopover
      label={t('findings.add.evidence')}
      width={340}
      position="bottom-start"
      loads
      button={(opening) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPaperclip size={14} aria-hidden />}
          {...opening}
        >
          {t('findings.add.evidence')}
        </Button>
      )}
    >
      {() => <Files {...props} />}
    </ChoicePopover>
  );
}

/** Limit of earlier runs searched per test. */
const mostRuns = 20;

function Files(props: ChoiceProps) {
  const { mission, picked, onPick } = props;
  const { ids } = useLinks(props, 'tests');
  const tests = [...new Set(ids.map((id) => readTestId(id).test_id))];
  const present = useQueries({ queries: tests.map((id) => missionTest(mission.id, id)) });
  const known = present.flatMap(({ data }) => data ?? []);
  const closed = useQueries({ queries: known.map((test: MissionTest) => closedRuns(test, mostRuns)) });
  const files = [
    ...known.flatMap(({ evidence }) => evidence),
    ...closed.flatMap(({ data }) => (data?.items ?? []).flatMap(({ evidence }) => evidence)),
  ];
  if (files.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {ids.length === 0 ? t('findings.evidence.no_tests') : t('findings.evidence.none')}
      </Text>
    );
  }
  return (
    <Stack gap={8} className={styles.pick as string}>
      {files.map((record) => (
        <Checkbox
          key={record.id}
          size="xs"
          label={<Name>{record.file_name}</Name>}
          aria-label={toVisibleText(record.file_name)}
          checked={picked.includes(record.id)}
          onChange={() => onPick(record.id, !picked.includes(record.id))}
        />
      ))}
    </Stack>
  );
}

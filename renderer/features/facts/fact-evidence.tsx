import { ActionIcon, Checkbox, Stack, Text, Tooltip } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { mostEvidenceOfFact } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Fact } from '../../../server/facts/contract.ts';
import type { EvidenceFile } from '../../api/missions/evidence.ts';
import { ChoicePopover } from '../../ui/pick/choice-popover.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { Thumbnail } from '../evidence/thumbnail.tsx';
import styles from './facts.module.css';
import type { Facts } from './use-facts.ts';

/** The evidence of the test or simulation, of both sides. */
export type FactFiles = { records: readonly EvidenceFile[]; onPreview: (record: EvidenceFile) => void };

/** The files that show the detection, each with a preview; `onRemove` is null for people who may not change them. */
export function FactEvidence({
  fact,
  files,
  onRemove,
}: {
  fact: Fact;
  files: FactFiles;
  onRemove: ((id: string) => void) | null;
}) {
  const shown = files.records.filter(({ id }) => fact.evidence_ids.includes(id));
  if (shown.length === 0) return null;
  return (
    <ul
      className={styles.proofs}
      aria-label={t('facts.evidence.of', { kind: t(`names.fact_kind.${fact.kind}`) })}
    >
      {shown.map((record) => (
        <li key={record.id}>
          <button type="button" onClick={() => files.onPreview(record)}>
            <span className={styles.proof}>
              <Thumbnail record={record} />
            </span>
            <Name line>{record.file_name}</Name>
          </button>
          {onRemove === null ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t('facts.evidence.take_away', {
                kind: t(`names.fact_kind.${fact.kind}`),
                file: toVisibleText(record.file_name),
              })}
              onClick={() => onRemove(record.id)}
            >
              <IconX size={13} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Picks from existing evidence; each tick is saved at once. */
export function EvidencePicker({ fact, files, facts }: { fact: Fact; files: FactFiles; facts: Facts }) {
  const isFull = fact.evidence_ids.length >= mostEvidenceOfFact;
  const pick = (id: string, isPicked: boolean) => {
    const others = fact.evidence_ids.filter((one) => one !== id);
    void facts.change(fact.id, { evidence_ids: isPicked ? [...others, id] : others });
  };
  return (
    <ChoicePopover
      label={t('facts.evidence.choice', { kind: t(`names.fact_kind.${fact.kind}`) })}
      width={300}
      position="bottom-end"
      button={(opening) => (
        <Tooltip label={t('facts.evidence.hint')} disabled={opening['aria-expanded']}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label={t('facts.evidence.pick', { kind: t(`names.fact_kind.${fact.kind}`) })}
            {...opening}
          >
            <IconPaperclip size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    >
      {() =>
        files.records.length === 0 ? (
          <Text size="sm" c="dimmed" tabIndex={-1} data-autofocus>
            {t('facts.evidence.none')}
          </Text>
        ) : (
          <Stack gap={8} className={styles.choice as string}>
            {files.records.map((record) => {
              const isPicked = fact.evidence_ids.includes(record.id);
              return (
                <Checkbox
                  key={record.id}
                  size="xs"
                  classNames={{ body: styles.file as string, labelWrapper: styles.fileLabel as string }}
                  label={
                    <>
                      <span className={styles.proof}>
                        <Thumbnail record={record} />
                      </span>
                      <Name line>{record.file_name}</Name>
                    </>
                  }
                  aria-label={toVisibleText(record.file_name)}
                  checked={isPicked}
                  disabled={isFull && !isPicked}
                  // Disabled while saving, because each write is based on the previous one.
                  aria-disabled={facts.isBusy}
                  onChange={() => (facts.isBusy ? undefined : pick(record.id, !isPicked))}
                />
              );
            })}
          </Stack>
        )
      }
    </ChoicePopover>
  );
}

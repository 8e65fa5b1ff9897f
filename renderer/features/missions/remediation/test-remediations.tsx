import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { SidePanel } from '../../../ui/dialogs/side-panel.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './board.module.css';
import { Due, Owner, PriorityBadge, RemediationStatusBadge } from './marks.tsx';
import { OfferLine } from './offer-line.tsx';
import type { Offer } from './offers.ts';

/** Remediations of a test. */
export function TestRemediations({
  remediations,
  onOpen,
  findOffer,
  onVerify,
  onAdd,
}: {
  /** Remediations of the test; undefined while loading. */
  remediations: readonly Remediation[] | undefined;
  onOpen: (remediation: Remediation) => void;
  /** The run that may verify a remediation; null when there is none, and for read-only users. */
  findOffer: (remediation: Remediation) => Offer | null;
  onVerify: (remediation: Remediation, offer: Offer) => void;
  /** Null for read-only users. */
  onAdd: (() => void) | null;
}) {
  return (
    <SidePanel
      title={t('shared.remediation')}
      beside={
        onAdd ? (
          <Button
            size="compact-sm"
            variant="default"
            ml="auto"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={onAdd}
          >
            {t('shared.add')}
          </Button>
        ) : null
      }
    >
      {remediations === undefined || remediations.length === 0 ? (
        <Text size="sm" c="dimmed">
          {remediations === undefined
            ? t('remediation.of_test.loading')
            : onAdd
              ? t('remediation.of_test.hint')
              : t('remediation.of_test.read_only')}
        </Text>
      ) : (
        <ul className={styles.lines}>
          {remediations.map((remediation) => {
            const offer = findOffer(remediation);
            return (
              <li key={remediation.id}>
                <UnstyledButton className={styles.open ?? ''} onClick={() => onOpen(remediation)}>
                  <Name>{remediation.title}</Name>
                </UnstyledButton>
                <span className={styles.marks}>
                  <RemediationStatusBadge status={remediation.status} />
                  <PriorityBadge priority={remediation.priority} />
                  <Due of={remediation} />
                  <Owner of={remediation} />
                </span>
                {offer ? <OfferLine offer={offer} onVerify={() => onVerify(remediation, offer)} /> : null}
              </li>
            );
          })}
        </ul>
      )}
    </SidePanel>
  );
}

import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Name } from '../../../ui/text/name.tsx';
import styles from './board.module.css';
import type { Offer } from './offers.ts';

/** Says that a test was run again with a better result, and offers to call the remediation verified by it. */
export function OfferLine({ offer, onVerify }: { offer: Offer; onVerify: () => void }) {
  return (
    <div className={styles.offer}>
      <span>
        <Name>{offer.testName}</Name>: run {offer.number} improved
      </span>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconShieldCheck size={13} aria-hidden />}
        onClick={onVerify}
      >
        Mark as verified
      </Button>
    </div>
  );
}

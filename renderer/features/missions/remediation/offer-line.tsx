import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { rich } from '../../../rich.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './board.module.css';
import type { Offer } from './offers.ts';

/** Reports that a retest had a better result, and offers to verify the remediation with it. */
export function OfferLine({ offer, onVerify }: { offer: Offer; onVerify: () => void }) {
  return (
    <div className={styles.offer}>
      <span>
        {rich('remediation.offer', {
          test: <Name>{offer.testName}</Name>,
          run: offer.number,
        })}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconShieldCheck size={13} aria-hidden />}
        onClick={onVerify}
      >
        {t('remediation.offer.verify')}
      </Button>
    </div>
  );
}

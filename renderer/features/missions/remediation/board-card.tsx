import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Anchor, Menu, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type RemediationStatus, remediationStatuses } from '../../../../domain/remediations.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import type { Remediation, Verification } from '../../../../server/missions/remediations/contract.ts';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { FindingChips } from '../findings/finding-chips.tsx';
import styles from './board.module.css';
import { Due, Owner, PriorityBadge, statusIcon } from './marks.tsx';
import { OfferLine } from './offer-line.tsx';
import type { Offer } from './offers.ts';

/** Limit of tests named on a card; its dialog shows all. */
const named = 2;

type Props = {
  remediation: Remediation;
  /** The names of the mission's tests. */
  tests: ReadonlyMap<string, string>;
  findings: readonly Finding[];
  offer: Offer | null;
  onOpen: () => void;
  /** Both are null for read-only users. */
  onMove: ((to: RemediationStatus, run?: Verification) => void) | null;
  onDelete: (() => void) | null;
};

export function BoardCard({ remediation, tests, findings, offer, onOpen, onMove, onDelete }: Props) {
  const { id, mission, title, status, priority, test_ids } = remediation;
  const { card, isDragged } = useCardDrag(id, onMove !== null);
  const linked = test_ids.flatMap((test) =>
    tests.has(test) ? [{ id: test, name: tests.get(test) ?? '' }] : [],
  );
  const name = toVisibleText(title);
  return (
    <li ref={card} className={styles.card} data-card={id} data-dragged={isDragged || undefined}>
      <div className={styles.title}>
        <UnstyledButton
          data-open
          className={styles.open ?? ''}
          onClick={onOpen}
          {...(onMove ? { 'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight' } : {})}
        >
          <Name>{title}</Name>
        </UnstyledButton>
        <RowMenu of={name} isEmpty={onMove === null && onDelete === null}>
          {onMove ? (
            <>
              <Menu.Label>{t('remediation.move_to')}</Menu.Label>
              {remediationStatuses
                .filter((one) => one !== status)
                .map((to) => {
                  const Picture = statusIcon[to];
                  return (
                    <Menu.Item
                      key={to}
                      leftSection={<Picture size={15} aria-hidden />}
                      onClick={() => onMove(to)}
                    >
                      {t(`names.remediation_status.${to}`)}
                    </Menu.Item>
                  );
                })}
            </>
          ) : null}
          {onDelete ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={onDelete}>{t('shared.delete')}</Menu.Item>
            </>
          ) : null}
        </RowMenu>
      </div>
      <div className={styles.marks}>
        <PriorityBadge priority={priority} />
        <Due of={remediation} />
        <Owner of={remediation} />
        <FindingChips findings={findings} />
      </div>
      {linked.length > 0 ? (
        <ul className={styles.tests} aria-label={t('remediation.field.tests')}>
          {linked.slice(0, named).map((test) => (
            <li key={test.id}>
              <Anchor
                component={Link}
                to={`/missions/${mission.id}/tests/${test.id}`}
                size="xs"
                draggable={false}
              >
                <Name line>{test.name}</Name>
              </Anchor>
            </li>
          ))}
          {linked.length > named ? (
            <li className={styles.more}>{t('remediation.more_tests', { count: linked.length - named })}</li>
          ) : null}
        </ul>
      ) : null}
      {offer && onMove ? (
        <OfferLine
          offer={offer}
          onVerify={() => onMove('verified', { test_id: offer.test_id, number: offer.number })}
        />
      ) : null}
    </li>
  );
}

function useCardDrag(id: string, mayMove: boolean) {
  const card = useRef<HTMLLIElement>(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    if (!mayMove) return;
    return draggable({
      element: card.current as HTMLLIElement,
      getInitialData: () => ({ remediation: id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [id, mayMove]);
  return { card, isDragged };
}

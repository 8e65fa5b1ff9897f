import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { RemediationStatus } from '../../../../domain/remediations.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { t } from '../../../words.ts';
import { columns } from './arrange-board.ts';
import styles from './board.module.css';
import { BoardCard } from './board-card.tsx';
import { statusIcon } from './marks.tsx';
import type { Offer } from './offers.ts';
import { useBoardKeys } from './use-board-keys.ts';
import type { BoardMoves } from './use-board-moves.tsx';

type Props = {
  byStatus: ReadonlyMap<RemediationStatus, Remediation[]>;
  tests: ReadonlyMap<string, string>;
  findings: readonly Finding[];
  /** The run that may verify a remediation. */
  findOffer: (remediation: Remediation) => Offer | null;
  onOpen: (remediation: Remediation) => void;
  /** Both are null for read-only users. */
  onMove: BoardMoves['move'] | null;
  onDelete: ((remediation: Remediation) => void) | null;
};

/** The remediations of a mission by status; cards are moved by drag, by menu or by keys. */
export function Board({ byStatus, tests, findings, findOffer, onOpen, onMove, onDelete }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { onKeyDown, follow } = useBoardKeys({ box, byStatus, onMove });
  const find = (id: string) => [...byStatus.values()].flat().find((one) => one.id === id);
  const drop = (id: string, to: RemediationStatus) => {
    const remediation = find(id);
    if (remediation && remediation.status !== to) onMove?.(remediation, to);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up to it from the cards
    <div ref={box} className={styles.board} onKeyDown={onKeyDown}>
      {columns.map((statuses) => (
        <div key={statuses[0]} className={styles.column}>
          {statuses.map((status) => {
            const cards = byStatus.get(status) ?? [];
            return (
              <List key={status} status={status} count={cards.length} onDrop={(id) => drop(id, status)}>
                {cards.map((remediation) => (
                  <BoardCard
                    key={remediation.id}
                    remediation={remediation}
                    tests={tests}
                    findings={findings.filter(({ remediation_ids }) =>
                      remediation_ids.includes(remediation.id),
                    )}
                    offer={findOffer(remediation)}
                    onOpen={() => onOpen(remediation)}
                    onMove={
                      onMove &&
                      ((to, run) => {
                        follow(remediation.id);
                        onMove(remediation, to, run);
                      })
                    }
                    onDelete={onDelete && (() => onDelete(remediation))}
                  />
                ))}
              </List>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function List({
  status,
  count,
  onDrop,
  children,
}: {
  status: RemediationStatus;
  count: number;
  onDrop: (remediationId: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);
  const dropped = useEffectEvent(onDrop);
  useEffect(
    () =>
      dropTargetForElements({
        element: section.current as HTMLElement,
        canDrop: ({ source }) => typeof source.data.remediation === 'string',
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false);
          dropped(source.data.remediation as string);
        },
      }),
    [],
  );
  const Picture = statusIcon[status];
  return (
    <section ref={section} className={styles.list} data-over={isOver || undefined} aria-labelledby={id}>
      <div className={styles.head}>
        <Picture size={15} aria-hidden />
        <Title order={2} id={id}>
          {t(`names.remediation_status.${status}`)}
        </Title>
        <span className={styles.count}>{count}</span>
      </div>
      {count === 0 ? (
        <p className={styles.none}>{t('shared.none')}</p>
      ) : (
        <ul className={styles.cards}>{children}</ul>
      )}
    </section>
  );
}

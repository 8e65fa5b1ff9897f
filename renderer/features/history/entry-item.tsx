import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { readViaToken } from '../../../domain/history.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Entry } from '../../../server/history/contract.ts';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { FieldLine, type HistoryContext, isNothing } from './field-line.tsx';
import { type Fold, listShownFields } from './fold.ts';
import styles from './history.module.css';
import { describeEntry, nameField, nameVia } from './words.ts';

type Props = HistoryContext & {
  fold: Fold;
  /** Subject of the entry, if it differs from the page's. */
  where: (entry: Entry) => ReactNode;
  /** Actions for an entry. */
  actions: ((entry: Entry) => ReactNode) | undefined;
};

/** One line of a history: person, action, time, and the change of each field. */
export function EntryItem(props: Props) {
  const { fold, where, actions } = props;
  const [isOpen, setOpen] = useState(false);
  const [newest] = fold.entries;
  const saves = fold.entries.length;
  return (
    <li className={styles.entry} data-seq={newest.seq}>
      <div className={styles.head}>
        <span className={styles.deed}>
          <Who entry={newest} /> {describe(newest)} {where(newest)}
        </span>
        {saves > 1 ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('history.saves_saves', { saves })}
          </Button>
        ) : null}
        {saves === 1 ? actions?.(newest) : null}
        <span className={styles.time}>
          <Moment at={newest.at} />
        </span>
      </div>
      {isOpen ? (
        <ol className={styles.saves} aria-label={t('history.each_save')}>
          {fold.entries.map((entry) => (
            <EntryItem
              key={entry.seq}
              {...props}
              where={actions === undefined ? nowhere : where}
              fold={{ entries: [entry], field: null }}
            />
          ))}
        </ol>
      ) : (
        <Changes {...props} />
      )}
    </li>
  );
}

const nowhere = () => null;

function Changes({ fold, ...context }: Props) {
  const [newest] = fold.entries;
  if (newest.changes === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('history.what_was_changed_has_been_erased')}
      </Text>
    );
  }
  const fields = listFieldsWithContent(newest);
  if (fields.length === 0) return null;
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <FieldLine
          key={field}
          {...context}
          entries={fold.entries}
          field={field}
          isNamed={fields.length === 1 && isNamedAbove(newest)}
        />
      ))}
    </div>
  );
}

/** The fields of an entry that get their own line. */
export function listFieldsWithContent(entry: Entry): string[] {
  return listShownFields(entry).filter((field) => hasContent(entry, field));
}

/** Empty values of created and deleted objects get no line. */
function hasContent({ changes }: Entry, field: string): boolean {
  const change = changes?.[field];
  return !Array.isArray(change) || !isNothing(change[0]) || !isNothing(change[1]);
}

function Who({ entry: { actor, via } }: { entry: Entry }) {
  const token = readViaToken(via);
  return (
    <Text span inherit fw={500}>
      {actor === null ? nameVia(via) : <Name>{actor.display_name}</Name>}
      {token === null ? null : (
        <Text span size="xs" c="dimmed">
          {' '}
          {t('history.via_token', { name: toVisibleText(token) })}
        </Text>
      )}
    </Text>
  );
}

/** Limit of fields named in a sentence; more are only listed below it. */
const mostNamed = 3;

function describe(entry: Entry): string {
  if (!isNamedAbove(entry)) return describeEntry(entry);
  return t('history.changed_join', {
    join: listShownFields(entry)
      .map((field) => nameField(entry.object_type, field))
      .join(', '),
  });
}

function isNamedAbove(entry: Entry): boolean {
  const { length } = listShownFields(entry);
  const isChange = entry.verb === 'changed' || entry.verb === 'moved';
  return isChange && ownTypes.has(entry.object_type) && length > 0 && length <= mostNamed;
}

/** Objects with a history of their own. */
const ownTypes = new Set(['test', 'mission', 'simulation', 'engagement', 'report', 'finding']);

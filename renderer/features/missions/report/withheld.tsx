import { Button, Checkbox, Code, Collapse, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMemo } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { longestWithheld, mostWithheld, type Withholding } from '../../../../domain/withheld.ts';
import type { ReportOutline, ReportTextPlace } from '../../../../server/missions/reports/contract.ts';
import { useStore } from '../../../api/connection/use-store.ts';
import { TextField } from '../../../ui/record/fields.tsx';
import { t } from '../../../words.ts';
import { nameTextField } from './name-text-field.ts';
import styles from './report.module.css';
import { toValues } from './report-record.ts';
import type { ReportViewProps } from './report-view-props.ts';
import { UnfoldButton } from './unfold-button.tsx';
import { toEntries, toLines } from './withheld-lists.ts';

type Sanitised = NonNullable<ReportOutline['sanitised']>;
type Sensitive = Sanitised['sensitive'][number];
type List = keyof Withholding;

/** The lists of a sanitised draft as they are typed, and how to change them. */
type Lists = {
  read: (list: List) => readonly string[];
  add: (list: List, entry: string) => void;
  remove: (list: List, entry: string) => void;
};

/** Words, fields and evidence that a sanitised draft withholds, and likely secrets to decide on. */
export function Withheld(props: ReportViewProps & { found: Sanitised | null }) {
  const { report, isOpen, words, found } = props;
  const values = useMemo(() => toValues(report), [report]);
  const lists = useLists(props);
  const shared = { ...props, values, readOnly: !isOpen, longest: longestWithheld * mostWithheld };
  return (
    <section className={styles.withheld} aria-labelledby="report-withheld">
      <div>
        <Title order={2} id="report-withheld">
          {t('report_sanitised.title')}
        </Title>
        <p className={styles.shows}>
          {t('report_sanitised.hint', { withheld: t('report_sanitised.placeholder') })}
        </p>
      </div>
      <TextField
        {...shared}
        field="withheld_words"
        label={words.withheld_words}
        hint={t('report_sanitised.words_hint')}
      />
      {found === null ? (
        <p className={styles.shows} role="status">
          {t('report_sanitised.searching')}
        </p>
      ) : (
        <>
          <Hits found={found.sensitive} lists={lists} isOpen={isOpen} />
          <Fields fields={found.fields} lists={lists} isOpen={isOpen} />
          <Files files={found.files} lists={lists} isOpen={isOpen} />
        </>
      )}
      <TextField
        {...shared}
        field="left_words"
        label={words.left_words}
        hint={t('report_sanitised.left_hint')}
        minRows={1}
      />
      <TextField
        {...shared}
        field="known_words"
        label={words.known_words}
        hint={t('report_sanitised.known_hint')}
        minRows={1}
      />
    </section>
  );
}

function useLists({ report, writer }: ReportViewProps): Lists {
  const states = useStore(writer.states);
  const read = (list: List) => {
    const draft = states[list]?.draft;
    return draft ? toEntries(draft.value) : report.options[list];
  };
  const write = (list: List, entries: readonly string[]) => {
    writer.edit(list, toLines(entries));
    void writer.flush();
  };
  return {
    read,
    add: (list, entry) => write(list, [...new Set([...read(list), entry])]),
    remove: (list, entry) =>
      write(
        list,
        read(list).filter((one) => one !== entry),
      ),
  };
}

const fold = (text: string) => text.normalize('NFC').toLowerCase();

function Hits({ found, lists, isOpen }: { found: readonly Sensitive[]; lists: Lists; isOpen: boolean }) {
  const decided = new Set(
    (['withheld_words', 'left_words', 'known_words'] as const).flatMap((list) => lists.read(list).map(fold)),
  );
  const open = found.filter(({ text }) => !decided.has(fold(text)));
  return (
    <div className={styles.hits}>
      <p className={styles.unwritten} role="status">
        {t('report_sanitised.found', { count: open.length })}
      </p>
      {open.length === 0 ? null : (
        <ul aria-label={t('report_sanitised.hits')}>
          {open.map((hit) => (
            <Hit key={hit.text} hit={hit} lists={lists} isOpen={isOpen} />
          ))}
        </ul>
      )}
    </div>
  );
}

const decisions = [
  {
    list: 'withheld_words',
    label: () => t('report_sanitised.withhold'),
    name: (text: string) => t('report_sanitised.withhold.named', { text }),
  },
  {
    list: 'left_words',
    label: () => t('report_sanitised.leave'),
    name: (text: string) => t('report_sanitised.leave.named', { text }),
  },
  {
    list: 'known_words',
    label: () => t('report_sanitised.never'),
    name: (text: string) => t('report_sanitised.never.named', { text }),
  },
] as const;

function Hit({ hit, lists, isOpen }: { hit: Sensitive; lists: Lists; isOpen: boolean }) {
  const { text, kind, count, places } = hit;
  const shown = toVisibleText(text);
  return (
    <li>
      <div className={styles.hit}>
        <Code>{shown}</Code>
        <span className={styles.shows}>{t(`report_sanitised.kind.${kind}`)}</span>
        <span className={styles.shows}>{t('report_sanitised.places', { count })}</span>
      </div>
      <ul className={styles.places}>
        {places.map((place) => (
          <li key={`${place.field} ${place.before} ${place.after}`} className={styles.hit}>
            <span className={styles.shows}>{namePlace(place)}</span>
            <span className={styles.excerpt}>
              {toVisibleText(place.before)}
              <mark>{shown}</mark>
              {toVisibleText(place.after)}
            </span>
            {isOpen ? (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('report_sanitised.field.withhold.named', { field: namePlace(place) })}
                onClick={() => lists.add('withheld_fields', place.field)}
              >
                {t('report_sanitised.field.withhold')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <div className={styles.hit}>
          {decisions.map(({ list, label, name }) => (
            <Button
              key={list}
              size="compact-sm"
              variant="default"
              aria-label={name(shown)}
              onClick={() => lists.add(list, text)}
            >
              {label()}
            </Button>
          ))}
        </div>
      ) : null}
    </li>
  );
}

/** Where a text stands, as a reader of the report finds it. */
function namePlace({ object, name, name_of_field }: ReportTextPlace): string {
  return t('report_sanitised.in', {
    name: object === 'tlpt' ? t('report_sanitised.tlpt') : toVisibleText(name),
    field: nameTextField(object, name_of_field),
  });
}

function Fields({ fields, lists, isOpen }: { fields: Sanitised['fields']; lists: Lists; isOpen: boolean }) {
  const withheld = new Set(lists.read('withheld_fields'));
  const shown = fields.filter(({ field }) => withheld.has(field));
  if (shown.length === 0) return null;
  return (
    <div className={styles.hits}>
      <p className={styles.unwritten}>{t('report_sanitised.fields', { count: shown.length })}</p>
      <ul>
        {shown.map((place) => (
          <li key={place.field} className={styles.hit}>
            <span>{namePlace(place)}</span>
            {isOpen ? (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('report_sanitised.field.show.named', { field: namePlace(place) })}
                onClick={() => lists.remove('withheld_fields', place.field)}
              >
                {t('report_sanitised.field.show')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Files({ files, lists, isOpen }: { files: Sanitised['files']; lists: Lists; isOpen: boolean }) {
  const [unfolded, { toggle }] = useDisclosure(false);
  if (files.length === 0) return null;
  const released = new Set(lists.read('released_files'));
  return (
    <div>
      <UnfoldButton unfolded={unfolded} onClick={toggle}>
        {t('report_sanitised.files', {
          released: files.filter(({ id }) => released.has(id)).length,
          count: files.length,
        })}
      </UnfoldButton>
      <Collapse expanded={unfolded} keepMounted={false}>
        <div className={styles.released}>
          {files.map(({ id, test, file_name, caption }) => (
            <Checkbox
              key={id}
              label={t('report_sanitised.files.named', {
                test: toVisibleText(test),
                file: toVisibleText(file_name),
              })}
              description={caption === null ? undefined : toVisibleText(caption)}
              checked={released.has(id)}
              disabled={!isOpen}
              onChange={(event) =>
                event.currentTarget.checked
                  ? lists.add('released_files', id)
                  : lists.remove('released_files', id)
              }
            />
          ))}
        </div>
      </Collapse>
    </div>
  );
}

import { ActionIcon, Anchor, Button, Group } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wasRun } from '../../../../domain/missions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { technique } from '../../../api/catalogue/catalogue.ts';
import { TechniqueField } from '../../../ui/catalogue/technique-field.tsx';
import { PickOne } from '../../../ui/pick/pick-one.tsx';
import { LabelLine } from '../../../ui/record/fields.tsx';
import { toIds, toText } from '../../../ui/record/listed-ids.ts';
import { useShownValue } from '../../../ui/record/use-field-state.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { TestStatusBadge } from '../badges.tsx';
import { PriorityBadge, RemediationStatusBadge } from '../remediation/marks.tsx';
import { type LinkField, readTestId, toTestId } from './finding-record.ts';
import { type FindingViewProps, useField } from './finding-view-props.ts';
import styles from './findings.module.css';

/** Maximum number of options offered at once; typing narrows them. */
const offered = 50;

/** The ids shown in a field, and a function to save others. */
export function useLinks(props: FindingViewProps, name: LinkField) {
  const field = useField(props)(name);
  const ids = toIds(useShownValue(field));
  const save = (next: readonly string[]) => {
    field.writer.edit(name, toText(next));
    void field.writer.flush();
  };
  return {
    field,
    ids,
    save,
    add: (id: string) => save([...ids, id]),
    remove: (id: string) => save(ids.filter((one) => one !== id)),
  };
}

type Choice = { value: string; label: string };

/** Removes a link of a finding. */
export function UnlinkButton({ name, onUnlink }: { name: string; onUnlink: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={t('findings.unlink', { name })} onClick={onUnlink}>
      <IconX size={14} aria-hidden />
    </ActionIcon>
  );
}

/** Links of a finding: a list of removable links, and a choice of more. */
function LinkList({
  links: { field, ids, add, remove },
  choices,
  placeholder,
  name,
  draw,
  beside,
}: {
  links: ReturnType<typeof useLinks>;
  choices: readonly Choice[];
  placeholder: string;
  name: (id: string) => string;
  draw: (id: string) => ReactNode;
  beside?: ReactNode;
}) {
  const left = choices.filter(({ value }) => !ids.includes(value));
  return (
    <section aria-label={field.label}>
      <LabelLine {...field} />
      {ids.length === 0 ? null : (
        <ul className={styles.links}>
          {ids.map((id) => (
            <li key={id}>
              <div className={styles.link}>{draw(id)}</div>
              {field.readOnly ? null : <UnlinkButton name={name(id)} onUnlink={() => remove(id)} />}
            </li>
          ))}
        </ul>
      )}
      {field.readOnly ? (
        ids.length === 0 ? (
          <span className={styles.quiet}>{t('shared.none')}</span>
        ) : null
      ) : (
        <Group gap="xs">
          <PickOne
            aria-label={placeholder}
            placeholder={placeholder}
            size="xs"
            flex="1 1 220px"
            data={left}
            limit={offered}
            comboboxProps={{ keepMounted: false }}
            nothingFoundMessage={t('shared.nothing_of_that_id_or_name')}
            onPick={add}
          />
          {beside}
        </Group>
      )}
    </section>
  );
}

/** The tests that show the finding, each with its run. */
export function TestLinks(props: FindingViewProps) {
  const { mission } = props;
  const links = useLinks(props, 'tests');
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  const choices = tests.flatMap(({ id, name, status, run_number }) => {
    const last = wasRun(status) ? run_number : run_number - 1;
    return Array.from({ length: last }, (_, index) => last - index).map((run) => ({
      value: toTestId({ test_id: id, run }),
      label:
        run_number > 1 ? t('findings.test_run', { test: toVisibleText(name), run }) : toVisibleText(name),
    }));
  });
  const find = (id: string) => tests.find((test) => test.id === readTestId(id).test_id);
  return (
    <LinkList
      links={links}
      choices={choices}
      placeholder={t('findings.add.test')}
      name={(id) => toVisibleText(find(id)?.name ?? id)}
      draw={(id) => {
        const test = find(id);
        if (test === undefined) return <span>{t('findings.unknown_test')}</span>;
        return (
          <>
            <Anchor component={Link} to={`/missions/${mission.id}/tests/${test.id}`} size="sm">
              <Name>{test.name}</Name>
            </Anchor>
            <span className={styles.quiet}>{t('tests.run_number', { number: readTestId(id).run })}</span>
            <TestStatusBadge status={test.status} />
          </>
        );
      }}
    />
  );
}

/** The remediations meant to fix the finding. */
export function RemediationLinks(props: FindingViewProps) {
  const { remediations, onRemedy, onRemediation } = props;
  const links = useLinks(props, 'remediation_ids');
  const find = (id: string) => remediations.find((one) => one.id === id);
  return (
    <LinkList
      links={links}
      choices={remediations.map(({ id, title }) => ({ value: id, label: toVisibleText(title) }))}
      placeholder={t('findings.add.remediation')}
      name={(id) => toVisibleText(find(id)?.title ?? id)}
      draw={(id) => {
        const remediation = find(id);
        if (remediation === undefined) return <span className={styles.quiet}>{t('shared.loading')}</span>;
        return (
          <>
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="left"
              onClick={() => onRemediation(remediation)}
            >
              <Name>{remediation.title}</Name>
            </Anchor>
            <RemediationStatusBadge status={remediation.status} />
            <PriorityBadge priority={remediation.priority} />
          </>
        );
      }}
      beside={
        onRemedy === null ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={onRemedy}
          >
            {t('remediation.new')}
          </Button>
        )
      }
    />
  );
}

/** Its techniques. */
export function TechniqueLinks(props: FindingViewProps) {
  const { field, ids, save } = useLinks(props, 'techniques');
  const found = useQueries({ queries: ids.map((id) => technique(id)) });
  const named = ids.map((id, index) => ({ id, name: found[index]?.data?.name ?? '' }));
  if (field.readOnly) {
    return (
      <section aria-label={field.label}>
        <LabelLine {...field} />
        {named.length === 0 ? (
          <span className={styles.quiet}>{t('shared.none')}</span>
        ) : (
          <ul className={styles.chips}>
            {named.map(({ id, name }) => (
              <li key={id}>
                <Anchor component={Link} to={`/catalogue/${id}`} size="sm">
                  {id} {toVisibleText(name)}
                </Anchor>
              </li>
            ))}
          </ul>
        )}
      </section>
    );
  }
  return (
    <TechniqueField
      label={field.label}
      value={named}
      onChange={(chosen) => save(chosen.map(({ id }) => id))}
    />
  );
}

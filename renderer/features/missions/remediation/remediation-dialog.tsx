import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { NewRemediation, Remediation } from '../../../../server/missions/remediations/contract.ts';
import { missionFindings } from '../../../api/missions/findings.ts';
import { addRemediation, changeRemediation, RemediationClash } from '../../../api/missions/remediations.ts';
import { rich } from '../../../rich.ts';
import { DialogButtons, DialogFoot, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { FindingChips } from '../findings/finding-chips.tsx';
import { RemediationFields } from './remediation-fields.tsx';
import {
  type RemediationValues,
  remediationRules,
  toPatch,
  toRefusal,
  toValues,
} from './remediation-form.ts';

type Props = {
  missionId: string;
  /** Null while loading; tests can't be named until then. */
  mission: Mission | null;
  /** Null for a new one. */
  remediation: Remediation | null;
  /** Initial values of a new remediation, and the key of its text among the saved ones. */
  suggested?: Partial<RemediationValues>;
  draft?: string;
  /** The finding from which a new remediation is created. */
  findingId?: string | undefined;
  /** Evaluated on opening: typed text stays when the mission is archived in the meantime. */
  isReadOnly?: boolean;
  onClose: () => void;
};

/** Creates a remediation, changes one, or shows one to read-only users. */
export function RemediationDialog(props: Props) {
  const { missionId, mission, remediation, onClose } = props;
  const [readOnly] = useState(props.isReadOnly ?? false);
  const queryClient = useQueryClient();
  const { form, drop, changes } = useKeptForm<RemediationValues>({
    draft:
      remediation === null
        ? (props.draft ?? `new-remediation.${missionId}`)
        : `remediation.${remediation.id}`,
    initialValues: toValues(remediation, props.suggested),
    validate: remediationRules(),
  });
  // The version on which the edit is based. After a clash it is the other person's, so that saving again overwrites it.
  const [seen, setSeen] = useState(remediation);
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: async (values: RemediationValues): Promise<Remediation> => {
      if (seen === null) {
        const { findingId } = props;
        return addRemediation(queryClient, missionId, {
          ...(toPatch(values) as NewRemediation),
          ...(findingId === undefined ? {} : { finding_id: findingId }),
        });
      }
      if (Object.keys(changes).length === 0) return seen;
      return changeRemediation(queryClient, seen, toPatch(changes)).catch((error: unknown) => {
        if (!(error instanceof RemediationClash)) throw error;
        setSeen(error.theirs);
        throw toRefusal(error);
      });
    },
    onSuccess: close,
  });
  const fields = <RemediationFields form={form} mission={mission} known={remediation} readOnly={readOnly} />;
  return (
    <Modal
      opened
      onClose={close}
      title={
        remediation === null
          ? t('remediation.new')
          : readOnly
            ? t('shared.remediation')
            : t('remediation.edit')
      }
      size="xl"
    >
      {readOnly ? (
        <Stack gap="sm">
          {fields}
          {remediation ? <Findings of={remediation} /> : null}
          {remediation ? <Past of={remediation} mission={mission} /> : null}
          <DialogFoot>
            <Button variant="default" onClick={close} data-autofocus>
              {t('shared.close')}
            </Button>
          </DialogFoot>
        </Stack>
      ) : (
        <Form
          form={form}
          saving={saving}
          onSubmit={(values) => saving.mutate(values)}
          serverNames={{ owner: 'owner_id' }}
          noteTitle={t('remediation.not_saved')}
          buttons={
            <DialogButtons
              submit={remediation === null ? t('remediation.add') : t('shared.save')}
              isSaving={saving.isPending}
              onCancel={close}
            />
          }
        >
          {fields}
          {remediation ? <Findings of={remediation} /> : null}
          {remediation ? <Past of={remediation} mission={mission} /> : null}
        </Form>
      )}
    </Modal>
  );
}

/** The findings that the remediation is meant to fix. */
function Findings({ of }: { of: Remediation }) {
  const findings = useQuery(missionFindings(of.mission.id)).data ?? [];
  return (
    <FindingChips findings={findings.filter(({ remediation_ids }) => remediation_ids.includes(of.id))} />
  );
}

function Past({ of, mission }: { of: Remediation; mission: Mission | null }) {
  const made = {
    person: <PersonName person={of.created_by} />,
    at: <Moment at={of.created_at} />,
  };
  const stood = {
    status: t(`names.remediation_status.${of.status}`),
    since: <Moment at={of.status_changed_at} />,
    by: <PersonName person={of.status_changed_by} />,
  };
  const { verified_by_run } = of;
  const tests = mission?.scenarios.flatMap((scenario) => scenario.tests) ?? [];
  const test = tests.find(({ id }) => id === verified_by_run?.test_id);
  return (
    <Text size="xs" c="dimmed" component="div">
      {of.updated_at === of.created_at
        ? rich('remediation.past.made', made)
        : rich('remediation.past.changed', {
            ...made,
            changer: <PersonName person={of.updated_by} />,
            changed_at: <Moment at={of.updated_at} />,
          })}{' '}
      {verified_by_run === null
        ? rich('remediation.past.status', stood)
        : test === undefined
          ? rich('remediation.past.verified_by_unknown', { ...stood, run: verified_by_run.number })
          : rich('remediation.past.verified', {
              ...stood,
              run: verified_by_run.number,
              test: toVisibleText(test.name),
            })}
    </Text>
  );
}

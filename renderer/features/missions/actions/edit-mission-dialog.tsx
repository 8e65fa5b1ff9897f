import { Checkbox, Modal, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MissionVisibility, type Settling, settlings } from '../../../../domain/missions.ts';
import { findThreatKind, type ThreatKind } from '../../../../domain/threats.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { changeMission } from '../../../api/missions/missions.ts';
import { type ChosenThreat, ThreatsField } from '../../../ui/catalogue/threats-field.tsx';
import {
  ExerciseFields,
  type ExerciseValues,
  makeExerciseRules,
  toExerciseInput,
  toExerciseValues,
} from '../../../ui/forms/exercise-fields.tsx';
import { DialogButtons, Form } from '../../../ui/forms/form.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { t } from '../../../words.ts';
import { useSeesAll } from '../hiding/hidden-tests.ts';
import { VisibilityField } from '../hiding/visibility-field.tsx';

type Values = ExerciseValues & {
  settle_at_review: Settling;
  sightings_visible_to_red: boolean;
  threats: ChosenThreat[];
  visibility: MissionVisibility;
};
type Props = { mission: Mission; onClose: () => void };

export function EditMissionDialog({ mission, onClose }: Props) {
  const queryClient = useQueryClient();
  const seesAll = useSeesAll(mission);
  const { form, drop } = useKeptForm<Values>({
    draft: `mission.${mission.id}`,
    initialValues: {
      ...toExerciseValues(mission),
      settle_at_review: mission.settle_at_review,
      visibility: mission.visibility,
      sightings_visible_to_red: mission.sightings_visible_to_red,
      threats: mission.threats.map(({ external_id, name }) => ({ id: external_id, name })),
    },
    validate: makeExerciseRules('mission'),
  });
  const close = () => {
    drop();
    onClose();
  };
  const saving = useMutation({
    mutationFn: ({ settle_at_review, sightings_visible_to_red, threats, visibility, ...values }: Values) =>
      changeMission(queryClient, mission.id, {
        ...toExerciseInput(values),
        settle_at_review,
        sightings_visible_to_red,
        threats: threats.map(toThreat),
        ...(seesAll && { visibility }),
      }),
    onSuccess: close,
  });
  return (
    <Modal opened onClose={close} title={t('mission_editor.edit_mission')} size="lg">
      <Form
        form={form}
        saving={saving}
        onSubmit={(values) => saving.mutate(values)}
        buttons={<DialogButtons submit={t('shared.save')} isSaving={saving.isPending} onCancel={close} />}
      >
        <ExerciseFields propsOf={form.getInputProps} markdown written={mission} />
        <ThreatsField
          label={t('missions.threats')}
          value={form.values.threats}
          onChange={(threats) => form.setFieldValue('threats', threats)}
        />
        <Select
          label={t('mission_editor.at_review')}
          description={t('mission_editor.at_review.hint')}
          data={settlings.map((value) => ({ value, label: t(`mission_editor.at_review.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('settle_at_review')}
        />
        {seesAll ? <VisibilityField {...form.getInputProps('visibility')} /> : null}
        <Checkbox
          label={t('mission_editor.sightings_visible')}
          description={t('mission_editor.sightings_visible.hint')}
          {...form.getInputProps('sightings_visible_to_red', { type: 'checkbox' })}
        />
      </Form>
    </Modal>
  );
}

function toThreat({ id, name }: ChosenThreat) {
  return { kind: findThreatKind(id) as ThreatKind, external_id: id, name };
}

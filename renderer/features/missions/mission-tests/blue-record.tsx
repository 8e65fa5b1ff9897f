import { SidePanel } from '../../../ui/dialogs/side-panel.tsx';
import { ReadOnlyMark } from '../../../ui/notes/read-only-mark.tsx';
import { LevelField, TextField } from '../../../ui/record/fields.tsx';
import { MomentField } from '../../../ui/record/moment-field.tsx';
import { PicturesInto } from '../../../ui/text/pictures-of.ts';
import { Prose } from '../../../ui/text/prose.tsx';
import { t } from '../../../words.ts';
import { EvidenceSection } from '../../evidence/evidence-section.tsx';
import { FactsSection } from '../../facts/facts-section.tsx';
import { LevelNote } from '../../facts/level-note.tsx';
import { ExpectationsSection } from '../expectations/expectations-section.tsx';
import { fieldName } from './test-record.ts';
import type { TestViewProps } from './test-view-props.ts';

/** Expected outcomes, and detections by blue. */
export function BlueRecord(props: TestViewProps) {
  const { test, mission, may, evidence, levels, writer, onExpect } = props;
  const readOnly = !may('blue');
  const use = (level: string) => {
    writer.edit('detection_level_id', level);
    void writer.flush();
  };
  return (
    <SidePanel side="blue" title={t('tests.blue_s_record')} beside={readOnly ? <ReadOnlyMark /> : null}>
      <Prose label={t('tests.expected_detection')} text={test.expected_detection} />
      <ExpectationsSection test={test} onEdit={onExpect} />
      <FactsSection
        of={test}
        place={{ missionId: test.mission_id, testId: test.id }}
        client={mission === null ? null : { what: 'mission', organisation: mission.organisation }}
        files={evidence.files}
        technique={test.catalog_tags.find(({ kind }) => kind !== 'tactic')?.external_id ?? null}
        expected={test.expectations}
        readOnly={readOnly}
      />
      <LevelField
        {...props}
        field="detection_level_id"
        label={fieldName().detection_level_id}
        levels={levels}
        readOnly={readOnly}
      />
      <LevelNote of={test} levels={levels} onUse={readOnly ? null : use} />
      <MomentField {...props} field="detected_at" label={fieldName().detected_at} readOnly={readOnly} />
      <PicturesInto
        value={{ owner: { kind: 'test', id: props.test.id, missionId: props.test.mission_id }, side: 'blue' }}
      >
        <TextField
          {...props}
          field="blue_comment"
          label={fieldName().blue_comment}
          readOnly={readOnly}
          markdown
          minRows={4}
        />
      </PicturesInto>
      <EvidenceSection {...evidence.of('blue')} />
    </SidePanel>
  );
}

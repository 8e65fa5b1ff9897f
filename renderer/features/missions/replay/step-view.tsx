import { useQuery } from '@tanstack/react-query';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import type { ReplayStep } from '../../../../server/missions/replay/contract.ts';
import { closedRuns } from '../../../api/missions/runs.ts';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { PreviewContent } from '../../evidence/preview-content.tsx';
import { choosePreview } from '../../evidence/preview-kinds.ts';
import styles from './replay.module.css';

const mostRuns = 100;

/** Red's side of a step: host, command, output and recordings. */
export function StepView({ step, test }: { step: ReplayStep; test: MissionTest }) {
  const isCurrent = test.run.number === step.run;
  const runs = useQuery({ ...closedRuns(test, mostRuns), enabled: !isCurrent && test.closed_runs > 0 });
  const record = isCurrent ? test : runs.data?.items.find(({ number }) => number === step.run);
  const recordings = (record?.evidence ?? []).filter(
    (file) => file.side === 'red' && choosePreview(file) === 'recording',
  );
  return (
    <>
      <p className={styles.quiet}>
        <Name>{step.scenario}</Name> · <Moment at={step.executed_at} />
        {step.target_host === null ? null : (
          <>
            {' · '}
            <Name>{step.target_host}</Name>
          </>
        )}
        {step.run === 1 ? null : ` · ${t('mission_replay.run', { run: step.run })}`}
      </p>
      {record === undefined ? null : (
        <>
          {record.command === null ? (
            <p className={styles.quiet}>{t('mission_replay.no_command')}</p>
          ) : (
            <HostileText label={t('mission_replay.command')} text={record.command} />
          )}
          {record.output === null ? null : (
            <HostileText label={t('mission_replay.output')} text={record.output} />
          )}
          {recordings.length === 0 ? null : (
            <section aria-label={t('mission_replay.recordings')}>
              {recordings.map((file) => (
                <PreviewContent key={file.id} record={file} beside={record.evidence} />
              ))}
            </section>
          )}
        </>
      )}
    </>
  );
}

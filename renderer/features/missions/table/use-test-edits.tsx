import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { takesRecords } from '../../../../domain/missions.ts';
import { holdsOneOf, missionWriters } from '../../../../domain/permissions.ts';
import { writePermission } from '../../../../domain/sides.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import { useUser } from '../../../api/connection/session.ts';
import { changeTests, findRow, writeTest } from '../../../api/missions/mission-tests.ts';
import { placeTest } from '../../../api/missions/outlines.ts';
import { rich } from '../../../rich.ts';
import { writeWithUndo } from '../../../ui/dialogs/undo.tsx';
import { sayRefused } from '../../../ui/notes/say-refused.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { eachTest } from '../each-test.ts';
import { groupChanges, type TagChange } from './tag-changes.ts';

type Person = { id: string; display_name: string };
type Tests = readonly TestSummary[];
type OnProgress = (done: number) => void;

export type TestEdits = {
  levels: readonly DetectionLevel[];
  people: readonly Person[];
  /** Tags of all tests in the mission. */
  knownTags: () => string[];
  /** Each is null for people who may not. Nothing is thrown, because failed writes are reported. */
  level: ((tests: Tests, levelId: string | null, onProgress?: OnProgress) => Promise<void>) | null;
  assign: ((tests: Tests, personId: string | null) => Promise<void>) | null;
  tag: ((tests: Tests, change: TagChange) => Promise<void>) | null;
  /** Puts tests at the end of a scenario, in the given order. */
  place: ((tests: Tests, scenarioId: string, onProgress?: OnProgress) => Promise<void>) | null;
};

/**
 * Writes the outcome, the assignee and the tags of one or many tests in their table; each write reports its result, with Undo.
 */
export function useTestEdits(mission: Mission, levels: readonly DetectionLevel[]): TestEdits {
  const queryClient = useQueryClient();
  const { permissions } = useUser();
  const latest = useRef(mission);
  latest.current = mission;
  const { id: missionId, members } = mission;
  const isOpen = takesRecords(mission.status);
  const people = useMemo(
    () => members.map(({ user }) => user).sort((a, b) => a.display_name.localeCompare(b.display_name)),
    [members],
  );
  // Stable while permissions and names stay the same, so that rows are not rendered again.
  return useMemo((): TestEdits => {
    const may = (...needed: readonly (typeof permissions)[number][]) =>
      isOpen && holdsOneOf(permissions, needed);
    const change = (tests: Tests, patch: Partial<TagChange> & { assignee_id?: string | null }) =>
      changeTests(
        queryClient,
        missionId,
        tests.map(({ id }) => id),
        patch,
      );

    const setLevel = (tests: Tests, levelId: string | null, onProgress?: OnProgress) =>
      writeWithUndo(async (offer) => {
        const written: TestSummary[] = [];
        const refused = await eachTest(
          queryClient,
          missionId,
          tests.filter(({ detection_level }) => (detection_level?.id ?? null) !== levelId),
          async (test) => {
            await writeTest(
              queryClient,
              missionId,
              test.id,
              { detection_level_id: levelId },
              test.updated_at,
            );
            written.push(test);
          },
          onProgress,
        );
        const name = levels.find(({ id }) => id === levelId)?.name ?? t('tests.not_judged_2');
        if (written.length > 0) {
          offer({
            what: <Done tests={written}>{name}</Done>,
            undo: () =>
              eachTest(
                queryClient,
                missionId,
                written,
                async ({ id, detection_level, detection_level_source }) => {
                  const now = findRow(queryClient, missionId, id);
                  if (now === undefined || (now.detection_level?.id ?? null) !== levelId) {
                    throw new Error(t('tests.changed_since'));
                  }
                  const before =
                    detection_level_source === 'derived'
                      ? { detection_level_source }
                      : { detection_level_id: detection_level?.id ?? null };
                  await writeTest(queryClient, missionId, id, before, now.updated_at);
                },
              ),
          });
        }
        sayRefused(refused, tests.length, 'test');
      });

    const assign = (tests: Tests, personId: string | null) =>
      writeWithUndo(async (offer) => {
        const changed = tests.filter(({ assignee }) => (assignee?.id ?? null) !== personId);
        if (changed.length === 0) return;
        try {
          await change(changed, { assignee_id: personId });
        } catch (error) {
          return sayRefused([(error as Error).message], tests.length, 'test');
        }
        const name = people.find(({ id }) => id === personId)?.display_name;
        offer({
          what: (
            <Done tests={changed}>
              {name === undefined
                ? t('tests.nobody_s_work')
                : rich('tests.the_work_of_name', { name: <Name>{name}</Name> })}
            </Done>
          ),
          undo: async () => {
            const before = Map.groupBy(changed, ({ assignee }) => assignee?.id ?? null);
            for (const [assignee_id, of] of before) await change(of, { assignee_id });
            return [];
          },
        });
      });

    const tag = (tests: Tests, patch: TagChange) =>
      writeWithUndo(async (offer) => {
        const back = groupChanges(tests, patch);
        if (back.length === 0) return;
        try {
          await change(tests, patch);
        } catch (error) {
          return sayRefused([(error as Error).message], tests.length, 'test');
        }
        offer({
          what: <Done tests={tests}>{t('tests.tags_changed')}</Done>,
          undo: async () => {
            for (const { tests: of, change: reverse } of back) await change(of, reverse);
            return [];
          },
        });
      });

    const place = (tests: Tests, scenarioId: string, onProgress?: OnProgress) =>
      writeWithUndo(async (offer) => {
        const placed: TestSummary[] = [];
        const refused: string[] = [];
        // Moved one after the other, because each goes behind the previous one.
        for (const [index, test] of tests.entries()) {
          if (test.scenario_id !== scenarioId) {
            await placeTest(queryClient, { id: test.id, mission_id: missionId }, { scenario_id: scenarioId })
              .then(() => placed.push(test))
              .catch((error: Error) => refused.push(`${toVisibleText(test.name)}: ${error.message}`));
          }
          onProgress?.(index + 1);
        }
        const name = latest.current.scenarios.find(({ id }) => id === scenarioId)?.name ?? '';
        if (placed.length > 0) {
          offer({
            what: <Done tests={placed}>{rich('tests.moved_to_name', { name: <Name>{name}</Name> })}</Done>,
            undo: async () => {
              const left: string[] = [];
              // Upper ones first, so that the positions of those below are right again.
              for (const { id, name, scenario_id, position } of placed.toSorted(byPosition)) {
                await placeTest(queryClient, { id, mission_id: missionId }, { scenario_id, position }).catch(
                  (error: Error) => left.push(`${toVisibleText(name)}: ${error.message}`),
                );
              }
              return left;
            },
          });
        }
        sayRefused(refused, tests.length, 'test');
      });

    return {
      levels,
      people,
      knownTags: () => {
        const tests = latest.current.scenarios.flatMap((scenario) => scenario.tests);
        return [...new Set(tests.flatMap(({ tags }) => tags))].sort();
      },
      level: may(writePermission.blue) ? setLevel : null,
      assign: may(...missionWriters) ? assign : null,
      tag: may('mission.update') ? tag : null,
      place: may('mission.update') ? place : null,
    };
  }, [queryClient, permissions, isOpen, missionId, levels, people]);
}

const byPosition = (one: TestSummary, other: TestSummary) => one.position - other.position;

function Done({ tests, children }: { tests: Tests; children: React.ReactNode }) {
  const [first] = tests;
  return rich('shared.labelled', {
    label:
      first !== undefined && tests.length === 1 ? (
        <Name>{first.name}</Name>
      ) : (
        t('shared.count.tests', { count: tests.length })
      ),
    value: children,
  });
}

import { findRecordings, isRecordingFile, withoutFolders } from '../../../domain/recordings/owners.ts';
import type { ImportSource } from '../format.ts';
import type { ImportPlan } from '../plan.ts';

/** Adds the recordings in an archive to the executions of its plan, and notes those that belong to none. */
export function addRecordings(plan: ImportPlan, { isArchive, members }: ImportSource): void {
  if (!isArchive || plan.executions.length === 0) return;
  const names = plan.executions.map(({ sourceId, name, template, row }) => ({
    id: sourceId,
    name,
    guid: template,
    row,
  }));
  const files = members.map(({ name }) => name);
  const taken = new Set(
    plan.executions.flatMap(({ evidence }) => evidence?.map(({ member }) => member) ?? []),
  );
  const found = findRecordings(
    names,
    files.filter((file) => !taken.has(file)),
  );
  for (const [index, recordings] of found) {
    const execution = plan.executions[index];
    if (execution === undefined) continue;
    const added = recordings.map((member) => toEvidence(member));
    execution.evidence = [...(execution.evidence ?? []), ...added];
    for (const member of recordings) taken.add(member);
  }
  const left = files.filter((file) => isRecordingFile(file) && !taken.has(file));
  if (left.length > 0)
    plan.notes.push(`Recordings that no execution is named like: ${left.slice(0, 20).join(', ')}`);
}

/** A file in an archive as evidence of red. */
export function toEvidence(member: string) {
  return { member, file_name: withoutFolders(member), side: 'red' as const, caption: null };
}

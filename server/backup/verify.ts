import type { OpenedDatabase } from '../database/database.ts';
import type { EvidenceFiles } from '../evidence/files.ts';
import { unrecordedFiles, verifyEvidence } from '../evidence/service.ts';
import type { Progress } from './read.ts';

export type Findings = {
  databaseProblems: string[];
  /** Records looked at. */
  evidence: number;
  damagedEvidence: string[];
  /** Files below the evidence folder that no record refers to; one being uploaded just now is among them. */
  unrecorded: string[];
};

/** Checks the whole database and reads every evidence file against its digest; changes nothing. */
export async function verifyInstallation(
  { database, files }: { database: OpenedDatabase; files: EvidenceFiles },
  progress?: Progress,
): Promise<Findings> {
  const { db, sqlite } = database;
  const findings: Findings = {
    databaseProblems: databaseProblems(database),
    evidence: 0,
    damagedEvidence: [],
    unrecorded: [],
  };
  const total = Number(sqlite.prepare('select count(*) from evidence').pluck().get());
  for await (const { record, intact } of verifyEvidence({ db, files })) {
    findings.evidence += 1;
    if (!intact) findings.damagedEvidence.push(record.id);
    progress?.(findings.evidence, total);
  }
  findings.unrecorded = await Array.fromAsync(unrecordedFiles({ db, files }));
  return findings;
}

function databaseProblems({ sqlite }: OpenedDatabase): string[] {
  const integrity = sqlite.pragma('integrity_check') as { integrity_check: string }[];
  const broken = sqlite.pragma('foreign_key_check') as { table: string }[];
  return [
    ...integrity.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok'),
    ...broken.map((row) => `a row of ${row.table} refers to one that is missing`),
  ];
}

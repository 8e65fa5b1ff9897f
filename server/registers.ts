import { existsSync } from 'node:fs';
import type { BlobPlace } from './blobs/place.ts';
import type { BlobRegister } from './blobs/register.ts';
import { below } from './bucket.ts';
import type { Db } from './database/database.ts';
import { openEvidenceRegister } from './missions/evidence/register.ts';
import { openReportRegister } from './missions/reports/register.ts';
import type { Settings } from './settings.ts';
import { openSimulationEvidenceRegister } from './simulations/evidence/register.ts';
import { openOutputRegister } from './simulations/outputs/register.ts';

/** The file registers of an installation; backups contain the files of all of them. */
export const registerNames = ['evidence', 'outputs', 'simulation_evidence', 'reports'] as const;
export type RegisterName = (typeof registerNames)[number];
export type Registers = Record<RegisterName, BlobRegister>;
export type RegisterPlaces = Record<RegisterName, BlobPlace>;

type Placed = Pick<
  Settings,
  | 'evidenceDir'
  | 'outputsDir'
  | 'simulationEvidenceDir'
  | 'oldSimulationEvidenceDir'
  | 'reportsDir'
  | 'bucket'
>;

/**
 * Place of each register's files; in a bucket, below its own name. Before the first start of this version some are still at their
 * old place.
 */
export function placeRegisters(settings: Placed): RegisterPlaces {
  const folders = {
    evidence: settings.evidenceDir,
    outputs: settings.outputsDir,
    simulation_evidence: findSimulationEvidence(settings),
    reports: settings.reportsDir,
  };
  const placeOf = (name: RegisterName): BlobPlace => ({
    folder: folders[name],
    bucket: settings.bucket && below(settings.bucket, name),
  });
  return {
    evidence: placeOf('evidence'),
    outputs: placeOf('outputs'),
    simulation_evidence: placeOf('simulation_evidence'),
    reports: placeOf('reports'),
  };
}

function findSimulationEvidence({
  simulationEvidenceDir,
  oldSimulationEvidenceDir,
}: Pick<Placed, 'simulationEvidenceDir' | 'oldSimulationEvidenceDir'>): string {
  const isMoved = existsSync(simulationEvidenceDir) || !existsSync(oldSimulationEvidenceDir);
  return isMoved ? simulationEvidenceDir : oldSimulationEvidenceDir;
}

export function openRegisters(db: Db, places: RegisterPlaces): Registers {
  return {
    evidence: openEvidenceRegister(db, places.evidence),
    outputs: openOutputRegister(db, places.outputs),
    simulation_evidence: openSimulationEvidenceRegister(db, places.simulation_evidence),
    reports: openReportRegister(db, places.reports),
  };
}

import type { BlobRegister } from './blobs/register.ts';
import type { Db } from './database/database.ts';
import { openEvidenceRegister } from './missions/evidence/register.ts';
import { openReportRegister } from './missions/reports/register.ts';
import type { Settings } from './settings.ts';
import { openSimulationEvidenceRegister } from './simulations/evidence/register.ts';
import { openOutputRegister } from './simulations/outputs/register.ts';

/** The registers of stored files that an installation has; backups hold the files of all of them. */
export const registerNames = ['evidence', 'outputs', 'simulation_evidence', 'reports'] as const;
export type RegisterName = (typeof registerNames)[number];
export type Registers = Record<RegisterName, BlobRegister>;
export type RegisterFolders = Record<RegisterName, string>;

export function registerFolders(
  settings: Pick<Settings, 'evidenceDir' | 'outputsDir' | 'simulationEvidenceDir' | 'reportsDir'>,
): RegisterFolders {
  return {
    evidence: settings.evidenceDir,
    outputs: settings.outputsDir,
    simulation_evidence: settings.simulationEvidenceDir,
    reports: settings.reportsDir,
  };
}

export function openRegisters(db: Db, folders: RegisterFolders): Registers {
  return {
    evidence: openEvidenceRegister(db, folders.evidence),
    outputs: openOutputRegister(db, folders.outputs),
    simulation_evidence: openSimulationEvidenceRegister(db, folders.simulation_evidence),
    reports: openReportRegister(db, folders.reports),
  };
}

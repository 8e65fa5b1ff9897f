import type { Successors } from '../../../domain/successors.ts';
import { readProgramFile } from '../../program.ts';

/** Successors of revoked techniques, as they ship with the program. */
export type BundledSuccessors = {
  title: string;
  notice: string;
  /** Of ATT&CK: whose techniques the successors are. */
  version: string;
  successors: Record<string, string>;
};

export const bundledSuccessorsFile = new URL('../../../resources/attack-successors.json', import.meta.url);

let read: Promise<Successors> | null = null;

/** Returns the table that ships with the program. */
export function readBundledSuccessors(): Promise<Successors> {
  read ??= readProgramFile(bundledSuccessorsFile).then(
    (bytes) => new Map(Object.entries((JSON.parse(bytes.toString('utf8')) as BundledSuccessors).successors)),
  );
  return read;
}

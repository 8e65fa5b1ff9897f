import type { Successors } from '../../../domain/successors.ts';
import { readProgramFile } from '../../program.ts';

/** The bundled successors of revoked techniques. */
export type BundledSuccessors = {
  title: string;
  notice: string;
  /** ATT&CK version of the successors. */
  version: string;
  successors: Record<string, string>;
};

export const bundledSuccessorsFile = new URL('../../../resources/attack-successors.json', import.meta.url);

let read: Promise<Successors> | null = null;

/** Returns the bundled table. */
export function readBundledSuccessors(): Promise<Successors> {
  read ??= readProgramFile(bundledSuccessorsFile).then(
    (bytes) => new Map(Object.entries((JSON.parse(bytes.toString('utf8')) as BundledSuccessors).successors)),
  );
  return read;
}

import { findingSides } from '../../../domain/findings.ts';
import type { Principal } from '../../permissions.ts';
import { toViewer } from '../visibility.ts';
import { listReadableSides } from './rules.ts';
import type { Reader } from './store.ts';

/** Reader, for queries of findings. */
export function toReader(user: Principal): Reader {
  return { viewer: toViewer(user), sides: listReadableSides(user) };
}

/** Reader of every finding, for the command. */
export const readerOfAll: Reader = { viewer: { id: '', seesAll: true }, sides: findingSides };

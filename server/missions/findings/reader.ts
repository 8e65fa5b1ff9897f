import { findingSides, listReadableSides } from '../../../domain/findings.ts';
import type { Principal } from '../../permissions.ts';
import { toViewer } from '../visibility.ts';
import type { Reader } from './store.ts';

/** Reader for queries of findings. */
export function toReader(user: Principal): Reader {
  return { viewer: toViewer(user), sides: listReadableSides(user.permissions) };
}

/** Reader of every finding, for the command. */
export const readerOfAll: Reader = { viewer: { id: '', seesAll: true }, sides: findingSides };

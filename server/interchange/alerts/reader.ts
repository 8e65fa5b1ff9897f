import type { AlertFormat } from '../../../domain/alerts.ts';
import type { SentAlert } from '../../missions/alerts/contract.ts';
import type { Row } from './values.ts';

/** Why a row is no alert. */
export type LeftOut = { why: string };

export type AlertReader = {
  format: AlertFormat;
  /** Whether a row has the marks of this format. */
  knows: (row: Row) => boolean;
  /** The rows of the alerts in a row; omitted if each has one. */
  spread?: (row: Row) => Row[];
  /** The alert of a row, which is kept as its original, or why it is none. */
  read: (row: Row) => SentAlert | LeftOut;
};

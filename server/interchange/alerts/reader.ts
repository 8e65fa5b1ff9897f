import type { AlertFormat } from '../../../domain/alerts.ts';
import type { SentAlert } from '../../missions/alerts/contract.ts';
import type { Row } from './values.ts';

export type AlertReader = {
  format: AlertFormat;
  /** Whether a row has the marks of this format. */
  knows: (row: Row) => boolean;
  /** The rows of the alerts in a row; omitted if each has one. */
  spread?: (row: Row) => Row[];
  /** An alert; null for a row that is none. */
  read: (row: Row) => SentAlert | null;
};

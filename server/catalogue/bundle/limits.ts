import { largestCatalogue } from '../../../domain/limits.ts';
import { DomainError } from '../../errors.ts';

export type ReadLimits = {
  maxBytes: number;
  /** Time limit of the whole transfer, from the connection to the last object. */
  totalMilliseconds: number;
  /** Longest wait for the next bytes of a response. */
  stallMilliseconds: number;
  maxRedirects: number;
};

export const readLimits: ReadLimits = {
  maxBytes: largestCatalogue,
  totalMilliseconds: 10 * 60_000,
  stallMilliseconds: 20_000,
  maxRedirects: 5,
};

export function bundleTooLarge(maxBytes: number): DomainError {
  return new DomainError('too_large', `source: is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB`);
}

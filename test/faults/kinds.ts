import { kills } from './kills.ts';
import type { Kind } from './kind.ts';

export const kinds: readonly Kind[] = [kills];

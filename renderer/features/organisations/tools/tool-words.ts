import { type ToolKind, toolKinds } from '../../../../domain/organisations.ts';
import { toolKindName } from '../../../../domain/words.ts';

export const toKindName = (kind: ToolKind): string => toolKindName[kind];

/** The kinds of a tool, to choose from. */
export const kindOptions = toolKinds.map((value) => ({ value, label: toolKindName[value] }));

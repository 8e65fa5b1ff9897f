import { type ToolKind, toolKinds } from '../../../../domain/organisations.ts';
import { t } from '../../../words.ts';

export const toKindName = (kind: ToolKind): string => t(`names.tool_kind.${kind}`);

/** The kinds of tools as options. */
export const kindOptions = () => toolKinds.map((value) => ({ value, label: t(`names.tool_kind.${value}`) }));

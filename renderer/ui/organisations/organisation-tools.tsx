import { useQuery } from '@tanstack/react-query';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { toolsOf } from '../../api/organisations.ts';
import { formatList, t } from '../../words.ts';

/** Most tools named. */
const named = 8;

/** Defensive tools of an organisation, as offered for detections. */
export function OrganisationTools({ id }: { id: string }) {
  const tools = useQuery(toolsOf(id)).data?.filter(({ retired }) => !retired);
  if (tools === undefined) return '\u00a0';
  if (tools.length === 0) return t('shared.organisation_without_tools');
  const names = tools.slice(0, named).map(({ name }) => toVisibleText(name));
  const more = tools.length - names.length;
  if (more > 0) names.push(t('shared.count_more', { count: more }));
  return t('shared.organisation_tools', { tools: formatList(names) });
}

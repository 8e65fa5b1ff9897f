import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { scenarioTemplateList } from '../../../api/catalogue/templates.ts';
import { NoTemplates } from './no-templates.tsx';
import { type Picked, TemplatePicker } from './template-picker.tsx';

type Props = { label?: string; value: Picked[]; onChange: (picked: Picked[]) => void; error?: ReactNode };

/** Picks scenario templates, in the order of the future mission. */
export function ScenarioPicker(props: Props) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const { data, error } = useQuery(scenarioTemplateList({ q, limit: 100 }));
  return (
    <TemplatePicker
      {...props}
      one="scenario"
      text={text}
      onText={setText}
      failure={data === undefined ? error : null}
      none={<NoTemplates one="scenario" isSearch={q !== ''} />}
      found={data?.items.map(({ id, name, tests }) => ({
        id,
        name,
        tests: tests.length,
        description: `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}`,
      }))}
    />
  );
}

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { testTemplateList } from '../../../api/catalogue/templates.ts';
import { NoTemplates } from './no-templates.tsx';
import { type Picked, TemplatePicker } from './template-picker.tsx';

type Props = { value: Picked[]; onChange: (picked: Picked[]) => void; error?: ReactNode };

/** Picks tests of the library, in the order of the future mission. */
export function TestPicker(props: Props) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const { data, error } = useQuery(testTemplateList({ q, limit: 100 }));
  return (
    <TemplatePicker
      {...props}
      one="test"
      text={text}
      onText={setText}
      failure={data === undefined ? error : null}
      none={<NoTemplates one="test" isSearch={q !== ''} />}
      found={data?.items.map(({ id, name, catalog_tags, platforms }) => ({
        id,
        name,
        tests: 1,
        description: [...catalog_tags.map(({ external_id }) => external_id), ...platforms].join(', '),
      }))}
    />
  );
}

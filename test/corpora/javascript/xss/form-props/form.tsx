import { useSearchParams } from 'react-router-dom';
import { getInputProps, useForm } from './forms';

export function Search(props: { extra: object }) {
  const [params] = useSearchParams();
  const [form, fields] = useForm({ defaultValue: { to: params.get('to') } });
  const given = JSON.parse(params.get('props') ?? '{}');
  return (
    <form id={form.id}>
      <input {...getInputProps(fields.to, { type: 'hidden' })} /> {/* ok: xss */}
      <div {...given} /> {/* expect: xss */}
      <p {...props.extra}>{params.get('q')}</p> {/* ok: xss */}
    </form>
  );
}

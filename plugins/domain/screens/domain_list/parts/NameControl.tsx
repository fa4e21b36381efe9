import { Input } from '@arco-design/web-react';
import { type ControlProps, controlAttributes } from '@waypost/host-sdk';
import { useId } from 'react';
import { suggestNames } from '../../../names/suggest-names.ts';

/** A domain, typed whole or completed with one of the usual endings. */
export function NameControl(props: ControlProps<string>) {
  const list = useId();
  const text = props.value ?? '';
  return (
    <>
      <Input
        {...controlAttributes(props)}
        list={list}
        value={text}
        autoComplete="off"
        placeholder={props.placeholder ?? ''}
        {...(props.hasError ? { status: 'error' as const } : {})}
        {...(props.field?.maximumLength === undefined ? {} : { maxLength: props.field.maximumLength })}
        onChange={props.onChange}
        onBlur={props.onBlur}
      />
      <datalist id={list}>
        {suggestNames(text).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** For forms that ask for a domain as `name`. */
export const NAME_CONTROLS = { name: NameControl };

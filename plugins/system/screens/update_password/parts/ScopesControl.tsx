import { Select } from '@arco-design/web-react';
import { type ControlProps, useUser, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';

/** What a key may do: out of what its owner may. Nothing chosen: all of it, also what is added later. */
export function ScopesControl(props: ControlProps<string[]>) {
  const words = useWords();
  const user = useUser();
  const options = useMemo(() => scopesOf(user?.permissions ?? []), [user]);
  return (
    <Select
      mode="multiple"
      id={props.id}
      aria-label={props.label}
      aria-invalid={props.hasError || undefined}
      aria-describedby={props.describedBy}
      value={props.value ?? []}
      placeholder={words('system.api_key.everything')}
      disabled={props.isDisabled}
      error={props.hasError}
      allowClear
      options={options}
      // No scopes is none of a key that may do nothing: it is one that may do everything.
      onChange={(value: string[]) => props.onChange(value.length === 0 ? null : value)}
      onBlur={props.onBlur}
    />
  );
}

/** Every node, each noun led by one entry for all that is done with it: `qr.code:*`. */
function scopesOf(permissions: readonly string[]): string[] {
  const nouns = new Set(permissions.map((node) => node.slice(0, node.indexOf(':'))));
  return [...[...nouns].map((noun) => `${noun}:*`), ...permissions].toSorted();
}

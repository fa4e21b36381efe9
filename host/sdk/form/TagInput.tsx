import { InputTag } from '@arco-design/web-react';
import { useEffect, useRef } from 'react';
import type { ControlProps } from './control-props.ts';

/** Typed or pasted, they end an entry. */
const SEPARATORS = [',', '，', '、', ';', '；', '\n'];

/** A list of short texts. What is still being typed when the field is left becomes an entry, too. */
export function TagInput(props: ControlProps<string[]>) {
  const { describedBy, hasError, id, label } = props;
  const holder = useRef<HTMLDivElement>(null);
  // Arco ties none of this to the input inside.
  useEffect(() => {
    const input = holder.current?.querySelector('input');
    const attributes = {
      id,
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': hasError ? 'true' : undefined,
    };
    for (const [name, value] of Object.entries(attributes))
      if (value === undefined) input?.removeAttribute(name);
      else input?.setAttribute(name, value);
  }, [describedBy, hasError, id, label]);
  return (
    <div ref={holder}>
      <InputTag
        value={props.value ?? []}
        placeholder={props.placeholder ?? ''}
        disabled={props.isDisabled}
        {...(hasError ? { status: 'error' as const } : {})}
        saveOnBlur
        tokenSeparators={SEPARATORS}
        onChange={(entries: string[]) => props.onChange(entries)}
        onBlur={props.onBlur}
      />
    </div>
  );
}

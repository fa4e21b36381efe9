import { Input } from '@arco-design/web-react';
import { completeTarget } from '@waypost/contract';
import { type ControlProps, controlAttributes, FormField, useForm, useWords } from '@waypost/host-sdk';

const PATH = 'targets.0.url';

/** The address of the first target. What was typed stands there as it will be saved once the field is left. */
export function AddressField({ onTyped }: { onTyped?: (text: string) => void }) {
  const words = useWords();
  const form = useForm();
  const complete = (typed: string) => {
    const address = completeTarget(typed.trim());
    if (address !== typed) form.setValue(PATH, address);
  };
  return (
    <FormField path={PATH} label={words('qr.set.target.url')} isRequired>
      {(control: ControlProps<never>) => (
        <Input
          {...controlAttributes(control)}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="example.com"
          value={control.value ?? ''}
          {...(control.hasError ? { status: 'error' as const } : {})}
          onChange={(text: string) => {
            (control as ControlProps<string>).onChange(text);
            onTyped?.(text);
          }}
          onBlur={() => {
            control.onBlur();
            complete(control.value ?? '');
          }}
        />
      )}
    </FormField>
  );
}

import { Input } from '@arco-design/web-react';
import {
  ChoiceSelect,
  type ControlComponent,
  type ControlProps,
  controlAttributes,
  FormField,
} from '@waypost/host-sdk';
import type { Parameter } from '../../../machines/parameters/rules.ts';

/** What a script asks for, by the names that its author gave. */
export function valuesControl(parameters: readonly Parameter[]): ControlComponent {
  return () => (
    <>
      {parameters.map((one) => (
        <FormField key={one.name} path={`values.${one.name}`} label={one.title || one.name} isRequired>
          {(control: ControlProps<never>) => (
            <Value parameter={one} control={control as ControlProps<string>} />
          )}
        </FormField>
      ))}
    </>
  );
}

function Value({
  parameter: { kind, choices },
  control,
}: {
  parameter: Parameter;
  control: ControlProps<string>;
}) {
  if (kind === 'choice')
    return (
      <ChoiceSelect
        control={control}
        choices={choices.map((value) => ({ value, label: value }))}
        onChange={(next) => control.onChange(next ?? '')}
      />
    );
  return (
    <Input
      {...controlAttributes(control)}
      value={control.value ?? ''}
      autoComplete="off"
      spellCheck={false}
      {...(kind === 'number' ? { inputMode: 'numeric' as const } : {})}
      {...(control.hasError ? { status: 'error' as const } : {})}
      onChange={control.onChange}
      onBlur={control.onBlur}
    />
  );
}

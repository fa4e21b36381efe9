import { Select } from '@arco-design/web-react';
import { type ControlProps, controlAttributes } from './control-props.ts';

export interface ChoiceSelectProps<T extends string | number> {
  /** What the form hands to a control. */
  control: Omit<ControlProps, 'onChange'>;
  choices: readonly { value: T; label: string }[];
  /** Shown while nothing is chosen; default: the control's. */
  placeholder?: string | undefined;
  /** What was chosen can be taken back: `onChange` gets `undefined`. */
  allowClear?: boolean;
  // A method, as in ControlProps: a caller names what its choices are.
  onChange(value: NoInfer<T> | undefined): void;
}

/** A control of a form in which one of several choices is taken. */
export function ChoiceSelect<T extends string | number>(props: ChoiceSelectProps<T>) {
  const { control, choices, placeholder = control.placeholder } = props;
  const { value } = control;
  // An empty text that is no choice is nothing chosen, as fields begin with it.
  const isChosen = value || choices.some((choice) => choice.value === value);
  return (
    <Select
      {...controlAttributes(control)}
      {...(isChosen ? { value: value as T } : {})}
      placeholder={placeholder ?? ''}
      error={control.hasError}
      allowClear={props.allowClear ?? false}
      options={[...choices]}
      onChange={(next: T | undefined) => props.onChange(next)}
      onBlur={control.onBlur}
    />
  );
}

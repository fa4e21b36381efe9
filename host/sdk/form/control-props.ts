import type { ComponentType } from 'react';
import type { ControlModel } from './control-model.ts';

/** What every control gets, the SDK's and a page's own. */
export interface ControlProps<T = unknown> {
  id: string;
  value: T | undefined;
  // Methods, because a control of one value type must fit where the form hands over any.
  onChange(value: T | undefined | null): void;
  onBlur(): void;
  isDisabled: boolean;
  hasError: boolean;
  /** Ids of help and fault, for `aria-describedby`. */
  describedBy: string | undefined;
  /** Text of the label, for controls that `<label for>` does not reach. */
  label: string;
  placeholder: string | undefined;
  /** Words of the unit shown inside the control. */
  unit: string | undefined;
  field: ControlModel | undefined;
  /** Words of an option. */
  optionText: (code: string | number) => string;
  /** What an option means, where its words alone do not say it. */
  optionHelp?: (code: string | number) => string | undefined;
}

export type ControlComponent = ComponentType<ControlProps<never>>;

/** Attributes of the element that takes the input: they tie it to its label, help and fault, and say when it rests. */
export function controlAttributes({
  id,
  label,
  hasError,
  describedBy,
  isDisabled,
}: Pick<ControlProps, 'id' | 'label' | 'hasError' | 'describedBy' | 'isDisabled'>) {
  return {
    id,
    'aria-label': label,
    'aria-invalid': hasError || undefined,
    'aria-describedby': describedBy,
    disabled: isDisabled,
  };
}

import type { Resource } from '@waypost/contract';
import { createContext, useContext } from 'react';
import type { ControlModel } from './control-model.ts';
import type { ControlComponent } from './control-props.ts';
import type { FormValues } from './draft.ts';

/** What a form offers to its fields and to custom parts. */
export interface FormApi {
  values: FormValues;
  setValue(path: string, value: unknown): void;
  /** Marks a place as left, so that its faults show. */
  leave(path: string): void;
  /** Sentences to show, by dotted path. */
  errors: Readonly<Record<string, string>>;
  isDirty: boolean;
  isSaving: boolean;
  isEdit: boolean;
  submit(): Promise<void>;
}

export interface FormScope extends FormApi {
  resource: Resource;
  models: readonly ControlModel[];
  controls: Readonly<Record<string, ControlComponent>>;
  /** Prefix of the ids of this form's controls. */
  formId: string;
  /** Of the sections' headings: below the page's title, or below a drawer's. */
  headingLevel: 2 | 3;
}

export const FormContext = createContext<FormScope | undefined>(undefined);

export function useFormScope(): FormScope {
  const scope = useContext(FormContext);
  if (!scope) throw new Error('A form field stands outside a form');
  return scope;
}

/** The form around: values, faults, saving. For custom sections and controls. */
export function useForm(): FormApi {
  return useFormScope();
}

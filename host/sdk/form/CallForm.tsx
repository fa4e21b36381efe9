import {
  type BodyOf,
  type CallDefinition,
  defineResource,
  type Fields,
  type ResultOf,
  type Rule,
} from '@waypost/contract';
import { useMemo } from 'react';
import { useWords } from '../words/context.tsx';
import { LoadedForm, type LoadedFormProps } from './LoadedForm.tsx';
import type { ResourceFormProps } from './ResourceForm.tsx';

export interface CallFormProps<C extends CallDefinition>
  extends Pick<ResourceFormProps, 'sections' | 'controls' | 'extra' | 'aside' | 'onCancel' | 'children'> {
  call: C;
  /** `<plugin>.<noun>`; words are looked up as those of a resource: `<name>.<field>`, with `.help` and `.placeholder`. */
  name: string;
  /** What a person fills in: part of the call's body, or what `toBody` makes it of. Hints choose controls and defaults. */
  fields: Fields;
  rules?: readonly Rule[];
  initial?: Readonly<Record<string, unknown>>;
  /** Locale key of the button that sends. */
  submit: string;
  toBody?: (values: Record<string, unknown>) => BodyOf<C>;
  /** The form is empty again by then. */
  onSent: (result: ResultOf<C>) => void;
}

/**
 * A form for a call that is no resource's: checked with the same schemas as the server's, faults at their fields,
 * sealed fields sealed for this call, and a question before what was typed is lost.
 */
export function CallForm<C extends CallDefinition>({
  call,
  name,
  fields,
  rules,
  submit,
  toBody,
  onSent,
  ...form
}: CallFormProps<C>) {
  const words = useWords();
  const resource = useMemo(
    () =>
      defineResource({
        name,
        area: call.area,
        title: Object.keys(fields)[0] ?? '',
        fields,
        rules: rules ?? [],
        access: 'all',
        calls: [],
      }),
    [name, call.area, fields, rules],
  );
  return (
    <LoadedForm
      {...form}
      resource={resource}
      mode="create"
      call={call}
      source={undefined}
      saveLabel={words(submit)}
      toBody={toBody as LoadedFormProps['toBody']}
      onSaved={(result) => onSent(result as ResultOf<C>)}
    />
  );
}

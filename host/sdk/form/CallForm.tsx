import type { BodyOf, CallDefinition, Fields, ResultOf, Rule } from '@waypost/contract';
import { type ReactNode, useMemo } from 'react';
import { Drawer } from '../parts/Drawer.tsx';
import { useWords } from '../words/context.tsx';
import { callResource } from './call-resource.ts';
import type { FormValues } from './draft.ts';
import { LoadedForm, type LoadedFormProps } from './LoadedForm.tsx';

type Shared =
  | 'sections'
  | 'controls'
  | 'extra'
  | 'aside'
  | 'onCancel'
  | 'children'
  | 'asks'
  | 'isQuestion'
  | 'about'
  | 'onAsk';

/**
 * Beside its own it takes of `ResourceForm`'s, with their meaning there, `sections`, `controls`, `extra`, `aside`, `about`, `children`,
 * `onAsk` and `onCancel`, and two more: `asks(name, values)`, whether a field is asked for with what has been typed so far (default: all
 * are), and `isQuestion`, what was sent stays for the next time, and to leave it unsent loses nothing.
 */
export interface CallFormProps<C extends CallDefinition> extends Pick<LoadedFormProps, Shared> {
  call: C;
  /**
   * `<plugin>.<noun>`, or of one of several forms of it `<plugin>.<noun>.<form>`; any other name throws where the form is shown.
   * Words are looked up as those of a resource: `<name>.<field>`, with `.help` and `.placeholder`; `<name>.fault.<field>` is said
   * of a field that is missing.
   */
  name: string;
  /**
   * What a person fills in: part of the call's body, or what `toBody` makes it of. Hints choose controls and defaults.
   * A `sealed` field has a schema of texts: what may be typed.
   */
  fields: Fields;
  rules?: readonly Rule[];
  initial?: Readonly<FormValues>;
  /** Locale key of the button that sends, or its content with what has been typed so far. */
  submit: string | ((values: FormValues) => ReactNode);
  /** How the button looks; default `primary`. */
  submitKind?: LoadedFormProps['saveKind'];
  /** The form stands in a drawer with this title, which `onCancel` closes. Width in pixels. */
  drawer?: { title: string; width?: number };
  toBody?: (values: FormValues) => BodyOf<C> | FormValues;
  /** The form is empty again by then, unless it `isQuestion`. `values`: what was typed. */
  onSent: (result: ResultOf<C>, values: FormValues) => void;
}

/**
 * A form for a call that is no resource's: checked with the same schemas as the server's, faults at their fields and
 * beside the button, sealed fields sealed for this call, sent once, and a question before what was typed is lost.
 */
export function CallForm<C extends CallDefinition>({
  call,
  name,
  fields,
  rules,
  submit,
  submitKind,
  drawer,
  toBody,
  onSent,
  ...form
}: CallFormProps<C>) {
  const words = useWords();
  const { area } = call;
  const resource = useMemo(
    () => callResource({ name, call: { area }, fields, rules }),
    [name, area, fields, rules],
  );
  const frame: LoadedFormProps['frame'] = ({ body, buttons, onClose }) => (
    <Drawer {...drawer} title={drawer?.title ?? ''} isOpen onClose={onClose} footer={buttons}>
      {body}
    </Drawer>
  );
  return (
    <LoadedForm
      {...form}
      resource={resource}
      mode="create"
      call={call}
      source={undefined}
      saveLabel={typeof submit === 'string' ? words(submit) : submit}
      saveKind={submitKind}
      frame={drawer && frame}
      title={drawer?.title}
      toBody={toBody as LoadedFormProps['toBody']}
      onSaved={(result, values) => onSent(result as ResultOf<C>, values)}
    />
  );
}

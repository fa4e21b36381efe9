import type { Resource } from '@waypost/contract';
import type { ReactNode } from 'react';
import type { ControlComponent } from './control-props.ts';
import type { FormMode, FormValues } from './draft.ts';

export interface FormSectionDeclaration {
  /** Heading: `<plugin>.<noun>.section.<name>`. */
  name?: string;
  fields: readonly string[];
  /** Behind one button together with the others that say so; open by itself where something in it is not right. */
  isMore?: boolean;
  /** Fields whose label is read out but not seen: their control labels its parts. */
  hiddenLabels?: readonly string[];
}

export interface ResourceFormProps {
  resource: Resource;
  mode: FormMode;
  /** Row to edit; loaded through `details` unless `row` is given. */
  id?: string | undefined;
  row?: Readonly<Record<string, unknown>> | undefined;
  /** First values of a creation, beside the declared defaults. */
  initial?: Readonly<FormValues> | undefined;
  /** Which fields in which order. Default: all writable ones, grouped by `hints.section`. */
  sections?: readonly FormSectionDeclaration[] | undefined;
  /**
   * The fields that this form is about, where several forms share a row: the others are neither checked nor sent. Default:
   * all writable ones.
   */
  only?: readonly string[] | undefined;
  /**
   * Tells this form from others of its kind on the same screen, such as ids or the part of a row that `only` makes of it:
   * what is typed survives a reload and comes back into the form that has the same. No text in the reader's language, and
   * nothing that is other while something still loads. Default: title of the drawer, `initial` and `only` together.
   */
  about?: string | undefined;
  /** Whether sections that other plugins add to forms of this resource stand here; default: they do. */
  hasOthersSections?: boolean | undefined;
  /** Whether a field is asked for, with what has been typed so far; default: all are. */
  asks?: ((name: string, values: FormValues) => boolean) | undefined;
  /** Own controls, by the field's name or by the name in `hints.control`. */
  controls?: Readonly<Record<string, ControlComponent>> | undefined;
  /** Last say over the body: gets the checked values (on update only the changed ones). */
  toBody?: ((values: FormValues) => FormValues) | undefined;
  /** Below the fields. */
  extra?: ReactNode;
  /** Beside the fields on wide screens, such as a preview of what is being made. */
  aside?: ((values: FormValues) => ReactNode) | undefined;
  /** At the end of the row of the save button, such as what opens a preview where nothing stands beside the fields. */
  barEnd?: ((values: FormValues) => ReactNode) | undefined;
  /** Text of the save button, or its content with what has been typed so far; default: create or save. */
  saveLabel?: string | ((values: FormValues) => ReactNode) | undefined;
  /** Asked with the checked values before they are sent; false leaves the form as it is. */
  onAsk?: ((values: FormValues) => Promise<boolean>) | undefined;
  onSaved?: ((result: Record<string, unknown>, values: FormValues) => void) | undefined;
  /** Asked after the unsaved-changes question. Without it there is no cancel button. */
  onCancel?: (() => void) | undefined;
  /** Set by the list's drawer: where to put title and buttons. */
  frame?: FormFrame | undefined;
  children?: ReactNode;
}

/** Puts a form into its surroundings: a page by default, the list's drawer otherwise. */
export type FormFrame = (parts: {
  title: string;
  body: ReactNode;
  buttons: ReactNode;
  onClose: () => void;
}) => ReactNode;

import { useQuery } from '@tanstack/react-query';
import type { Resource } from '@waypost/contract';
import type { ReactNode } from 'react';
import type { ApiError } from '../client/ApiError.ts';
import { useClient } from '../client/context.tsx';
import { ErrorState, Skeleton } from '../parts/states.tsx';
import type { ControlComponent } from './control-props.ts';
import type { FormMode, FormValues } from './draft.ts';
import { LoadedForm } from './LoadedForm.tsx';

export interface FormSectionDeclaration {
  /** Heading: `<plugin>.<noun>.section.<name>`. */
  name?: string;
  fields: readonly string[];
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
  /** Own controls, by the field's name or by the name in `hints.control`. */
  controls?: Readonly<Record<string, ControlComponent>> | undefined;
  /** Last say over the body: gets the checked values (on update only the changed ones). */
  toBody?: ((values: FormValues) => FormValues) | undefined;
  /** Below the fields. */
  extra?: ReactNode;
  /** Beside the fields on wide screens, such as a preview of what is being made. */
  aside?: ((values: FormValues) => ReactNode) | undefined;
  /** Text of the save button; default: create or save. */
  saveLabel?: string | undefined;
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

/** A form made from a resource's declaration, checked with the schemas that the server uses. */
export function ResourceForm(props: ResourceFormProps) {
  const client = useClient();
  const { resource, mode, id, row } = props;
  const needsLoad = mode === 'edit' && row === undefined;
  const query = useQuery<Record<string, unknown>, ApiError>({
    queryKey: [resource.area, 'details', id, 'form'],
    queryFn: ({ signal }) => client.post(resource.area, 'details', { id }, { signal }),
    enabled: needsLoad,
    // A form must start from what is stored now, and must not change under the person's hands.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const source = row ?? query.data;
  if (needsLoad && !source) {
    const waiting = query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton lines={8} height={32} />
    );
    if (!props.frame) return waiting;
    return props.frame({
      title: '',
      body: waiting,
      buttons: null,
      onClose: props.onCancel ?? (() => undefined),
    });
  }
  return <LoadedForm key={`${mode}:${id ?? ''}`} {...props} source={source} />;
}

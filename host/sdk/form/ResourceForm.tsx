import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../client/ApiError.ts';
import { useClient } from '../client/context.tsx';
import { PendingState } from '../parts/states.tsx';
import { LoadedForm } from './LoadedForm.tsx';
import type { ResourceFormProps } from './resource-form-props.ts';

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
    const waiting = <PendingState error={query.error} onRetry={query.refetch} lines={8} height={32} />;
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

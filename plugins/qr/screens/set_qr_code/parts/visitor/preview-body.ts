import { type BodyOf, completeTarget } from '@waypost/contract';
import type { FormValues } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { statusOf } from '../../../../codes/status/rules.ts';
import type { Target } from '../../../qr_code_list/resource.ts';
import { visitPreviewCall } from '../../preview/calls.ts';

export type PreviewBody = BodyOf<typeof visitPreviewCall>;

/**
 * What the server is asked about a form as it stands; undefined while the target is not filled in.
 * @param code what is stored of it, under what is typed; undefined for a new one
 */
export function previewBody(
  { target, values, code }: { target: Target | undefined; values: FormValues; code: CodeRow | undefined },
  now: number,
): PreviewBody | undefined {
  if (target === undefined) return undefined;
  const { state, expires_at, expires_after, expired_target, has_password }: FormValues = {
    ...code,
    ...values,
  };
  const status = statusOf(
    {
      state: state === 'off' || code?.is_paused ? 'off' : 'on',
      is_frozen: code?.is_frozen ?? false,
      view_number: code?.view_number ?? 0,
      expires_at: typeof expires_at === 'string' ? expires_at : null,
      expires_after: typeof expires_after === 'number' ? expires_after : null,
    },
    now,
  );
  // Not its place in the rotation, nor its note: nothing is asked anew for them.
  const { url, picture, contact, pool } = target;
  return visitPreviewCall.body.safeParse({
    target: { url: url === undefined ? url : completeTarget(url.trim()), picture, contact, pool },
    status,
    has_password: has_password === true,
    ...(status === 'expired' && expired_target ? { expired_target } : {}),
    ...(code === undefined ? {} : { id: code.id }),
  }).data;
}

import type { BodyOf } from '@waypost/contract';
import type { FormValues } from '@waypost/host-sdk';
import type { batchUpdateCall } from '../calls.ts';

/** What can be changed of many codes at once, in the order of the form. A password is asked for beside its switch. */
export const BATCH_FIELDS = [
  'design',
  'jump_type',
  'forward_query',
  'rotation_model',
  'access_mode',
  'visit_restriction',
  'has_password',
  'open_log',
  'expires_at',
  'expires_after',
  'expired_target',
  'visit_rules',
] as const;
export type BatchField = (typeof BATCH_FIELDS)[number];

/** Whether a field of the form is asked for: one that was not chosen is neither checked nor sent. */
export function isAsked(name: string, { changes, has_password }: FormValues): boolean {
  if (name === 'changes') return true;
  const chosen: unknown[] = Array.isArray(changes) ? changes : [];
  if (name === 'visit_password') return chosen.includes('has_password') && has_password === true;
  return chosen.includes(name);
}

/** What is sent of the form: the chosen fields alone. */
export function batchBody(
  ids: readonly string[],
  { changes, has_password, ...chosen }: FormValues,
): BodyOf<typeof batchUpdateCall> | FormValues {
  // A password that is set protects by itself.
  const guard = has_password === false ? { has_password } : {};
  return { ids: [...ids], is_partial: true, ...chosen, ...guard };
}

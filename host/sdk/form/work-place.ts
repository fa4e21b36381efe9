import type { Resource } from '@waypost/contract';
import type { FormMode, FormValues } from './draft.ts';
import type { SavePlace } from './save.ts';

/** In the place of an account while nobody is logged in. */
export const GUEST = 'guest';

/** What tells a form from others. */
export interface FormIdentity {
  resource: Pick<Resource, 'name'>;
  mode: FormMode;
  call?: SavePlace | undefined;
  source?: Readonly<Record<string, unknown>> | undefined;
  about?: string | undefined;
  /** Where the caller names nothing: what such forms differ in as a rule. */
  title?: string | undefined;
  initial?: Readonly<FormValues> | undefined;
  only?: readonly string[] | undefined;
}

/**
 * Name under which the work of a form is kept. It has to be the same after a reload, whatever has been loaded by the time
 * that the form is there and in whichever order, and another for another form or thing: or work is lost, or comes back
 * where it was not typed.
 */
export function workPlace(
  at: { account: string; pathname: string; search: string },
  { resource, mode, call, source, about, title, initial, only }: FormIdentity,
): string {
  const thing = new URLSearchParams(at.search).get('id');
  const form = [resource.name, call?.call ?? mode, source?.id];
  const which = about === undefined ? [title, inOrder(initial), only && [...new Set(only)].sort()] : [about];
  return JSON.stringify([at.account, at.pathname, thing, ...form, ...which]);
}

/** The same text for the same values, in whichever order they were put together. */
function inOrder(values: Readonly<FormValues> | undefined): unknown {
  return values && Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1));
}

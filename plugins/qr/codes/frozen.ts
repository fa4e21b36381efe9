import { qrErrors } from './errors.ts';
import type { StoredCode } from './link.ts';

/**
 * An operator's freeze is above the owner's own switch, which stays as it is until the freeze is lifted.
 * @param ids as the caller sent them, for the paths of the faults; left out where there is one code
 * @throws AppError `qr.code_frozen` 409 with the operator's reason when a frozen code would get another state
 */
export function refuseFrozenState(
  codes: readonly StoredCode[],
  state: StoredCode['state'] | undefined,
  ids: readonly string[] = [],
): void {
  if (state === undefined) return;
  const held = codes.filter((code) => code.is_frozen && code.state !== state);
  const [first] = held;
  if (first === undefined) return;
  const paths = held.map(({ _id }) => (ids.length > 1 ? `ids.${ids.indexOf(String(_id))}` : 'state'));
  throw qrErrors.codeFrozen.create(
    { reason: first.frozen_reason },
    { errors: paths.map((path) => ({ path, message: 'qr.fault.code_frozen' })) },
  );
}

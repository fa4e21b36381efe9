import { errors } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { type ReadName, readName } from '../names/read-name.ts';

/** An entered name. Errors: `invalid_input` 422 at `name`, which says what is wrong with it. */
export function enteredName({ platform }: Pick<PluginContext, 'platform'>, text: string): ReadName {
  const read = readName(text, platform.ownHosts);
  if ('fault' in read)
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'name', message: `domain.fault.${read.fault}` }] },
    );
  return read;
}

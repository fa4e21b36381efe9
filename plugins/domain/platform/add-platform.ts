import { DomainType } from '@waypost/contract';
import { addRow, type DomainUse, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { afterChange } from '../domains/changed.ts';
import { domainErrors } from '../domains/errors.ts';
import { inFamily, isTaken } from '../domains/families.ts';
import { enteredName } from '../domains/new-domain.ts';
import { PLATFORM } from '../domains/values.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { ReadSettings } from '../settings.ts';

/**
 * Adds a name of the platform. It needs no proof: whether it leads here is looked at, and shown.
 * Errors: `invalid_input` 422 at `name`, `domain.name_taken` 409, `domain.name_there` 409
 */
export async function addPlatform(
  context: PluginContext,
  input: { name: string; type: DomainUse | undefined; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<{ id: string }> {
  const read = enteredName(context, input.name);
  const now = context.clock.date();
  const row = await inFamily(context, read.registrable, async (session) => {
    const there = { name: read.name, is_platform: true, is_there: true };
    if ((await context.model(domainResource).exists(there).session(session)) !== null)
      throw domainErrors.nameThere.create({ name: read.shown });
    if (await isTaken(context, { owner: PLATFORM, is_platform: true, ...read }, session))
      throw domainErrors.nameTaken.create({ name: read.shown });
    return addRow(
      context,
      domainResource,
      {
        ...read,
        type: input.type ?? DomainType.entry,
        is_platform: true,
        state: 'proved',
        method: 'operator',
        proved_time: now,
        next_check_time: now,
      },
      { owner: PLATFORM, session, audit: false },
    );
  });
  const after = { name: read.name, type: row.type };
  await context.audit({ type: 'domain.domain.add_platform', target: String(row._id), after, request });
  await afterChange(context, [{ before: undefined, after: row }], input.readSettings);
  return { id: String(row._id) };
}

import { type CreateOf, errors, type Resource } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import { knownFailure } from '../../storage/index.ts';
import { checkRules } from './check-rules.ts';
import type { MountedResource, StoredRow } from './mounted-resource.ts';
import { askBefore, tellAfter } from './row-hooks.ts';
import { toStoredTimes } from './time-fields.ts';

/** Creates a row from a checked body; answers its id and what the binding adds. */
export async function addRow(
  mounted: MountedResource,
  body: Record<string, unknown>,
  request: SignedRequest,
): Promise<Record<string, unknown>> {
  const { resource, binding, model, clock } = mounted;
  const filled = { ...defaultsOf(resource), ...body };
  checkRules(resource, filled);
  const prepared = binding.prepareCreate
    ? await binding.prepareCreate(filled as CreateOf<Resource>, request)
    : filled;
  const write = mounted.transaction(async (session) => {
    await askBefore(mounted, { action: 'create', change: filled, request });
    const step = { session, request, before: undefined };
    const fields = binding.beforeCreate
      ? await binding.beforeCreate(prepared as CreateOf<Resource>, step)
      : prepared;
    const now = clock.date();
    const document: Record<string, unknown> = {
      ...toStoredTimes(resource, fields),
      version: 1,
      create_time: now,
      update_time: now,
      remove_time: null,
      remove_by: null,
    };
    if (resource.access === 'own') document.owner = fields.owner ?? request.caller.id;
    const [created] = await model.create([document] as never, { session });
    const stored = (created as unknown as { toObject(): StoredRow }).toObject();
    await binding.afterWrite?.(stored as never, step);
    return stored;
  });
  const row = await write.catch((error: unknown) => Promise.reject(told(resource, error)));
  tellAfter(mounted, { action: 'create', id: row._id, row, change: filled, request });
  await mounted.audit({ type: `${resource.name}.add`, target: row._id, after: row, request });
  return { id: row._id, ...binding.created?.(row as never, request) };
}

/** A duplicate of what nobody is shown, such as the look of a name, is told at the field that names the row. */
function told({ fields, title }: Resource, error: unknown): unknown {
  const failure = knownFailure(error);
  if (
    failure?.code !== errors.duplicate.code ||
    !failure.errors.some(({ path }) => fields[path]?.hints.secret)
  )
    return error;
  return errors.duplicate.create(
    { field: title },
    { cause: error, errors: [{ path: title, message: 'error.issue.duplicate' }] },
  );
}

function defaultsOf(resource: Resource): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const [name, { hints }] of Object.entries(resource.fields))
    if ('default' in hints && hints.stored !== false) defaults[name] = structuredClone(hints.default);
  return defaults;
}

import { type CreateOf, errors, type Resource } from '@waypost/contract';
import { fieldDefaults, firstColumns, type SignedRequest, toStoredTimes } from '@waypost/sdk';
import { knownFailure } from '../../storage/index.ts';
import { checkRules } from './check-rules.ts';
import type { MountedResource, StoredRow } from './mounted-resource.ts';
import { askBefore, tellAfter } from './row-hooks.ts';

/** Creates a row from a checked body; answers its id and what the binding adds. */
export async function addRow(
  mounted: MountedResource,
  body: Record<string, unknown>,
  request: SignedRequest,
): Promise<Record<string, unknown>> {
  const { resource, binding, model, clock } = mounted;
  const filled = { ...fieldDefaults(resource), ...body };
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
    const document: Record<string, unknown> = {
      ...toStoredTimes(resource, fields),
      ...firstColumns(clock.date()),
    };
    if (resource.access === 'own') document.owner = fields.owner ?? request.caller.id;
    const [created] = await model.create([document] as never, { session });
    const stored = (created as unknown as { toObject(): StoredRow }).toObject();
    await binding.afterWrite?.(stored as never, step);
    await mounted.audit(
      { type: `${resource.name}.add`, target: stored._id, after: stored, request },
      session,
    );
    return stored;
  });
  const row = await write.catch((error: unknown) => Promise.reject(told(resource, error)));
  tellAfter(mounted, { action: 'create', id: row._id, row, change: filled, request });
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

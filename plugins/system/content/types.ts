import { defineError, errors } from '@waypost/contract';
import type { PluginContext, ResourceBinding, Session } from '@waypost/sdk';
import type { imageText } from '../screens/image_text/resource.ts';
import type { imageTextType } from '../screens/image_text_type/resource.ts';
import type { rotation } from '../screens/rotation/resource.ts';
import type { rotationType } from '../screens/rotation_type/resource.ts';

/** A type that something still is of is not removed. Params: how many there are. */
const typeInUse = defineError({ code: 'content_type_in_use', status: 409, params: ['count'] });

type Type = typeof rotationType | typeof imageTextType;
type Typed = typeof rotation | typeof imageText;

/** The functions behind a kind of types: one of them goes only when nothing is of it. */
export function bindTypes<T extends Type>(
  context: Pick<PluginContext, 'model'>,
  things: Typed,
): ResourceBinding<T> {
  return {
    afterWrite: async (after, { session, before }) => {
      if (after !== undefined || before === undefined) return;
      const filter = { type: String(before._id) };
      const model = context.model(things as typeof rotation);
      const count = await model.countDocuments(filter).session(session);
      if (count > 0) throw typeInUse.create({ count });
    },
  };
}

/**
 * Errors: `invalid_input` 422 at `type` for one that is not there. Written, so that of whoever removes it at this moment and
 * whoever uses it one runs again.
 */
export async function requireType(
  context: Pick<PluginContext, 'model'>,
  types: Type,
  type: string,
  session: Session,
): Promise<void> {
  const model = context.model(types as typeof rotationType);
  const { matchedCount } = await model.updateOne({ _id: type }, { $inc: { guard: 1 } }, { session });
  if (matchedCount === 1) return;
  throw errors.invalidInput.create({}, { errors: [{ path: 'type', message: 'system.fault.no_type' }] });
}

import { BODIES } from './matrix-objects.ts';
import type { RouteFacts, World } from './world.ts';

/** A body of a call that is right but for whose the object is. */
export async function bodyFor(route: RouteFacts, id: string, world: World): Promise<Record<string, unknown>> {
  const { properties = {}, required = [] } = route.body;
  const body: Record<string, unknown> = {};
  for (const name of required) {
    const { type, minimum, minLength, enum: options, anyOf, const: only } = properties[name] ?? {};
    if (only !== undefined) body[name] = only;
    else if (options) body[name] = options[0];
    else if (anyOf?.[0]?.const !== undefined) body[name] = anyOf[0].const;
    else if (type === 'string') body[name] = 'm'.repeat(Math.max(1, minLength ?? 1));
    else if (type === 'integer' || type === 'number') body[name] = Math.max(1, minimum ?? 1);
    else if (type === 'boolean') body[name] = false;
  }
  if ('ids' in properties) body.ids = [id];
  if ('id' in properties) body.id = id;
  if ('owner' in properties && required.includes('owner')) body.owner = (await rootId(world)) ?? '';
  const further = BODIES[route.path];
  return { ...body, ...(typeof further === 'function' ? await further(world) : further) };
}

const rootId = async ({ root }: World) =>
  (await root.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;

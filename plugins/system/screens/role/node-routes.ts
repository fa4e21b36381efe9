import { type BodyOf, errors } from '@waypost/contract';
import { newRow, requireRow, type Session } from '@waypost/sdk';
import type { PermissionNode, PlatformContext } from '@waypost/sdk/platform';
import { nodeAdd, nodeRemove, nodeUpdate } from './calls.ts';
import { fault } from './errors.ts';
import { menuAddress } from './menu-address.ts';
import { menuNode, role } from './resource.ts';

type Given = Partial<Omit<BodyOf<typeof nodeUpdate>, 'id' | 'version'>>;
type Change = { [K in keyof Given]?: Exclude<Given[K], undefined> };

/** Fields of an entry of one's own that a plugin's node has from its plugin. */
const OWN_FIELDS = ['parent', 'path', 'icon', 'language_variables', 'allow_selection'] as const;

/** What operators do to the menu itself. */
export function mountNodes(context: PlatformContext): void {
  const model = context.model(menuNode);

  context.call(nodeAdd, async (body, request) => {
    const name = (body.name ?? '').trim();
    if (name === '') throw fault('name', 'error.role.node_name_empty');
    const path = menuAddress(body.path ?? '');
    const row = newRow(context, menuNode, {
      ...definedOf(body),
      name,
      path,
      is_own: true,
      sort: body.sort ?? 0,
      changed_by: request.caller.id,
    });
    const permission = ownPermission(row._id);
    await context.transaction(async (session) => {
      await model.create([row], { session });
      // Whoever adds an entry has it, and so may give it to others.
      if (!request.caller.isSuper) await give(context, { role: request.caller.role, permission }, session);
    });
    await context.audit({ type: 'system.menu_node.add', target: row._id, after: row, request });
    return { id: row._id, permission };
  });

  context.call(nodeUpdate, async ({ id, version, ...body }, request) => {
    const node = await findNode(context, id);
    const change = checked(node, definedOf(body));
    const set = { ...change, changed_by: request.caller.id, update_time: context.clock.date() };
    const { before, after } = await context.transaction(async (session) => {
      const before = await model.findById(id).session(session).lean();
      if ((before?.version ?? 0) !== version)
        throw errors.staleVersion.create({}, { content: { row: node } });
      if (before === null)
        await model.create([{ ...newRow(context, menuNode, { ...emptyChange, ...set }), _id: id }], {
          session,
        });
      else await model.updateOne({ _id: id }, { $set: set, $inc: { version: 1 } }, { session });
      return { before, after: await model.findById(id).session(session).lean() };
    });
    await context.audit({ type: 'system.menu_node.update', target: id, before, after, request });
    return { version: after?.version ?? 0 };
  });

  context.call(nodeRemove, async ({ id }, request) => {
    const before = await context.transaction(async (session) => {
      const found = await requireRow(model.findOneAndDelete({ _id: id }, { session }).lean());
      const permission = ownPermission(id);
      if (found.is_own)
        await context
          .model(role)
          .updateMany(
            { permissions: permission },
            { $pull: { permissions: permission }, $inc: { version: 1 } },
            { session },
          );
      return found;
    });
    await context.audit({ type: 'system.menu_node.remove', target: id, before, request });
    return null;
  });
}

/** As the tree names it; the permission node of an entry of one's own. */
const ownPermission = (id: string) => `system.link_${id}:open`;

/** What a first change of a plugin's node leaves as it was. */
const emptyChange = { is_own: false, name: '', sort: null, hidden: false };

const definedOf = (body: Given) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Change;

async function findNode(context: PlatformContext, id: string): Promise<PermissionNode> {
  const found = (await context.roles.nodes('en-US')).find((node) => node.id === id);
  if (found === undefined) throw errors.notFound.create();
  return found;
}

/** Errors: `invalid_input` 422 for what a plugin's node has from its plugin, an empty name, an address that is none. */
function checked(node: PermissionNode, change: Change): Change {
  if (!node.is_own) {
    const foreign = OWN_FIELDS.find((field) => change[field] !== undefined);
    if (foreign) throw fault(foreign, 'error.role.declared');
    if (change.hidden && node.type !== 1) throw fault('hidden', 'error.role.hide_button');
    return change;
  }
  if (change.name === '') throw fault('name', 'error.role.node_name_empty');
  return change.path === undefined ? change : { ...change, path: menuAddress(change.path) };
}

async function give(
  context: PlatformContext,
  { role: id, permission }: { role: string; permission: string },
  session: Session,
): Promise<void> {
  await context
    .model(role)
    .updateOne({ _id: id }, { $addToSet: { permissions: permission }, $inc: { version: 1 } }, { session });
}

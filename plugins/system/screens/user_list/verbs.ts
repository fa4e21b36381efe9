import { type BodyOf, errors, type Sealed } from '@waypost/contract';
import {
  newVersion,
  type PluginContext,
  requireRow,
  type Session,
  type SignedRequest,
  type Stored,
} from '@waypost/sdk';
import { raiseVersion, requireVersion } from '../../people/change-person.ts';
import { requireOthersCredentials } from '../../people/use-own-account.ts';
import type { changeUserKind } from './calls.ts';
import { userResource } from './resource.ts';
import { userScope } from './service.ts';
import { givenRole } from './user-roles.ts';

type User = Stored<typeof userResource>;

/** One customer that the caller reaches and may get at. Errors: `not_found` 404, `forbidden` 403. */
export async function reachUser(
  context: PluginContext,
  id: string,
  request: SignedRequest,
  session?: Session,
): Promise<User> {
  const filter = { ...(await userScope(context, request)), _id: id };
  const found = await requireRow(
    context
      .model(userResource)
      .findOne(filter)
      .session(session ?? null)
      .lean(),
  );
  await context.identity.people.requireWithin(found.role, request.caller);
  return found as User;
}

/** Gives a one-time password: what was typed, else the configured one, else a random one, which alone is answered. */
export async function resetPassword(
  context: PluginContext,
  { id, password: sealed }: { id: string; password?: Sealed | undefined },
  request: SignedRequest,
): Promise<{ password: string | null; is_default: boolean }> {
  const { identity } = context;
  const { account } = await reachUser(context, id, request);
  requireOthersCredentials(id, request);
  const place = { area: 'user', call: 'reset_password', field: 'password' };
  const typed = sealed && (await context.unseal(sealed, place));
  const configured = typed === undefined ? await identity.people.defaultPasswordFor(account) : undefined;
  const given = typed ?? configured;
  const password = given ?? identity.randomPassword();
  const password_hash = await identity.hashPassword(password, account, request);
  await context.transaction(async (session) => {
    // Read again: whoever was moved meanwhile may be nobody of the caller's any more.
    await reachUser(context, id, request, session);
    await context
      .model(userResource)
      .updateOne(
        { _id: id },
        newVersion(context, { password_hash, must_change_password: true, is_one_time_used: false }),
        { session },
      );
  });
  await identity.revokeAccess(id, 'password_reset');
  await context.audit({ type: 'system.user.reset_password', target: id, request });
  return { password: given === undefined ? password : null, is_default: configured !== undefined };
}

/** Gives a customer another role, or makes one an agent or the other way round; whoever stands below stays there. */
export async function changeKind(
  context: PluginContext,
  { id, version, ...wish }: BodyOf<typeof changeUserKind>,
  request: SignedRequest,
): Promise<void> {
  const role = await givenRole(context, wish, request);
  const before = await context.transaction(async (session) => {
    const before = await reachUser(context, id, request, session);
    requireVersion(before, version);
    await raiseVersion(context, id, { role }, session);
    return before;
  });
  await context.audit({
    type: 'system.user.change_role',
    target: id,
    before: { role: before.role },
    after: { role },
    request,
  });
}

/** An agent moves the own people among each other, or right below the agent. */
export async function requireSuperior(
  context: PluginContext,
  superior: string | null,
  request: SignedRequest,
  session: Session,
): Promise<void> {
  const { ancestors } = (await userScope(context, request)) as { ancestors?: string };
  if (ancestors === undefined || superior === ancestors) return;
  if (superior === null) throw errors.forbidden.create({ permission: 'system.user:read_all' });
  await reachUser(context, superior, request, session);
}

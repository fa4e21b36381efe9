import { errors } from '@waypost/contract';
import { newVersion, type PluginContext, type Session, type SignedRequest } from '@waypost/sdk';
import { userResource } from '../screens/user_list/resource.ts';
import type { PersonKind, ReachedPerson } from './person-kind.ts';

/** Moves somebody and everybody below to another superior. Errors: those of `reach` and of `people.move`, `stale_version` 409. */
export async function movePerson(
  context: PluginContext,
  { noun, reach, requireSuperior }: PersonKind,
  { id, version, superior }: { id: string; version: number; superior: string | null },
  request: SignedRequest,
): Promise<void> {
  await context.transaction(async (session) => {
    const before = await reach(id, request, session);
    requireVersion(before, version);
    await requireSuperior?.(superior, request, session);
    await context.identity.people.move(id, superior, session);
    await raiseVersion(context, id, {}, session);
    await context.audit(
      {
        type: `${noun}.move`,
        target: id,
        before: { superior: before.superior ?? null },
        after: { superior },
        request,
      },
      session,
    );
  });
}

/** Errors: `stale_version` 409 when somebody else has changed the person since the caller looked. */
export function requireVersion({ version, ...row }: ReachedPerson, seen: number): void {
  if (version === seen) return;
  const { superior = null, role, disabled } = row;
  throw errors.staleVersion.create(
    {},
    { content: { row: { version, superior, role, disabled }, changed: [] } },
  );
}

/** Writes what is in `set` as a change that whoever looked before has to see first. */
export async function raiseVersion(
  context: PluginContext,
  id: string,
  set: Record<string, unknown>,
  session: Session,
): Promise<void> {
  await context.model(userResource).updateOne({ _id: id }, newVersion(context, set), { session });
}

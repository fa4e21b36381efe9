import { AppError, errors } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { endAllSessions, endOtherSessions, endOwnSession, ownSessions } from './calls.ts';
import { readAgent } from './read-agent.ts';

/** Where the own account is logged in, and the end of it: one, all others, all. */
export function mountOwnSessions(context: PluginContext): void {
  const { identity } = context;
  const { people } = identity;

  const record = (type: string, request: SignedRequest, after?: Record<string, unknown>) =>
    context.audit({ type, target: request.caller.id, request, ...(after ? { after } : {}) });

  context.call(ownSessions, async (_body, { caller }) => {
    requireSession(caller);
    const found = await people.sessions(caller.id);
    return {
      sessions: found.map(({ id, ip, user_agent, create_time, last_time, acted_by }) => ({
        id,
        ip,
        create_time,
        last_time,
        acted_by,
        ...readAgent(user_agent),
        is_current: id === caller.credential,
      })),
    };
  });

  context.call(endOwnSession, async ({ id }, request) => {
    requireSession(request.caller);
    await people.endSession(request.caller.id, id);
    await record('system.own_session.end', request);
    return null;
  });

  context.call(endOtherSessions, async (_body, request) => {
    const { caller } = request;
    requireSession(caller);
    const others = (await people.sessions(caller.id)).filter(({ id }) => id !== caller.credential);
    let count = 0;
    for (const { id } of others) count += await endIfThere(() => people.endSession(caller.id, id));
    await record('system.own_session.end_others', request, { count });
    return { count };
  });

  context.call(endAllSessions, async (_body, request) => {
    requireSession(request.caller);
    await identity.endSessions(request.caller.id);
    await record('system.own_session.end_all', request);
    return null;
  });
}

/** A key must not be able to throw its owner out. */
function requireSession({ via }: SignedRequest['caller']): void {
  if (via === 'api_key') throw errors.forbidden.create({ permission: 'system.own_password:update' });
}

/** 1, or 0 for a session that ended by itself meanwhile. */
async function endIfThere(end: () => Promise<void>): Promise<number> {
  try {
    await end();
    return 1;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return 0;
    throw error;
  }
}

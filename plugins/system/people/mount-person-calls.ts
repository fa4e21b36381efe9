import type { PluginContext, SignedRequest } from '@waypost/sdk';
import type { PersonCalls } from './calls.ts';
import { billOf, editBalance } from './money.ts';

const PAGE = 20;

/** `noun`: the first two words of what the audit log calls it. `reach`: throws for somebody whom the caller does not reach. */
export interface PersonKind {
  calls: PersonCalls;
  noun: string;
  reach: (id: string, request: SignedRequest) => Promise<unknown>;
}

/** Mounts what the pages of customers and of operators have alike. */
export function mountPersonCalls(context: PluginContext, { calls, noun, reach }: PersonKind): void {
  const { people } = context.identity;

  context.call(calls.passwordLink, async ({ id }, request) => {
    await reach(id, request);
    const made = await people.passwordLink(id);
    await context.audit({ type: `${noun}.password_link`, target: id, request });
    return made;
  });
  context.call(calls.bill, async ({ id, page = 1, page_size = PAGE }, request) => {
    await reach(id, request);
    return billOf(context, { id, page, page_size });
  });
  context.call(calls.editBalance, async (body, request) => {
    await reach(body.id, request);
    return editBalance(context, { ...body, noun }, request);
  });
  context.call(calls.access, async ({ id }, request) => {
    await reach(id, request);
    return { sessions: await people.sessions(id), keys: await people.apiKeys(id) };
  });
  context.call(calls.endAccess, async ({ id, session, key, all }, request) => {
    await reach(id, request);
    if (session !== undefined) await people.endSession(id, session);
    if (key !== undefined) await people.revokeApiKeys(id, 'administrator', key);
    const isAll = session === undefined && key === undefined && all === undefined;
    if (isAll || all === 'sessions') await context.identity.endSessions(id);
    if (isAll || all === 'keys') await people.revokeApiKeys(id, 'administrator');
    const what = session !== undefined ? 'session' : key !== undefined ? 'key' : (all ?? 'everything');
    await context.audit({ type: `${noun}.end_access`, target: id, after: { what }, request });
    return null;
  });
  context.call(calls.history, async ({ id, side = 'about', page = 1, page_size = PAGE }, request) => {
    await reach(id, request);
    return people.history({ account: id, side, page, page_size });
  });
}

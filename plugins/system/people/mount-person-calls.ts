import { defineError } from '@waypost/contract';
import type { PersonEntry as KnownEntry, PluginContext } from '@waypost/sdk';
import { letterText } from '../mail/letter-words.ts';
import { administrator } from '../screens/administrators/resource.ts';
import { authorOf, type Translate, typeWords } from '../screens/log/entry-words.ts';
import type { PersonEntry } from './calls.ts';
import { movePerson } from './change-person.ts';
import { billOf, editBalance } from './money.ts';
import type { PersonKind } from './person-kind.ts';
import { requireOthersCredentials } from './use-own-account.ts';

/** Nobody has said where letters to this person go. */
const noAddress = defineError({ code: 'mail_no_address', status: 409 });

const PAGE = 20;

/** An entry as the log itself names it. */
function entryInWords({ via, ...entry }: KnownEntry, translate: Translate): PersonEntry {
  const by = authorOf({ account: entry.by, via, ip: entry.ip }, translate);
  return { ...entry, what: typeWords(entry.type, translate), by };
}

/** Mounts what the pages of customers and of operators have alike. */
export function mountPersonCalls(context: PluginContext, kind: PersonKind): void {
  const { calls, noun, reach, mail } = kind;
  const { people, secondFactor } = context.identity;

  context.call(calls.move, async (body, request) => {
    await movePerson(context, kind, body, request);
    return null;
  });
  context.call(calls.passwordLink, async ({ id }, request) => {
    await reach(id, request);
    requireOthersCredentials(id, request);
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
  context.call(calls.mailLink, async ({ id }, request) => {
    await reach(id, request);
    requireOthersCredentials(id, request);
    const person = await context.model(administrator).findOne({ _id: id }, { email: 1 }).lean();
    const to = person?.email ?? '';
    if (to === '') throw noAddress.create();
    const subject = letterText(await mail.locale(), 'system.mail.letter.password_link.subject', {
      title: context.platform.systemTitle,
    });
    await mail.outbox.writePasswordLink({ account: id, to, subject: subject ?? '' });
    await context.audit({ type: `${noun}.mail_password_link`, target: id, request });
    return { to };
  });
  context.call(calls.access, async ({ id }, request) => {
    await reach(id, request);
    const { is_on, since, recovery_left } = await secondFactor.state(id);
    return {
      sessions: await people.sessions(id),
      keys: await people.apiKeys(id),
      second_factor: is_on && since !== null ? { since, recovery_left } : null,
    };
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
  context.call(calls.resetSecondFactor, async ({ id, reason }, request) => {
    await reach(id, request);
    requireOthersCredentials(id, request);
    await secondFactor.reset(id);
    await context.audit({ type: `${noun}.reset_second_factor`, target: id, after: { reason }, request });
    return null;
  });
  context.call(calls.history, async ({ id, side = 'about', page = 1, page_size = PAGE }, request) => {
    await reach(id, request);
    const { content, count } = await people.history({ account: id, side, page, page_size });
    return { content: content.map((entry) => entryInWords(entry, request.translate)), count };
  });
}

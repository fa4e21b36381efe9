import { CURRENCIES, defineError, errors, YesNo } from '@waypost/contract';
import {
  ACCOUNT_CLOSING_POINT,
  type AccountClosing,
  OWNER_CODES,
  OWNER_CODES_VERSIONS,
  type OwnerCodes,
  type PluginContext,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { settleCodes } from '../people/settle-codes.ts';
import { userResource } from '../screens/user_list/resource.ts';
import type { CLOSED_CODES } from './calls.ts';

/** Something stands against the closing of the account, such as money in it: `errors` say what. */
export const accountNotSettled = defineError({ code: 'account_not_settled', status: 409 });

/** Locale key of the sentence that money in the account stands against it. */
const HAS_BALANCE = 'system.own_account.has_balance';
/** What is due to be done with the codes, by what the person has chosen. */
const DUE = { keep: '', freeze: 'freeze', delete: 'bin' } as const;

/** Sentences, in the person's language, of what stands against the closing. */
export async function closingReasons(context: PluginContext, request: SignedRequest): Promise<string[]> {
  const { id } = request.caller;
  const asked = await context.points.contributions<AccountClosing>(ACCOUNT_CLOSING_POINT);
  const [hasMoney, ...found] = await Promise.all([
    hasBalance(context, id),
    ...asked.map(({ contribution }) => contribution.reasons(id)),
  ]);
  const keys = [...(hasMoney ? [HAS_BALANCE] : []), ...found.flat()];
  return keys.map((key) => request.translate(key));
}

/** Whether anything is left of any currency, what is set aside for a withdrawal included. */
async function hasBalance({ ledger }: PluginContext, account: string): Promise<boolean> {
  const kept = await Promise.all(CURRENCIES.map((currency) => ledger.balances([account], currency)));
  return kept.flat().some(({ available, held }) => available !== '0' || held !== '0');
}

/** Whoever runs the platform is put out by others, so that nobody leaves it without a super administrator. */
export async function mayClose(context: PluginContext, { caller }: SignedRequest): Promise<boolean> {
  const role = (await context.identity.roles()).find(({ id }) => id === caller.role);
  return role !== undefined && role.kind !== 'operator';
}

/** How many codes something could become of; 0 while the plugin that has them is off. */
export async function codesOf(context: PluginContext, account: string): Promise<number> {
  const codes = context.require<OwnerCodes>(OWNER_CODES, OWNER_CODES_VERSIONS);
  return codes ? codes.count(account) : 0;
}

/**
 * Closes the caller's account. Errors: `forbidden` 403 for operators and keys, `account_not_settled` 409 with what stands
 * against it.
 */
export async function closeAccount(
  context: PluginContext,
  codes: (typeof CLOSED_CODES)[number],
  request: SignedRequest,
): Promise<void> {
  const { id } = request.caller;
  if (!(await mayClose(context, request))) throw errors.forbidden.create({ permission: 'operator' });
  refuse(await closingReasons(context, request));
  await context.transaction(async (session) => {
    // Money that came in since it was looked at, or comes in just now, would stay behind where nobody gets at it.
    if (!(await context.identity.people.isSettled(id, session))) refuse([request.translate(HAS_BALANCE)]);
    await switchOff(context, { codes, request, session });
    await context.audit({ type: 'system.own_account.close', target: id, after: { codes }, request }, session);
  });
  // Before the codes: whatever becomes of them, nobody is logged in any more.
  await context.identity.revokeAccess(id, 'disabled');
  await settleCodes(context, id);
}

function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0)
    throw accountNotSettled.create({}, { errors: reasons.map((message) => ({ path: '', message })) });
}

async function switchOff(
  context: PluginContext,
  { codes, request, session }: { codes: keyof typeof DUE; request: SignedRequest; session: Session },
): Promise<void> {
  const { id } = request.caller;
  const now = context.clock.date();
  const set = {
    disabled: YesNo.yes,
    closed_time: now,
    codes_due: DUE[codes],
    codes_by: id,
    codes_reason: request.translate('system.own_account.frozen_reason'),
    update_time: now,
  };
  await context.model(userResource).updateOne(
    { _id: id, disabled: YesNo.no },
    { $set: set, $inc: { version: 1 } },
    {
      session,
      timestamps: false,
    },
  );
}

import { type BodyOf, errors, NOBODY, type ResultOf, type RowOf } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  HELD_DOMAINS,
  HELD_DOMAINS_VERSIONS,
  type HeldDomains,
  newId,
  type PluginContext,
  type ResourceBinding,
  requireRow,
  type SignedRequest,
} from '@waypost/sdk';
import { readConfig, writeConfig } from '../../detection/config.ts';
import { shieldErrors } from '../../errors.ts';
import { freshDeliveries } from '../../push/deliveries.ts';
import { PUSH_JOB } from '../../push/keep-pushing.ts';
import { sealWebhookSecret, sendWebhook } from '../../push/send-webhook.ts';
import type { StoredPush } from '../../push/stored.ts';

import type { pushConfigCall, setCodesCall, testWebhookCall, updatePushCall } from './calls.ts';
import { pushResource } from './resource.ts';

type Push = typeof pushResource;

/** Joins whose the domain was, and what a spare did for it. */
export function bindPushes(context: PluginContext): ResourceBinding<Push> {
  return {
    present: async (rows) => {
      const holders = rows.map(({ holder }) => holder).filter((holder) => holder !== NOBODY);
      const names = (await context.require<AccountStates>(ACCOUNT_STATES, '^1.1')?.names(holders)) ?? {};
      const held = context.require<HeldDomains>(HELD_DOMAINS, HELD_DOMAINS_VERSIONS);
      const replaced = (await held?.replacements(rows.map(({ domain }) => domain))) ?? {};
      return rows.map(
        (row): RowOf<Push> => ({
          ...row,
          holder_account: names[row.holder] ?? '',
          replacement: replaced[row.domain] ?? null,
        }),
      );
    },
  };
}

/** @throws AppError `not_found` 404 */
async function findPush(context: PluginContext, id: string): Promise<StoredPush> {
  return requireRow(context.model(pushResource).findById(id).lean());
}

/** Errors: `not_found` 404, `wechat-shield.nobody_to_tell` 409 */
export async function resend(context: PluginContext, id: string, request: SignedRequest): Promise<null> {
  const row = await findPush(context, id);
  const config = await readConfig(context, 'push');
  const kind = row.state === 'open' ? 'blocked' : 'lifted';
  const deliveries = freshDeliveries(context, { kind, config, holder: row.holder });
  if (deliveries.length === 0) throw shieldErrors.nobodyToTell.create();
  await context.transaction(async (session) => {
    await context.model(pushResource).updateOne(
      { _id: id },
      {
        $push: { deliveries: { $each: deliveries } },
        $set: { has_due: true },
        $inc: { version: 1 },
      },
      { session, timestamps: false },
    );
    const after = { name: row.shown, kind };
    await context.audit({ type: 'wechat-shield.push.resend', target: id, after, request }, session);
  });
  await context.jobs.now(PUSH_JOB);
  return null;
}

/** Errors: `not_found` 404, `wechat-shield.push_over` 409, `invalid_input` 422 at `reason` */
export async function setCodes(
  context: PluginContext,
  { id, codes, reason }: BodyOf<typeof setCodesCall>,
  request: SignedRequest,
): Promise<null> {
  const row = await findPush(context, id);
  const said = reason || row.reason;
  if (codes === 'freeze' && said === '') throw reasonMissing();
  await context.transaction(async (session) => {
    const { matchedCount } = await context.model(pushResource).updateOne(
      { _id: id, is_open: true },
      {
        $set: { codes, reason: said, is_thawing: codes === 'keep', held: '', is_automatic: false },
        $inc: { version: 1 },
      },
      { session, timestamps: false },
    );
    if (matchedCount === 0) throw shieldErrors.pushOver.create({ name: row.shown });
    const before = { name: row.shown, codes: row.codes };
    const entry = { type: 'wechat-shield.push.set_codes', target: id, before, request };
    await context.audit({ ...entry, after: { name: row.shown, codes, reason: said } }, session);
  });
  await context.jobs.now(PUSH_JOB);
  return null;
}

const reasonMissing = () =>
  errors.invalidInput.create({}, { errors: [{ path: 'reason', message: 'wechat-shield.fault.reason' }] });

/** What happens when a domain becomes blocked. */
export async function describePolicy(context: PluginContext): Promise<ResultOf<typeof pushConfigCall>> {
  const { webhook_secret, ...config } = await readConfig(context, 'push');
  return { ...config, has_webhook_secret: webhook_secret !== '' };
}

/** Errors: `stale_version` 409; `invalid_input` 422 at `reason`, and at `webhook_secret` where the address is another server's */
export async function updatePolicy(
  context: PluginContext,
  { version, webhook_secret: typed, ...change }: BodyOf<typeof updatePushCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof pushConfigCall>> {
  if (change.codes === 'freeze' && change.reason === '') throw reasonMissing();
  const before = await readConfig(context, 'push');
  const isElsewhere = originOf(change.webhook_url) !== originOf(before.webhook_url);
  const isForgotten = change.webhook_url === '';
  // Whoever changes the address must not have it signed with what another one has typed.
  if (isElsewhere && !isForgotten && before.webhook_secret !== '' && typed === '')
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'webhook_secret', message: 'wechat-shield.fault.secret_again' }] },
    );
  const secret = isForgotten
    ? { webhook_secret: '' }
    : typed === ''
      ? {}
      : { webhook_secret: await sealWebhookSecret(context, typed) };
  await context.transaction(async (session) => {
    if (!(await writeConfig(context, { name: 'push', version }, { ...change, ...secret }, session)))
      throw errors.staleVersion.create();
    const { webhook_secret: _secret, version: _version, ...known } = before;
    const entry = { type: 'wechat-shield.policy.update', before: known, request };
    await context.audit({ ...entry, after: { ...change, is_secret_new: typed !== '' } }, session);
  });
  return describePolicy(context);
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? '';

/** Errors: `wechat-shield.nobody_to_tell` 409 while there is no webhook */
export async function testWebhook(context: PluginContext): Promise<ResultOf<typeof testWebhookCall>> {
  const config = await readConfig(context, 'push');
  if (config.webhook_url === '') throw shieldErrors.nobodyToTell.create();
  const answer = await sendWebhook(context, { row: undefined, key: newId(context), kind: 'test', config });
  return { is_sent: answer === '', answer };
}

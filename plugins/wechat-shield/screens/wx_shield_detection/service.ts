import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import { type PluginContext, requireRow, type SignedRequest } from '@waypost/sdk';
import { addressOf, type CheckedAddress, isWholeName, readAddress } from '../../address/rules.ts';
import { type DetectionConfig, readConfig } from '../../detection/config.ts';
import { type Detected, detect, providersOn } from '../../detection/detect.ts';
import { recordCheck } from '../../detection/record-check.ts';
import { shieldErrors } from '../../errors.ts';
import { hostResource } from '../../hosts/resource.ts';
import { settleHost } from '../../hosts/settle-host.ts';
import type { StoredHost } from '../../hosts/stored.ts';
import { takeCheck } from '../../providers/quota.ts';
import type { checkNowCall, checkOfferCall, hostStatusesCall, statusesCall } from './calls.ts';

type Done = ResultOf<typeof checkNowCall>;

/** Younger than this the last check of a domain makes another one of a person say nothing new. */
const APART_MS = 60_000;

export const seesAll = ({ caller }: SignedRequest, noun: 'check' | 'host'): boolean =>
  caller.isSuper || caller.permissions.has(`wechat-shield.${noun}:read_all`);

/** What the page begins with. */
export async function offerChecks(
  context: PluginContext,
  request: SignedRequest,
): Promise<ResultOf<typeof checkOfferCall>> {
  const { customer_checks, interval_minutes } = await readConfig(context, 'detection');
  return {
    is_ready: (await providersOn(context)).length > 0,
    most: seesAll(request, 'check') ? null : customer_checks,
    interval_minutes,
  };
}

/** Checks an address because somebody wants to know. Errors: `wechat-shield.no_provider` 409, `wechat-shield.checks_used` 429 */
export async function checkNow(
  context: PluginContext,
  { address: entered }: BodyOf<typeof checkNowCall>,
  request: SignedRequest,
): Promise<Done> {
  const address = readAddress(entered);
  if (address === undefined) throw errors.invalidInput.create();
  const row = isWholeName(address)
    ? await context.model(hostResource).findOne({ name: address.host }).lean()
    : null;
  return checkAddress(context, { address, shown: entered.trim(), row: row ?? undefined }, request);
}

/** Checks a domain of the list. Errors: `not_found` 404, and those of `checkNow` */
export async function checkHostNow(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<Done> {
  const row = await requireRow(
    context
      .model(hostResource)
      .findOne({ _id: id, ...(seesAll(request, 'host') ? {} : { owner: request.caller.id }) })
      .lean(),
  );
  return checkAddress(context, { address: addressOf(row.name), shown: row.shown, row }, request);
}

async function checkAddress(
  context: PluginContext,
  asked: { address: CheckedAddress; shown: string; row: StoredHost | undefined },
  request: SignedRequest,
): Promise<Done> {
  const config = await readConfig(context, 'detection');
  const providers = await providersOn(context);
  if (providers.length === 0) throw shieldErrors.noProvider.create();
  await takeFromDay(context, config, request);
  const given = { config, providers, signal: request.signal };
  return recordPersons(context, await detect(context, asked.address, given), {
    ...asked,
    config,
    owner: request.caller.id,
  });
}

/** Writes down what a person's check has found, and draws what follows for the domain that it is of. */
export async function recordPersons(
  context: PluginContext,
  detected: Detected,
  about: {
    address: CheckedAddress;
    shown: string;
    row: StoredHost | undefined;
    config: DetectionConfig;
    owner: string;
  },
): Promise<Done> {
  const { address, config, owner, row, shown } = about;
  const { quorum, interval_minutes: intervalMinutes } = config;
  const { status, votes } = detected;
  const { _id: id } = await recordCheck(context, detected, {
    address: shown,
    host: address.host,
    owner,
    quorum,
    reason: 'person',
  });
  if (row !== undefined && isApart(context, row))
    await settleHost(context, row, { detected, check: id, intervalMinutes });
  return { id, status, quorum, votes };
}

/** Checks that agree count where they are a minute apart, however often somebody presses: what lasts a moment is no block. */
const isApart = ({ clock }: PluginContext, { checked_time }: StoredHost): boolean =>
  checked_time === null || clock.now() - checked_time.getTime() >= APART_MS;

/** Each check is paid for by whoever runs the platform: customers have so many on a day. */
async function takeFromDay(
  context: PluginContext,
  { customer_checks: most }: DetectionConfig,
  request: SignedRequest,
): Promise<void> {
  if (seesAll(request, 'check')) return;
  if (!(await takeCheck(context, request.caller.id, most)))
    throw shieldErrors.checksUsed.create({ most: String(most) });
}

/** What is believed of domains that the caller may see. */
export async function statusesOf(
  context: PluginContext,
  domains: readonly string[],
  request: SignedRequest,
): Promise<ResultOf<typeof statusesCall>> {
  const found = await context
    .model(hostResource)
    .find({
      _id: { $in: [...domains] },
      checked_time: { $ne: null },
      ...(seesAll(request, 'host') ? {} : { owner: request.caller.id }),
    })
    .lean();
  return Object.fromEntries(
    found.map(({ _id, status, since, checked_time }) => [
      _id,
      {
        status,
        since: since?.toISOString() ?? null,
        checked_time: checked_time?.toISOString() ?? null,
      },
    ]),
  );
}

/** What is believed of hosts by their names, of those that are the caller's or the platform's. */
export async function hostStatuses(
  context: PluginContext,
  hosts: readonly string[],
  request: SignedRequest,
): Promise<ResultOf<typeof hostStatusesCall>> {
  const reach = seesAll(request, 'host')
    ? {}
    : { $or: [{ owner: request.caller.id }, { is_platform: true }] };
  const found = await context
    .model(hostResource)
    .find({ name: { $in: [...hosts] }, ...reach })
    .lean();
  return found.map(({ name, shown, status, since, checked_time }) => ({
    host: name,
    shown,
    status,
    since: since?.toISOString() ?? null,
    checked_time: checked_time?.toISOString() ?? null,
  }));
}

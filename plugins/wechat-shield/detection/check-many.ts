import {
  CODE_HOSTS,
  type CodeHosts,
  createTable,
  type OperationRun,
  type PluginContext,
  todayOf,
} from '@waypost/sdk';
import { z } from 'zod';
import { addressOf, isWholeName, readAddress } from '../address/rules.ts';
import { type Given, mayAsk } from '../hosts/check-round.ts';
import { hostResource } from '../hosts/resource.ts';
import { takeCheck } from '../providers/quota.ts';
import { MOST_TOGETHER } from '../screens/wx_shield_detection/calls.ts';
import { recordPersons } from '../screens/wx_shield_detection/service.ts';
import type { Status } from '../status/values.ts';
import { readConfig } from './config.ts';
import { detect, isHeldBack, providersOn } from './detect.ts';

/** What a task is started with. */
export const zCheckMany = z.strictObject({
  /** Addresses, or the domain whose codes are meant. */
  addresses: z.array(z.string()).optional(),
  /** `owner`: whose codes; undefined: everybody's. */
  domain: z.strictObject({ host: z.string(), owner: z.string().optional() }).optional(),
  /** Whether its checks count against what a customer has on a day. */
  isLimited: z.boolean(),
  format: z.string().optional(),
});
type Run = OperationRun<z.infer<typeof zCheckMany>>;

const COLUMNS = ['address', 'status', 'providers', 'note'] as const;
/** A minute has passed by then, and with it what providers may be asked in one. */
const NEXT_MINUTE_MS = 61_000;
const LOOK_MS = 500;
const CODES_AT_ONCE = 200;

/** Checks addresses one after the other, as fast as providers may be asked, and writes a line for each. */
export async function checkMany(context: PluginContext, run: Run): Promise<void> {
  const { input, owner, signal, translate } = run;
  const addresses = [...new Set(input.addresses ?? (await addressesOn(context, input.domain)))].slice(
    0,
    MOST_TOGETHER,
  );
  const config = await readConfig(context, 'detection');
  const given: Given = { config, providers: await providersOn(context), signal };
  const table = await createTable(context, run, {
    name: `${translate('menu.wx_shield_detection')} ${todayOf(context)}`,
    columns: COLUMNS.map((column) => translate(`wechat-shield.many.${column}`)),
    format: input.format,
  });
  let leftOut = 0;
  for (const [done, entered] of addresses.entries()) {
    signal.throwIfAborted();
    run.progress(done, addresses.length, leftOut);
    const found = await checkOne(context, given, { entered, owner, isLimited: input.isLimited });
    if ('fault' in found) leftOut += 1;
    await table.write(
      'fault' in found
        ? [entered, '', '', translate(`wechat-shield.many.fault.${found.fault}`)]
        : [entered, translate(`wechat-shield.status.${found.status}`), found.providers, ''],
    );
  }
  await table.end();
  run.progress(addresses.length, addresses.length, leftOut);
}

type Found = { status: Status; providers: string } | { fault: 'none' | 'address' | 'day' | 'limits' };

async function checkOne(
  context: PluginContext,
  given: Given,
  { entered, owner, isLimited }: { entered: string; owner: string; isLimited: boolean },
): Promise<Found> {
  const { config, providers, signal } = given;
  const address = readAddress(entered);
  if (address === undefined) return { fault: 'address' };
  if (providers.length === 0) return { fault: 'none' };
  if (!(await mayAsk(context, given)) && !(await waitForRoom(context, given))) return { fault: 'limits' };
  if (isLimited && !(await takeCheck(context, owner, config.customer_checks))) return { fault: 'day' };
  const detected = await detect(context, address, given);
  signal.throwIfAborted();
  if (isHeldBack(detected, config)) return { fault: 'limits' };
  const row = isWholeName(address)
    ? ((await context.model(hostResource).findOne({ name: address.host }).lean()) ?? undefined)
    : undefined;
  const { status, votes } = await recordPersons(context, detected, {
    address,
    shown: entered,
    row,
    config,
    owner,
  });
  return { status, providers: votes.map(({ name }) => name).join(', ') };
}

/** Limits of a minute are over with it; those of a day are not. @returns whether providers may be asked again */
async function waitForRoom(context: PluginContext, given: Given): Promise<boolean> {
  const end = context.clock.now() + NEXT_MINUTE_MS;
  while (context.clock.now() < end) {
    given.signal.throwIfAborted();
    await Bun.sleep(LOOK_MS);
    if (await mayAsk(context, given)) return true;
  }
  return false;
}

/** Addresses of the codes on a domain, and its own first page. */
async function addressesOn(
  context: PluginContext,
  domain: { host: string; owner?: string | undefined } | undefined,
): Promise<string[]> {
  const codes = context.require<CodeHosts>(CODE_HOSTS, '^1.1');
  if (domain === undefined) return [];
  const { host } = domain;
  const owners =
    domain.owner === undefined
      ? ((await codes?.owners({ hosts: [host] })) ?? []).map(({ owner }) => owner)
      : [domain.owner];
  const found = [addressOf(host).url];
  for (const owner of owners)
    for (let skip = 0; found.length < MOST_TOGETHER; skip += CODES_AT_ONCE) {
      const some = (await codes?.list({ host, owner, skip, limit: CODES_AT_ONCE })) ?? [];
      found.push(...some.filter(({ is_binned }) => !is_binned).map(({ short_url }) => short_url));
      if (some.length < CODES_AT_ONCE) break;
    }
  return found;
}

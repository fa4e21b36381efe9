import { type BodyOf, errors, type ResultOf, type RowOf } from '@waypost/contract';
import {
  type Filter,
  newId,
  type PluginContext,
  type ResourceBinding,
  type SignedRequest,
} from '@waypost/sdk';
import { readAddress } from '../../address/rules.ts';
import { type DetectionConfig, readConfig, writeConfig } from '../../detection/config.ts';
import { askCanary, PROVING } from '../../detection/standing.ts';
import { askProvider, showRequest } from '../../providers/ask-provider.ts';
import { costOf, usedToday } from '../../providers/quota.ts';
import { linesOf } from '../../providers/read-status.ts';
import { sealKey } from '../../providers/secret.ts';
import type { StoredProvider } from '../../providers/stored.ts';
import { template } from '../../providers/template.ts';
import type { detectionConfigCall, testProviderCall, updateDetectionCall } from './calls.ts';
import { providerResource } from './resource.ts';

type Provider = typeof providerResource;

/** What makes a provider another one: how it stood says nothing of it any more. */
const ASKING = [
  'endpoint',
  'method',
  'headers',
  'body',
  'answer_path',
  'normal_values',
  'blocked_values',
] as const;
const UNCHECKED = { standing: 'unchecked', standing_fault: '', standing_time: null } as const;

/** The functions behind resource `wechat-shield.provider`. */
export function bindProviders(context: PluginContext): ResourceBinding<Provider> {
  return {
    beforeCreate: async (body) => {
      refuseFaults(body, await readConfig(context, 'detection'));
      const _id = newId(context);
      const key = body.key ? await sealKey(context, _id, body.key) : '';
      return { ...body, _id, key, has_key: key !== '' };
    },
    beforeUpdate: async ({ key, ...change }, { before }) => {
      if (!before) return change;
      const after = { ...before, ...change };
      refuseFaults(after, await readConfig(context, 'detection'));
      const isOther =
        key !== undefined && key !== '' ? true : ASKING.some((field) => after[field] !== before[field]);
      const set = { ...change, ...(isOther ? UNCHECKED : {}) };
      if (key) return { ...set, key: await sealKey(context, String(before._id), key), has_key: true };
      if (before.has_key && originOf(after.endpoint) !== originOf(before.endpoint)) throw keyAgain();
      return set;
    },
    present: async (rows) => {
      const used = await usedToday(
        context,
        rows.map(({ id }) => id),
      );
      return rows.map((row): RowOf<Provider> => {
        const used_today = used.get(row.id) ?? 0;
        return { ...row, used_today, cost_today: costOf(used_today, row.cost) };
      });
    },
  };
}

/** What an operator writes of how a provider is asked. */
type Written = {
  [K in (typeof ASKING)[number] | 'state' | 'per_minute']?: RowOf<Provider>[K] | undefined;
};

/** @throws AppError `invalid_input` 422 with what is wrong, by field */
function refuseFaults(provider: Written, { canary }: Pick<DetectionConfig, 'canary'>): void {
  const { endpoint = '', headers = '', body = '', method = 'GET' } = provider;
  const { normal_values = '', blocked_values = '', state, per_minute = PROVING } = provider;
  const normal = linesOf(normal_values);
  const blocked = linesOf(blocked_values);
  const faults: { path: string; fault: string }[] = template.faults({ method, endpoint, headers, body });
  if (normal.length === 0) faults.push({ path: 'normal_values', fault: 'values' });
  if (blocked.length === 0) faults.push({ path: 'blocked_values', fault: 'values' });
  if (blocked.some((value) => normal.includes(value)))
    faults.push({ path: 'blocked_values', fault: 'values_both' });
  if (canary !== '' && state !== 'off' && per_minute < PROVING)
    faults.push({ path: 'per_minute', fault: 'per_minute' });
  if (faults.length > 0)
    throw errors.invalidInput.create(
      {},
      { errors: faults.map(({ path, fault }) => ({ path, message: `wechat-shield.fault.${fault}` })) },
    );
}

/** Whoever may change an endpoint must not be handed the key that another one has typed. */
const keyAgain = () =>
  errors.invalidInput.create({}, { errors: [{ path: 'key', message: 'wechat-shield.fault.key_again' }] });

const originOf = (endpoint = ''): string => URL.parse(endpoint.replaceAll(/[{}]/g, 'x'))?.origin ?? '';

/** Asks one provider and tells what it said. Errors: `not_found` 404 */
export async function testProvider(
  context: PluginContext,
  { id, address: entered }: BodyOf<typeof testProviderCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof testProviderCall>> {
  const provider = await context.model(providerResource).findById(id).lean();
  const address = readAddress(entered);
  if (provider === null || address === undefined) throw errors.notFound.create();
  const { canary } = await readConfig(context, 'detection');
  const asking = { signal: request.signal };
  const vote = await askProvider(context, provider, address, asking);
  const proof = canary === '' ? undefined : await askCanary(context, provider, canary, asking);
  const after = { name: provider.name, address: address.url, status: vote.status, fault: vote.fault };
  await context.audit({ type: 'wechat-shield.provider.test', target: id, after, request });
  return { sent: showRequest(provider, address), vote, standing: proof?.standing ?? null };
}

/** How addresses are checked. */
export async function describeDetection(
  context: PluginContext,
): Promise<ResultOf<typeof detectionConfigCall>> {
  const model = context.model(providerResource);
  const [config, providers_on, providers_lying] = await Promise.all([
    readConfig(context, 'detection'),
    model.countDocuments({ state: 'on' }),
    model.countDocuments({ state: 'on', standing: 'lies' }),
  ]);
  return { ...config, providers_on, providers_lying };
}

/**
 * Errors: `stale_version` 409; `invalid_input` 422 at `quorum` where more have to agree than there are, and at `canary` where a
 * provider may be asked too seldom to prove anything by it
 */
export async function updateDetection(
  context: PluginContext,
  { version, ...change }: BodyOf<typeof updateDetectionCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof detectionConfigCall>> {
  const { providers_on, ...before } = await describeDetection(context);
  if (change.quorum > Math.max(1, providers_on))
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'quorum', message: 'wechat-shield.fault.quorum' }] },
    );
  const isOtherCanary = change.canary !== before.canary;
  const seldom: Filter<StoredProvider> = { state: 'on', per_minute: { $lt: PROVING } };
  if (isOtherCanary && change.canary !== '' && (await context.model(providerResource).exists(seldom)))
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'canary', message: 'wechat-shield.fault.canary_rate' }] },
    );
  await context.transaction(async (session) => {
    if (!(await writeConfig(context, { name: 'detection', version }, change, session)))
      throw errors.staleVersion.create();
    // What was said of another address says nothing of this one.
    if (isOtherCanary)
      await context
        .model(providerResource)
        .updateMany({}, { $set: UNCHECKED }, { session, timestamps: false });
    const entry = { type: 'wechat-shield.detection.update', after: { ...change }, request };
    await context.audit({ ...entry, before: { ...before } }, session);
  });
  return describeDetection(context);
}

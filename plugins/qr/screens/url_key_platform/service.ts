import { AppError, type BodyOf, errors, type ResultOf, type RowOf } from '@waypost/contract';
import {
  addRow,
  newId,
  type PluginContext,
  type ResourceBinding,
  requireRow,
  type SignedRequest,
  type UrlKeyPlatforms,
} from '@waypost/sdk';
import { qrErrors } from '../../codes/errors.ts';
import { askProvider } from '../../codes/providers/ask-provider.ts';
import { usedToday } from '../../codes/providers/quota.ts';
import { sealSecret } from '../../codes/providers/secret.ts';
import { templateFaults } from '../../codes/providers/template.ts';
import { NO_PROVIDER_ID, NO_PROVIDER_NUMBER, presetOf } from '../../codes/providers/values.ts';
import type { providerTestCall } from './calls.ts';
import { NO_PROVIDER_NAME, urlKeyPlatform } from './resource.ts';

type Provider = typeof urlKeyPlatform;
/** Names that pages are told. */
const MOST_NAMES = 200;

/** The functions behind resource `qr.url_key_platform`. */
export function bindProviders(context: PluginContext): ResourceBinding<Provider> {
  return {
    beforeCreate: async (body) => {
      const checked = checkedProvider(body);
      const _id = newId(context);
      const secret = body.secret ? await sealSecret(context, _id, body.secret) : '';
      return { ...checked, _id, secret, has_secret: secret !== '' };
    },
    beforeUpdate: async ({ secret, ...change }, { before }) => {
      if (!before) return change;
      if (before.is_fixed) throw qrErrors.providerFixed.create();
      const checked = checkedProvider({ ...before, ...change });
      const set = { ...change, kind: checked.kind };
      if (secret)
        return { ...set, secret: await sealSecret(context, String(before._id), secret), has_secret: true };
      if (before.has_secret && originOf(checked.endpoint) !== originOf(before.endpoint)) throw secretAgain();
      return set;
    },
    afterWrite: async (after, { before }) => {
      if (after === undefined && before?.is_fixed) throw qrErrors.providerFixed.create();
    },
    present: async (rows) => {
      const used = await usedToday(
        context,
        rows.map(({ id }) => id),
      );
      return rows.map((row): RowOf<Provider> => ({ ...row, used_today: used.get(row.id) ?? 0 }));
    },
  };
}

/** What an operator writes of how a provider is asked. */
type Written = {
  [K in 'generation_type' | 'endpoint' | 'method' | 'headers' | 'body']?: RowOf<Provider>[K] | undefined;
};

/** @throws AppError `invalid_input` 422 with what is wrong, by field */
function checkedProvider<T extends Written>(provider: T) {
  const { generation_type = 1, endpoint = '', headers = '', body = '', method: wanted = 'preset' } = provider;
  const preset = presetOf(generation_type);
  const method = wanted === 'preset' ? preset.method : wanted;
  const written = { kind: preset.kind, method, endpoint, headers, body: body || preset.body };
  const faults = templateFaults(written);
  if (faults.length > 0)
    throw errors.invalidInput.create(
      {},
      { errors: faults.map(({ path, fault }) => ({ path, message: `qr.fault.provider_${fault}` })) },
    );
  return { ...provider, endpoint, kind: preset.kind };
}

/** Whoever may change an endpoint must not be handed the secret that another one has typed. */
const secretAgain = () =>
  errors.invalidInput.create({}, { errors: [{ path: 'secret', message: 'qr.fault.provider_secret_again' }] });

const originOf = (endpoint: string): string => URL.parse(endpoint.replaceAll(/[{}]/g, 'x'))?.origin ?? '';

/** Makes the entry that is always there. */
export async function keepNoProvider(context: PluginContext): Promise<void> {
  const model = context.model(urlKeyPlatform);
  if (await model.exists({ _id: NO_PROVIDER_ID })) return;
  const fields = { name: NO_PROVIDER_NAME, generation_type: 3, kind: 'self', is_fixed: true } as const;
  try {
    await addRow(context, urlKeyPlatform, fields, { _id: NO_PROVIDER_ID, audit: false });
  } catch (error) {
    // Another process has made it at the same moment.
    if (!(error instanceof AppError) || error.code !== errors.duplicate.code) throw error;
  }
}

/** What everybody is told: names, the entry that makes nothing first. */
export function providerNames(context: PluginContext): UrlKeyPlatforms {
  return {
    title: 'menu.url_key_platform',
    list: async () => {
      const rows = await context
        .model(urlKeyPlatform)
        .find({ state: 'on', is_fixed: false }, { name: 1 })
        .sort({ name: 1, _id: 1 })
        .limit(MOST_NAMES)
        .lean();
      return [
        { id: NO_PROVIDER_NUMBER, name: NO_PROVIDER_NAME },
        ...rows.map(({ _id, name }) => ({ id: String(_id), name })),
      ];
    },
  };
}

/** Tries a provider and tells in words what came of it. */
export async function testProvider(
  context: PluginContext,
  { id, url }: BodyOf<typeof providerTestCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof providerTestCall>> {
  const provider = await requireRow(context.model(urlKeyPlatform).findById(id).lean());
  const begin = performance.now();
  const took = () => Math.round(performance.now() - begin);
  const audit = (after: object) =>
    context.audit({
      type: 'qr.url_key_platform.test',
      target: id,
      after: { name: provider.name, ...after },
      request,
    });
  try {
    const { address, trials } = await askProvider(context, provider, {
      url,
      code: 'test',
      signal: request.signal,
    });
    await audit({ url, address });
    return { address, fault: '', trials, milliseconds: took() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await audit({ url, code: error.code });
    const fault = request.translate(error.messageKey, error.params);
    return { address: '', fault, trials: provider.retries + 1, milliseconds: took() };
  }
}

import { type BodyOf, errors, type ResultOf, type RowOf } from '@waypost/contract';
import {
  newId,
  type PayConfig as PayFacts,
  type PluginContext,
  type ResourceBinding,
  type Restored,
  requireRow,
  type Session,
  type SignedRequest,
  tellNow,
} from '@waypost/sdk';
import { accountOf } from '../../chain/addresses/xpub.ts';
import { readPaying } from '../../chain/config/open-config.ts';
import {
  firstAddresses,
  type PayConfig,
  readPayConfig,
  writePayConfig,
} from '../../chain/config/pay-config.ts';
import { RAISE_WAITS_MS, raisesAfter, waitingRaises } from '../../chain/config/payout-limits.ts';
import { counters } from '../../chain/deposits/counters.ts';
import { startNewKey } from '../../chain/deposits/pass-restore.ts';
import { chainErrors } from '../../chain/errors.ts';
import type { Network } from '../../chain/networks/values.ts';
import { askProvider } from '../../chain/providers/ask-provider.ts';
import { ProviderFault } from '../../chain/providers/fault.ts';
import type { ProviderPool } from '../../chain/providers/provider-pool.ts';
import { openProvider, readProviders, sealKey } from '../../chain/providers/providers.ts';
import { requirePublic } from '../../chain/providers/require-public.ts';
import { startNewAddress } from '../../chain/shared/held-until.ts';
import { startTron } from '../../chain/tron/ask-tron.ts';
import { heads } from '../../chain/watching/find-solid.ts';
import { followUp } from '../../money/follow-up.ts';
import { namesOf } from '../../money/names-of.ts';
import { withdrawalResource } from '../../withdrawals/resource.ts';
import { UNPAID_PHASES } from '../../withdrawals/values.ts';
import {
  PAY_CONFIG_RULES,
  type PayConfigValues,
  type payConfigDetails,
  type payConfigUpdate,
  type providerTest,
} from './calls.ts';
import { checkContract } from './check-contract.ts';
import { providerResource } from './resource.ts';

type Shown = ResultOf<typeof payConfigDetails>;

/** What is set, with what follows of it, for one account. */
export async function describe(context: PluginContext, account: string): Promise<Shown> {
  const { config, missing, heldUntil } = await readPaying(context);
  const raises = waitingRaises(config, context.clock.now());
  const names = await namesOf(
    context,
    raises.map(({ by }) => by),
  );
  const restored = await context.restored();
  return {
    ...config,
    raises: raises.map(({ limit, before, until, by }) => ({
      limit,
      before,
      until: until.toISOString(),
      by: names[by] ?? '',
      is_own: by === account,
    })),
    first_addresses: firstAddresses(config.xpub),
    is_open: missing.length === 0,
    missing,
    restored:
      restored === null
        ? null
        : {
            time: restored.time.toISOString(),
            next_index: await nextIndex(context, config, restored),
            held_until: heldUntil?.toISOString() ?? null,
          },
  };
}

async function nextIndex(
  context: PluginContext,
  { address_mode, xpub }: PayConfig,
  { id }: Restored,
): Promise<number | null> {
  if (address_mode !== 1 || xpub === '') return null;
  const counter = await counters(context).findById(accountOf(xpub).fingerprint).lean();
  return counter?.restored === id ? counter.next : null;
}

/**
 * Changes what is set. A contract is looked at on the chain before it is taken.
 * Errors: `stale_version` 409; `wallet.network_withdrawals` 409 while withdrawals of the network before are to be paid or being
 * verified; those of `checkContract`; `invalid_input` 422 for what does not go together
 */
export async function changeConfig(
  context: PluginContext,
  pool: ProviderPool,
  { version, is_new, ...values }: BodyOf<typeof payConfigUpdate>,
  request: SignedRequest,
): Promise<Shown> {
  const faults = PAY_CONFIG_RULES.filter(({ holds }) => !holds(values));
  if (faults.length > 0)
    throw errors.invalidInput.create(
      {},
      { errors: faults.map(({ path, messageKey: message }) => ({ path, message })) },
    );
  const began = context.clock.now();
  const before = await readPayConfig(context);
  const isSame = before.contract === values.contract && before.network === values.network;
  // Who takes money by bank alone has nobody to ask, and nothing is paid with the contract then.
  const isKept = isSame && (before.contract_symbol !== '' || (await readProviders(context)).length === 0);
  const contract = isKept
    ? { contract_symbol: before.contract_symbol, contract_decimals: before.contract_decimals }
    : await checkContract(context, pool, values.contract);
  const raises = (await hasWithdrawals(context))
    ? raisesAfter(before, values, { by: request.caller.id, now: context.clock.now() })
    : [];
  const isWritten = await context.transaction(async (session) => {
    if (before.network !== values.network) await refuseUnpaid(context, before.network, session);
    if (!(await writePayConfig(context, version, { ...values, ...contract, raises }, session))) return false;
    const after = { ...values, ...contract, raises };
    if (is_new === true) await startNew(context, values, session);
    await context.audit(
      {
        type: 'wallet.pay_config.update',
        before,
        after: is_new === true ? { ...after, is_new } : after,
        request,
      },
      session,
    );
    return true;
  });
  const shown = await describe(context, request.caller.id);
  if (!isWritten) throw errors.staleVersion.create({}, { content: shown });
  if (raises.some(({ by, until }) => by === request.caller.id && until.getTime() - RAISE_WAITS_MS >= began))
    await followUp(context, 'a raised limit was told to nobody', () =>
      tellRaise(context, shown.version, request.caller.account),
    );
  return shown;
}

/** Without a withdrawal there is nothing that a limit would have held, and whoever sets it for the first time waits for nobody. */
const hasWithdrawals = async (context: PluginContext) =>
  (await context.model(withdrawalResource).exists({})) !== null;

/** Tells everybody who could have raised a limit that somebody has. */
const tellRaise = (context: PluginContext, version: number, by: string): Promise<boolean> =>
  tellNow(context, {
    to: { permission: 'wallet.pay_config:update' },
    words: 'wallet.notice.limit_raised',
    params: { by },
    plain: { title: 'A payout limit was raised', content: by },
    occasion: `limit_raised/${version}`,
    screen: 'pay_config',
  });

/** @throws AppError `invalid_input` 422 at `is_new` for a key or an address that orders were paid to */
async function startNew(
  context: PluginContext,
  { address_mode, xpub, shared_address, network, contract }: PayConfigValues,
  session: Session,
): Promise<void> {
  const restored = await context.restored();
  // Without a restore the store knows of all that was given out.
  if (restored === null) return;
  const place = { network, address: shared_address };
  const isStarted =
    address_mode === 1
      ? xpub === '' || (await startNewKey(context, { xpub, restored }, session))
      : await startNewAddress(context, { place, contract, restored }, session);
  if (!isStarted)
    throw errors.invalidInput.create({}, { errors: [{ path: 'is_new', message: 'wallet.fault.not_new' }] });
}

/** What is approved is paid, and what is entered looked for, on the network that is set: none of theirs may be left behind. */
async function refuseUnpaid(context: PluginContext, network: Network, session: Session): Promise<void> {
  const withdrawals = await context
    .model(withdrawalResource)
    .countDocuments({ network, phase: { $in: UNPAID_PHASES } })
    .session(session);
  if (withdrawals > 0) throw chainErrors.networkWithdrawals.create({ withdrawals });
}

/** What pages know of paying before anybody logs in. */
export function payFacts(context: PluginContext): PayFacts {
  return {
    title: 'menu.pay_config',
    read: async () => {
      const { qr_code_switch } = await readPayConfig(context);
      return { qr_code_switch };
    },
  };
}

/** The functions behind resource `wallet.provider`. */
export function bindProviders(
  context: PluginContext,
  pool: ProviderPool,
): ResourceBinding<typeof providerResource> {
  return {
    prepareCreate: async (body) => {
      await requirePublic(context, body.url);
      return body;
    },
    prepareUpdate: async (change) => {
      if (change.url !== undefined) await requirePublic(context, change.url);
    },
    beforeCreate: async (body) => {
      const _id = newId(context);
      const key = body.key ? await sealKey(context, _id, body.key) : '';
      return { ...body, _id, key, has_key: key !== '' };
    },
    beforeUpdate: async ({ key, ...change }, { before }) => {
      if (!before) return change;
      if (key) return { ...change, key: await sealKey(context, String(before._id), key), has_key: true };
      // Whoever may change the address must not be handed the key that another one has typed.
      if (before.has_key && change.url !== undefined && originOf(change.url) !== originOf(before.url))
        throw errors.invalidInput.create(
          {},
          { errors: [{ path: 'key', message: 'wallet.fault.key_again' }] },
        );
      return change;
    },
    present: (rows) =>
      rows.map((row): RowOf<typeof providerResource> => ({ ...row, fault: pool.state(row.id).fault })),
  };
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? '';

/** Asks one provider for its newest blocks, whether it rests or not. */
export async function testProvider(
  context: PluginContext,
  { id }: BodyOf<typeof providerTest>,
): Promise<ResultOf<typeof providerTest>> {
  const row = await requireRow(context.model(providerResource).findById(id).lean());
  const provider = await openProvider(context, row);
  await startTron(context);
  const start = performance.now();
  const milliseconds = () => Math.round(performance.now() - start);
  try {
    const { head, solid } = await heads({ context }, (question) => askProvider(context, provider, question));
    return { fault: '', head, solid, milliseconds: milliseconds() };
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    return { fault: error.kind, head: 0, solid: 0, milliseconds: milliseconds() };
  }
}

import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import { newId, type ResourceBinding, type SignedRequest, type Stored } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { machineErrors, requireMachines } from '../../machines/errors.ts';
import { findServer, loginOf, sealSecret } from '../../machines/log-in.ts';
import { lookAtServer, lookAtServers } from '../../machines/look-at-servers.ts';
import { FACTS_WORDS, readMachineFacts } from '../../machines/machine-facts.ts';
import { readServers } from '../../machines/ping-servers.ts';
import type { serverCheckCall, serverConfirmCall, serverLookCall, serverPingCall } from './calls.ts';
import { server } from './resource.ts';

type Server = typeof server;

/** What begins and ends a private key, of any kind. */
const PEM = /^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]+-----END [A-Z0-9 ]*PRIVATE KEY-----\s*$/;
/** Everything that was found out about a machine, before anything is. */
const UNKNOWN = {
  state: 'unconfirmed',
  fault: '',
  login_fault: '',
  latency: null,
  seen_time: null,
  checked_time: null,
  key_type: '',
  fingerprint: '',
  confirmed_by: '',
  confirmed_time: null,
  shown_type: '',
  shown_fingerprint: '',
  is_key_told: false,
  uptime: null,
  load: null,
  disk_used: null,
  facts_time: null,
} as const;
const FACTS_LIMITS = { limitMs: 10_000, limitBytes: 16_384 };
/** Servers that one call looks at. */
const MOST_LOOKED_AT = 50;

const fault = (path: string, message: string) =>
  errors.invalidInput.create({}, { errors: [{ path, message }] });

/** The functions behind resource `system.server`. */
export function bindServers(context: PlatformContext): ResourceBinding<Server> {
  const seal = (id: string, method: string, secret: string) => {
    if (method === 'key' && !PEM.test(secret)) throw fault('secret', 'system.server.fault.no_key');
    if (method === 'password' && /[\r\n\0]/.test(secret))
      throw fault('secret', 'system.server.fault.no_password');
    return sealSecret(context, id, secret);
  };
  return {
    beforeCreate: async (body) => {
      requireMachines(context);
      if (!body.secret) throw fault('secret', 'system.server.fault.missing');
      const _id = newId(context);
      return { ...body, _id, secret: await seal(_id, body.method ?? 'key', body.secret) };
    },
    beforeUpdate: async ({ id: _id, version: _version, secret, ...change }, { before }) => {
      requireMachines(context);
      if (before === undefined) return change;
      const method = change.method ?? before.method;
      const isElsewhere =
        (change.host ?? before.host) !== before.host || (change.port ?? before.port) !== before.port;
      // Whoever may change the address must not be handed the password that another one has typed.
      if (!secret && (method !== before.method || (isElsewhere && method === 'password')))
        throw fault('secret', 'system.server.fault.again');
      return {
        ...change,
        // Another machine: nothing that was known holds, its key least of all.
        ...(isElsewhere ? UNKNOWN : {}),
        ...(secret ? { secret: await seal(String(before._id), method, secret), login_fault: '' } : {}),
      };
    },
    afterWrite: async (after) => {
      if (after === undefined) requireMachines(context);
    },
  };
}

/** Looks at those that were not looked at for so long, and tells of all that were asked for. */
export async function ping(
  context: PlatformContext,
  { interval, ids }: BodyOf<typeof serverPingCall>,
): Promise<ResultOf<typeof serverPingCall>> {
  requireMachines(context);
  const which = ids === undefined ? {} : { _id: { $in: ids } };
  const since = new Date(context.clock.now() - interval * 1000);
  const due = { ...which, $or: [{ checked_time: null }, { checked_time: { $lte: since } }] };
  await lookAtServers(context, await readServers(context, due, MOST_LOOKED_AT));
  const rows = await readServers(context, which, 200);
  const iso = (time: Date | null | undefined) => time?.toISOString() ?? null;
  return {
    servers: rows.map(({ _id, state, fault: why, latency, seen_time, checked_time }) => ({
      id: String(_id),
      state,
      fault: why,
      latency,
      seen_time: iso(seen_time),
      checked_time: iso(checked_time),
    })),
  };
}

/** What a server shows now. @throws AppError `server_silent` 409 */
export async function look(
  context: PlatformContext,
  { id }: BodyOf<typeof serverLookCall>,
  { translate }: SignedRequest,
): Promise<ResultOf<typeof serverLookCall>> {
  requireMachines(context);
  const { key, fault: why } = await lookAtServer(context, await findServer(context, id));
  if (key === undefined)
    throw machineErrors.silent.create({ reason: translate(`system.server.fault.${why ?? 'closed'}`) });
  return key;
}

/** Confirms what somebody has seen, if it is what the server shows. @throws AppError `server_key_other` 409 */
export async function confirm(
  context: PlatformContext,
  { id, ...key }: BodyOf<typeof serverConfirmCall>,
  request: SignedRequest,
): Promise<null> {
  requireMachines(context);
  const row = await findServer(context, id);
  const found = await context.installation.knockAtMachine({ host: row.host, port: row.port }, { key });
  if (found.key?.type !== key.type || found.key.fingerprint !== key.fingerprint)
    throw machineErrors.keyOther.create();
  const now = context.clock.date();
  await context.transaction(async (session) => {
    const same = { _id: row._id, host: row.host, port: row.port };
    const { matchedCount } = await context.model(server).updateOne(
      same,
      {
        $set: {
          key_type: key.type,
          fingerprint: key.fingerprint,
          state: 'up',
          fault: '',
          checked_time: now,
          seen_time: now,
          confirmed_time: now,
          confirmed_by: request.caller.account,
          shown_type: key.type,
          shown_fingerprint: key.fingerprint,
          is_key_told: false,
          login_fault: '',
        },
        $inc: { version: 1 },
      },
      { session },
    );
    if (matchedCount === 0) throw machineErrors.keyOther.create();
    await context.audit(
      {
        type: 'system.server.confirm',
        target: id,
        before: { name: row.name, fingerprint: row.fingerprint },
        after: { name: row.name, fingerprint: key.fingerprint },
        request,
      },
      session,
    );
  });
  return null;
}

/** Logs in and asks a server for its own state. */
export async function check(
  context: PlatformContext,
  { id }: BodyOf<typeof serverCheckCall>,
): Promise<ResultOf<typeof serverCheckCall>> {
  requireMachines(context);
  const row = await findServer(context, id);
  if (row.fingerprint === '') throw machineErrors.unconfirmed.create({ names: row.name });
  const login = await loginOf(context, row);
  const found = login && (await context.installation.runOnMachine(login, FACTS_WORDS, FACTS_LIMITS));
  const why = found === undefined ? 'secret_unreadable' : (found.fault ?? '');
  const now = context.clock.date();
  const facts =
    found === undefined || why !== ''
      ? undefined
      : readMachineFacts(Buffer.from(found.output.bytes).toString());
  const change: Partial<Stored<Server>> = {
    login_fault: why,
    ...(why === 'key_changed' ? { state: 'key_changed', fault: 'key_changed' } : {}),
    ...(facts === undefined ? {} : { ...facts, facts_time: now, state: 'up', fault: '', seen_time: now }),
  };
  const same = { _id: row._id, fingerprint: row.fingerprint };
  await context.model(server).updateOne(same, { $set: change });
  return { fault: why, milliseconds: found?.milliseconds ?? 0 };
}
